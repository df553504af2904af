/* Why this file exists: passes a layout to the kernels: its arrays, and the numbers computed from compliance, damping
 * and method. */
#include <math.h>
#include <string.h>

#include "layout/layout.h"
#include "xpbd/method.h"

unsigned xpbd_traits_of(const xpbd_solver_def *def) {
  static const unsigned all[XPBD_METHODS] = {
#define XPBD_METHOD(constant, table, traits) traits,
#include "xpbd/methods.inl"
#undef XPBD_METHOD
  };
  return all[def->method];
}

static bool drops_compliance(const xpbd_solver_def *def) {
  return (xpbd_traits_of(def) & XPBD_DROPS_COMPLIANCE) != 0;
}

double xpbd_alpha_of(const xpbd_constraints *set, const xpbd_solver_def *def) {
  const double h = def->frame_time / def->substeps;
  return drops_compliance(def) ? 0.0 : set->compliance / (h * h);
}

double xpbd_gamma_of(const xpbd_constraints *set, const xpbd_solver_def *def) {
  const double h = def->frame_time / def->substeps,
               product = drops_compliance(def) ? 0.0 : set->compliance * set->damping;
  return set->damping_reading == XPBD_DAMPING_TILDE ? product / (h * h * h) : product / h;
}

double xpbd_number_of(const xpbd_solver_def *def, const char *name) {
  for (int32_t k = 0; k < def->value_count; k++)
    if (strcmp(def->values[k].name, name) == 0) return def->values[k].value;
  return NAN;
}

/* A number of acceleration, or what stands for none. */
static double acceleration_of(const xpbd_solver_def *def, const char *name, double none) {
  const double value = xpbd_number_of(def, name);
  return (xpbd_traits_of(def) & XPBD_ACCELERATES) && !isnan(value) ? value : none;
}

double xpbd_omega_of(const xpbd_solver_def *def) {
  return acceleration_of(def, "omega", 1.0);
}

double xpbd_chebyshev_of(const xpbd_solver_def *def) {
  return acceleration_of(def, "chebyshev", 0.0);
}

/* The fraction of a correction that position-based dynamics leaves, in all iterations or in each. */
static double relaxation_of(const xpbd_solver_def *def) {
  const int each = def->method == XPBD_METHOD_PBD_SCALED ? (int)def->iterations : 1;
  return 1.0 - pow(1.0 - xpbd_number_of(def, "pbd_stiffness"), 1.0 / each);
}

/* The factor of every correction. */
static double factor_of(const xpbd_layout *layout, const xpbd_layout_set *set) {
  const xpbd_solver_def *def = layout->def;
  if (drops_compliance(def)) return relaxation_of(def);
  const bool apart = layout->at_once && set->summed; /* Jacobi projects it by itself, so it needs no relaxation */
  return apart ? 1.0 : xpbd_omega_of(def);
}

bool xpbd_layout_damped(const xpbd_layout *layout) {
  for (int32_t s = 0; s < layout->set_count; s++)
    if (xpbd_gamma_of(layout->sets[s].constraints, layout->def) > 0.0) return true;
  return false;
}

#define BIND(REAL, suffix)                                                                                             \
  void xpbd_layout_set_##suffix(const xpbd_layout *layout, int32_t s, xpbd_set_##suffix *out) {                        \
    const xpbd_layout_set *set = &layout->sets[s];                                                                     \
    const xpbd_constraints *c = set->constraints;                                                                      \
    *out = (xpbd_set_##suffix){.held = set->held,                                                                      \
                               .alpha = (REAL)xpbd_alpha_of(c, layout->def),                                           \
                               .gamma = (REAL)xpbd_gamma_of(c, layout->def),                                           \
                               .keep = c->damping_reading == XPBD_DAMPING_LAGGED ? 0 : 1,                              \
                               .padded = set->padded,                                                                  \
                               .rows = (int8_t)set->rows,                                                              \
                               .rest_rows = (int8_t)set->rest_rows,                                                    \
                               .coupled = c->solve == XPBD_SOLVE_COUPLED,                                              \
                               .relax = (REAL)factor_of(layout, set)};                                                 \
    for (int k = 0; k < set->arity; k++) out->offset[k] = set->offset[k];                                              \
    for (int k = 0; k < set->rest_count; k++) out->rest[k] = set->rest[k];                                             \
    for (int k = 0; k < xpbd_formula_at(set->formula)->material_count; k++) out->material[k] = (REAL)c->material[k];   \
  }                                                                                                                    \
  void xpbd_layout_split_##suffix(const xpbd_layout *layout, xpbd_split_##suffix *out) {                               \
    const int masses = layout->def->method == XPBD_METHOD_JACOBI;                                                      \
    *out = (xpbd_split_##suffix){0};                                                                                   \
    if (!layout->at_once) return;                                                                                      \
    *out = (xpbd_split_##suffix){.of = layout->split.of,                                                               \
                                 .place = layout->split.place,                                                         \
                                 .first = layout->split.first,                                                         \
                                 .copies = layout->split.copies,                                                       \
                                 .count = layout->split.count,                                                         \
                                 .masses = masses,                                                                     \
                                 .share = masses ? 1 : (REAL)xpbd_number_of(layout->def, "omega")};                    \
  }                                                                                                                    \
  void xpbd_layout_contact_##suffix(const xpbd_layout *layout, xpbd_contact_##suffix *out) {                           \
    const double radius = xpbd_scene_contact_radius(layout->scene);                                                    \
    *out = (xpbd_contact_##suffix){.radius = layout->radii};                                                           \
    if (!(radius > 0.0)) return;                                                                                       \
    out->diameter = (REAL)(2.0 * radius);                                                                              \
    out->reach = (REAL)(3.0 * radius); /* may be in contact within the step */                                         \
    out->inverse_cell = (REAL)(1.0 / (3.0 * radius));                                                                  \
    out->friction = (REAL)xpbd_scene_friction(layout->scene);                                                          \
    out->restitution = (REAL)xpbd_scene_restitution(layout->scene);                                                    \
    out->mask = layout->contact.mask;                                                                                  \
    out->first = layout->contact.first;                                                                                \
    out->joined = layout->contact.joined;                                                                              \
  }
BIND(float, f32)
BIND(double, f64)
