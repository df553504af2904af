/* Why this file exists: finds where an element hangs, from the formula and by bisection on time steps. */
#include "hanging.h"

#include <math.h>

#include "formula/table.h"
#include "rig.h"

hanging hanging_spring(const char *formula, double compliance) {
  return (hanging){.formula = xpbd_formula_find(formula),
                   .stiffness = 10.0,
                   .length = 0.5,
                   .compliance = compliance,
                   .mass = 1.0,
                   .precision = XPBD_F64,
                   .iterations = 400};
}

double hanging_equilibrium(const hanging *c) {
  const xpbd_formula *formula = xpbd_formula_entry(c->formula);
  const double rest[XPBD_MAX_REST] = {c->length};
  double material[XPBD_MAX_MATERIAL] = {c->stiffness};
  for (int k = 1; k < formula->info.material_count; k++) material[k] = formula->info.material[k].standard;
  double low = 0, high = 10 * c->length;
  for (int i = 0; i < 200; i++) {
    const double middle = 0.5 * (low + high);
    const xpbd_vec3_f64 x[XPBD_MAX_ARITY] = {{0, 0, 0}, {0, -(c->length + middle), 0}};
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    const double value = formula->f64(x, rest, material, g);
    if (-value * g[1].y / c->compliance < c->mass * HANGING_GRAVITY)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

/// How much one step lengthens the element if it starts at rest with this elongation. NaN after a failure.
static double step_from(check *self, const hanging *c, double elongation) {
  const chain one = {.formula = xpbd_formula_at(c->formula)->name,
                     .links = 1,
                     .length = c->length,
                     .mass = c->mass,
                     .stiffness = c->stiffness,
                     .compliance = c->compliance,
                     .extension = &elongation};
  const xpbd_solver_def settings = rig_settings(c->precision, c->h, c->iterations);
  rig r;
  const bool good = rig_chain(&r, self, &one, HANGING_GRAVITY) && rig_solver(&r, &settings) && rig_step(&r, 1);
  const double change = good ? -r.x[4] - c->length - elongation : (double)NAN;
  rig_free(&r);
  return change;
}

double hanging_rest(check *self, const hanging *c) {
  double low = 0, high = 10 * hanging_equilibrium(c);
  for (int i = 0; i < (c->precision == XPBD_F32 ? 24 : 48); i++) {
    const double middle = 0.5 * (low + high), change = step_from(self, c, middle);
    if (isnan(change)) return change;
    if (change > 0)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

void hanging_shape(int links, double length, double span, double *x) {
  double low = 0.0, high = 1e3;
  for (int k = 0; k < 200; k++) {
    const double step = 0.5 * (low + high);
    double reach = 0.0;
    for (int i = 0; i < links; i++) {
      const double slope = (i - 0.5 * (links - 1)) * step, along = length / sqrt(1.0 + slope * slope);
      x[2 * i + 2] = x[2 * i] + along;
      x[2 * i + 3] = x[2 * i + 1] + slope * along;
      reach += along;
    }
    *(reach > span ? &low : &high) = step;
  }
}

double falling_share(check *self, const char *constraint, int32_t resolution, double compliance, xpbd_damping reading,
                     bool omit) {
  enum { FRAMES = 24 };
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = resolution, params.pins = XPBD_PINS_NONE, params.constraint = constraint;
  params.compliance = compliance, params.damping = 0.3;
  params.damping_reading = reading, params.omit_tip_damping = omit;
  const xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, 20);
  const double stone = 9.81 * def.frame_time * def.frame_time * FRAMES * (FRAMES + 1) / 2.0;
  double fall = (double)NAN;
  rig r;
  if (rig_named(&r, self, "blob", &params) && rig_solver(&r, &def) && rig_step(&r, FRAMES)) {
    fall = 0.0;
    for (int32_t i = 0; i < r.n; i++) fall += (xpbd_scene_positions(r.scene)[3 * i + 1] - r.x[3 * i + 1]) / r.n;
  }
  rig_free(&r);
  return fall / stone;
}
