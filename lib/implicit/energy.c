/* Why this file exists: evaluates the energy of one element. Values and gradients come from the double reading of the
 * formulas, second derivatives from the complex one (formula/second.h). */
#include "implicit/energy.h"

#include <math.h>
#include <string.h>

#include "base/symmetric.h"
#include "formula/table.h"
#include "solver/derivatives.h"

#include "solver/vertex.inl"

/* C and its gradient [3 arity] of one row; the numbers of the row for second derivatives. */
typedef struct row_of {
  const xpbd_formula *formula;
  const xpbd_derivatives *by; /* NULL for a formula from a file */
  xpbd_vec3_f64 x[XPBD_MAX_ARITY];
  const double *rest;
  double room[XPBD_MAX_REST], c, g[XPBD_MAX_SECOND];
  double compliance;
  const xpbd_pull *pull; /* NULL = C / compliance */
} row_of;

static void evaluate(const xpbd_constraints *set, const xpbd_pull *pull, int64_t j, int row, const double *x,
                     row_of *out) {
  const xpbd_formula *formula = out->formula = xpbd_formula_entry(set->formula);
  const int arity = formula->info.arity;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY] = {{0}};
  for (int k = 0; k < arity; k++) memcpy(&out->x[k], &x[3 * (int64_t)set->particles[j * arity + k]], sizeof out->x[k]);
  out->rest = xpbd_rest_of(set, j, row, out->room);
  out->by = xpbd_derivatives_of(set->formula);
  out->c =
      out->by ? out->by->value(out->x, out->rest, set->material, g) : formula->f64(out->x, out->rest, set->material, g);
  memcpy(out->g, g, sizeof out->g);
  out->compliance = set->compliance;
  out->pull = pull ? &pull[j * formula->info.rows + row] : NULL;
}

/* All second derivatives of C, or those by one particle. */
static bool second_of(const row_of *r, const double *material, double *hessian) {
  return r->by ? r->by->second(r->x, r->rest, material, 0, 3 * r->formula->info.arity, hessian)
               : xpbd_second_of(r->formula, r->x, r->rest, material, hessian);
}
static bool second_block(const row_of *r, const double *material, int particle, double *block) {
  return r->by ? r->by->second(r->x, r->rest, material, 3 * particle, 3, block)
               : xpbd_second_block(r->formula, r->x, r->rest, material, particle, block);
}

static double force_of(const row_of *r) {
  return xpbd_row_force(r->c, r->compliance, r->pull);
}
static double slope_of(const row_of *r, double product, double second) {
  return xpbd_row_slope(r->c, r->compliance, r->pull, product, second);
}

static double energy_of(const row_of *r) {
  if (!r->pull) return 0.5 * r->c * r->c / r->compliance;
  const double k = r->pull->stiffness, away = k > 0.0 ? r->c + r->pull->offset / k : 0.0;
  return 0.5 * k * away * away;
}

double xpbd_element_row(const xpbd_constraints *set, int64_t j, int row, const double *x, double *gradient) {
  row_of r;
  evaluate(set, NULL, j, row, x, &r);
  memcpy(gradient, r.g, 3 * (size_t)r.formula->info.arity * sizeof *gradient);
  return r.c;
}

double xpbd_element_energy(const xpbd_constraints *set, const xpbd_pull *pull, int64_t j, const double *x,
                           double *gradient) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  double sum = 0.0;
  for (int k = 0; gradient && k < 3 * info->arity; k++) gradient[k] = 0.0;
  for (int row = 0; row < info->rows; row++) {
    row_of r;
    evaluate(set, pull, j, row, x, &r);
    sum += energy_of(&r);
    for (int k = 0; gradient && k < 3 * info->arity; k++) gradient[k] += force_of(&r) * r.g[k];
  }
  return sum;
}

/* Leaves out what makes the matrix indefinite, -against. A spring that is compressed has no other part. */
static bool make_convex(int size, double *hessian, const double *against) {
  if (xpbd_symmetric_is_semidefinite(size, hessian)) return false;
  if (!xpbd_symmetric_is_semidefinite(size, against)) return xpbd_symmetric_project(size, hessian);
  for (int k = 0; k < size * size; k++) hessian[k] += against[k];
  return true;
}

bool xpbd_element_curvature(const xpbd_constraints *set, const xpbd_pull *pull, int64_t j, const double *x,
                            xpbd_curvature way, double *hessian) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const int size = 3 * info->arity;
  double against[XPBD_CURVATURE_MOST] = {0}; /* -f C'' */
  memset(hessian, 0, (size_t)(size * size) * sizeof *hessian);
  for (int row = 0; row < info->rows; row++) {
    double second[XPBD_CURVATURE_MOST];
    row_of r;
    evaluate(set, pull, j, row, x, &r);
    const bool curved = way != XPBD_CURVATURE_GAUSS_NEWTON && second_of(&r, set->material, second);
    for (int i = 0; i < size; i++)
      for (int k = 0; k <= i; k++) {
        const double both = curved ? 0.5 * (second[i * size + k] + second[k * size + i]) : 0.0;
        hessian[i * size + k] += slope_of(&r, r.g[i] * r.g[k], both);
        if (way == XPBD_CURVATURE_CONVEX) against[i * size + k] -= slope_of(&r, 0.0, both);
      }
  }
  for (int i = 0; i < size; i++)
    for (int k = 0; k < i; k++)
      hessian[k * size + i] = hessian[i * size + k], against[k * size + i] = against[i * size + k];
  if (way == XPBD_CURVATURE_CONVEX) return make_convex(size, hessian, against);
  return way == XPBD_CURVATURE_PROJECTED && xpbd_symmetric_project(size, hessian);
}

/* Giles, Diaz, Yuksel 2025, Section 3.5: f C'' is replaced by the diagonal of the norms of its columns, which is never
 * negative. */
static void lump(const row_of *r, const double second[9], double block[9]) {
  const double force = fabs(force_of(r));
  for (int k = 0; k < 3; k++)
    block[4 * k] += force * sqrt(second[k] * second[k] + second[3 + k] * second[3 + k] + second[6 + k] * second[6 + k]);
}

void xpbd_element_block(const xpbd_constraints *set, const xpbd_pull *pull, int64_t j, int corner, const double *x,
                        xpbd_curvature way, double *gradient, double *block) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  for (int row = 0; row < info->rows; row++) {
    double second[9];
    row_of r;
    evaluate(set, pull, j, row, x, &r);
    const double *g = &r.g[3 * corner];
    const bool curved = way != XPBD_CURVATURE_GAUSS_NEWTON && second_block(&r, set->material, corner, second);
    const bool lumped = curved && way == XPBD_CURVATURE_LUMPED;
    if (lumped) lump(&r, second, block);
    xpbd_row_add(r.c, r.compliance, r.pull, g, curved && !lumped ? second : NULL, gradient, block);
  }
}
