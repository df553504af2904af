/* Why this file exists: evaluates the energy of a time step element by element, in the scene's order, so that sums are
 * bit-identical. Values and gradients come from the double reading of the formulas, second derivatives from the complex
 * one (formula/second.h). */
#include "implicit/energy.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/symmetric.h"
#include "formula/table.h"

/* C and its gradient [3 arity] of one row; the numbers of the row for second derivatives. */
typedef struct row_of {
  const xpbd_formula *formula;
  xpbd_vec3_f64 x[XPBD_MAX_ARITY];
  const double *rest;
  double room[XPBD_MAX_REST], c, g[XPBD_MAX_SECOND];
} row_of;

static void evaluate(const xpbd_constraints *set, int64_t j, int row, const double *x, row_of *out) {
  const xpbd_formula *formula = out->formula = xpbd_formula_entry(set->formula);
  const int arity = formula->info.arity;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY] = {{0}};
  for (int k = 0; k < arity; k++) memcpy(&out->x[k], &x[3 * (int64_t)set->particles[j * arity + k]], sizeof out->x[k]);
  out->rest = xpbd_rest_of(set, j, row, out->room);
  out->c = formula->f64(out->x, out->rest, set->material, g);
  memcpy(out->g, g, sizeof out->g);
}

double xpbd_element_energy(const xpbd_constraints *set, int64_t j, const double *x, double *gradient) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  double sum = 0.0;
  for (int k = 0; gradient && k < 3 * info->arity; k++) gradient[k] = 0.0;
  for (int row = 0; row < info->rows; row++) {
    row_of r;
    evaluate(set, j, row, x, &r);
    sum += 0.5 * r.c * r.c / set->compliance;
    for (int k = 0; gradient && k < 3 * info->arity; k++) gradient[k] += r.c / set->compliance * r.g[k];
  }
  return sum;
}

bool xpbd_element_curvature(const xpbd_constraints *set, int64_t j, const double *x, xpbd_curvature way,
                            double *hessian) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  const int size = 3 * info->arity;
  memset(hessian, 0, (size_t)(size * size) * sizeof *hessian);
  for (int row = 0; row < info->rows; row++) {
    double second[XPBD_CURVATURE_MOST];
    row_of r;
    evaluate(set, j, row, x, &r);
    const bool curved =
        way != XPBD_CURVATURE_GAUSS_NEWTON && xpbd_second_of(r.formula, r.x, r.rest, set->material, second);
    for (int i = 0; i < size; i++)
      for (int k = 0; k <= i; k++) {
        double value = r.g[i] * r.g[k];
        if (curved) value += 0.5 * r.c * (second[i * size + k] + second[k * size + i]);
        hessian[i * size + k] += value / set->compliance;
      }
  }
  for (int i = 0; i < size; i++)
    for (int k = 0; k < i; k++) hessian[k * size + i] = hessian[i * size + k];
  return way == XPBD_CURVATURE_PROJECTED && xpbd_symmetric_project(size, hessian);
}

void xpbd_element_block(const xpbd_constraints *set, int64_t j, int corner, const double *x, xpbd_curvature way,
                        double *gradient, double *block) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  for (int row = 0; row < info->rows; row++) {
    double second[9];
    row_of r;
    evaluate(set, j, row, x, &r);
    const double *g = &r.g[3 * corner];
    const bool curved =
        way != XPBD_CURVATURE_GAUSS_NEWTON && xpbd_second_block(r.formula, r.x, r.rest, set->material, corner, second);
    for (int i = 0; i < 3; i++) {
      gradient[i] += r.c / set->compliance * g[i];
      for (int k = 0; k < 3; k++) {
        const double bend = curved ? 0.5 * r.c * (second[3 * i + k] + second[3 * k + i]) : 0.0;
        block[3 * i + k] += (g[i] * g[k] + bend) / set->compliance;
      }
    }
  }
}

xpbd_status xpbd_energy_inertia(const xpbd_scene *scene, double h, double *inertia) {
  const double *w = xpbd_scene_inverse_masses(scene);
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    inertia[i] = w[i] > 0.0 ? 1.0 / (w[i] * h * h) : 0.0;
    XPBD_REQUIRE(w[i] == 0.0 || (inertia[i] <= 1e200 && inertia[i] >= 1e-200), XPBD_ERR_UNSUPPORTED,
                 "particle %d: an inverse mass of %g with a time step of %g s is out of range", (int)i, w[i], h);
  }
  return XPBD_OK;
}

double xpbd_energy_of(const xpbd_scene *scene, const double *inertia, const double *y, const double *x,
                      double *gradient, double *rounding) {
  const int32_t n = xpbd_scene_particle_count(scene);
  double sum = 0.0, terms = 0.0;
  for (int64_t k = 0; k < 3 * (int64_t)n; k++) {
    const double moved = x[k] - y[k], weight = inertia[k / 3];
    if (weight > 0.0) sum += 0.5 * weight * moved * moved;
    if (gradient) gradient[k] = weight > 0.0 ? weight * moved : 0.0;
    terms += 1.0;
  }
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    const int arity = xpbd_formula_at(set->formula)->arity;
    for (int64_t j = 0; j < set->count; j++) {
      double own[XPBD_MAX_SECOND];
      sum += xpbd_element_energy(set, j, x, gradient ? own : NULL);
      for (int k = 0; gradient && k < 3 * arity; k++) {
        const int64_t i = set->particles[j * arity + k / 3];
        if (inertia[i] > 0.0) gradient[3 * i + k % 3] += own[k];
      }
    }
    terms += set->count;
  }
  *rounding = 4.0 * DBL_EPSILON * sqrt(terms) * sum; /* all terms are positive */
  return sum;
}
