/* Why this file exists: differentiates the coded gradient of a formula. The complex reading of the same text does it
 * exactly: an imaginary step of 1e-60 in a coordinate leaves its derivative in the imaginary parts of the gradient. */
#include "formula/second.h"

#include <math.h>
#include <string.h>

#include "formula/table.h"

static const double TINY_STEP = 1e-60; /* its square is lost in any rounding */

/* The numbers of an element as complex ones. */
typedef struct complex_numbers {
  double _Complex rest[XPBD_MAX_REST], material[XPBD_MAX_MATERIAL];
} complex_numbers;

/* Column k of the result by the complex step. */
static void by_complex_step(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const complex_numbers *of, int k,
                            double *column) {
  xpbd_vec3_c64 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
  for (int i = 0; i < formula->info.arity; i++) g[i] = (xpbd_vec3_c64){0};
  for (int i = 0; i < formula->info.arity; i++)
    at[i] = (xpbd_vec3_c64){xpbd_of_c64(x[i].x, k == 3 * i ? TINY_STEP : 0.0),
                            xpbd_of_c64(x[i].y, k == 3 * i + 1 ? TINY_STEP : 0.0),
                            xpbd_of_c64(x[i].z, k == 3 * i + 2 ? TINY_STEP : 0.0)};
  formula->c64(at, of->rest, of->material, g);
  for (int i = 0; i < formula->info.arity; i++) {
    column[3 * i] = cimag(g[i].x) / TINY_STEP;
    column[3 * i + 1] = cimag(g[i].y) / TINY_STEP;
    column[3 * i + 2] = cimag(g[i].z) / TINY_STEP;
  }
}

static double largest_distance(int arity, const xpbd_vec3_f64 *x) {
  double largest = 0.0;
  for (int i = 1; i < arity; i++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(x[i], x[0]);
    largest = fmax(largest, sqrt(xpbd_v_dot_f64(d, d)));
  }
  return largest;
}

/* The same by central differences of fourth order. Their error is least near the fifth root of the rounding unit. */
static void by_differences(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *rest,
                           const double *material, int k, double *column) {
  static const double place[4] = {-2, -1, 1, 2}, weight[4] = {1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12};
  const int arity = formula->info.arity;
  const double h = 1e-3 * largest_distance(arity, x);
  memset(column, 0, 3 * (size_t)arity * sizeof *column);
  for (int s = 0; s < 4; s++) {
    xpbd_vec3_f64 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY] = {{0}};
    memcpy(at, x, (size_t)arity * sizeof *at);
    double *moved = k % 3 == 0 ? &at[k / 3].x : k % 3 == 1 ? &at[k / 3].y : &at[k / 3].z;
    *moved += place[s] * h;
    formula->f64(at, rest, material, g);
    for (int i = 0; i < arity; i++) {
      column[3 * i] += weight[s] / h * g[i].x;
      column[3 * i + 1] += weight[s] / h * g[i].y;
      column[3 * i + 2] += weight[s] / h * g[i].z;
    }
  }
}

/* Rows and columns first .. first + size - 1. */
static bool derive(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                   int first, int size, double *hessian) {
  const bool exact = formula->c64 && !(formula->info.traits & XPBD_DERIVED);
  complex_numbers of;
  double sum = 0.0;
  for (int i = 0; i < formula->info.rest_count && exact; i++) of.rest[i] = rest[i];
  for (int i = 0; i < formula->info.material_count && exact; i++) of.material[i] = material[i];
  for (int k = 0; k < size; k++) {
    double column[XPBD_MAX_SECOND];
    if (exact)
      by_complex_step(formula, x, &of, first + k, column);
    else
      by_differences(formula, x, rest, material, first + k, column);
    for (int i = 0; i < size; i++) {
      hessian[i * size + k] = column[first + i];
      sum += fabs(column[first + i]);
    }
  }
  if (isfinite(sum)) return true;
  memset(hessian, 0, (size_t)(size * size) * sizeof *hessian);
  return false;
}

bool xpbd_second_of(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                    double *hessian) {
  return derive(formula, x, rest, material, 0, 3 * formula->info.arity, hessian);
}

bool xpbd_second_block(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                       int particle, double *block) {
  return derive(formula, x, rest, material, 3 * particle, 3, block);
}
