/* Why this file exists: differentiates the coded gradient of a formula, by the complex reading of the same text
 * (second.inl), or by differences where there is none. */
#include "formula/second.h"

#include <math.h>
#include <string.h>

#include "formula/table.h"

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

#define XPBD_LAW                           const xpbd_formula *
#define XPBD_LAW_CALL                      static
#define XPBD_LAW_C64(law, x, rest, mat, g) ((law)->c64((x), (rest), (mat), (g)))
#define XPBD_LAW_COLUMN(law, x, rest, material, of, k, column)                                                         \
  ((law)->c64 && !((law)->info.traits & XPBD_DERIVED) ? xpbd_second_step(law, x, of, k, column)                        \
                                                      : by_differences(law, x, rest, material, k, column))
#include "formula/second.inl"

/* Rows and columns first .. first + size - 1. */
static bool derive(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                   int first, int size, double *hessian) {
  xpbd_second_numbers of;
  of.arity = formula->info.arity;
  of.rests = formula->info.rest_count, of.materials = formula->info.material_count;
  return xpbd_second_part(formula, x, rest, material, &of, first, size, hessian);
}

bool xpbd_second_of(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                    double *hessian) {
  return derive(formula, x, rest, material, 0, 3 * formula->info.arity, hessian);
}

bool xpbd_second_block(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                       int particle, double *block) {
  return derive(formula, x, rest, material, 3 * particle, 3, block);
}
