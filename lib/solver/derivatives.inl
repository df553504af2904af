/* Why this file exists: the kernels of derivatives.h for one instruction set, which XPBD_DERIVATIVES names. Each lane of a
 * vector steps another coordinate, with the operations of formula/second.inl in their order, so each column has the bits
 * that it has alone. Included by solver/unit.h. */
#include <stdalign.h>

#include "solver/derivatives.h"
#include "solver/libm.inl"

#define XPBD_SCALAR 128
#include "formula/reading.h"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/reading.h"
#include "formula/value.h"
#include "layout/records.h"
#include "solver/project.inl" /* XPBD_EACH_PARTICLE */
#undef XPBD_SCALAR

/* Columns at once. A vertex needs three. */
#if defined(__AVX512F__)
#define COLUMNS 8
#else
#define COLUMNS 4
#endif

/* Before a loop over lanes. gcc would unroll so short a loop instead of vectorising it. */
#if defined(__clang__)
#define OVER_LANES _Pragma("clang loop vectorize(assume_safety) interleave(disable)")
#else
#define OVER_LANES _Pragma("GCC unroll 1") _Pragma("GCC ivdep")
#endif

typedef double _Complex complex_fn(const xpbd_vec3_c64 *x, const double _Complex *rest, const double _Complex *material,
                                   xpbd_vec3_c64 *g, double _Complex *scale);

/* The parts of the gradient and, in the last place, of its scale. */
typedef struct stepped {
  alignas(64) double re[3 * XPBD_MAX_ARITY + 1][COLUMNS], im[3 * XPBD_MAX_ARITY + 1][COLUMNS];
} stepped;
#define PUT(to, place, value, l) ((to)->re[place][l] = creal(value), (to)->im[place][l] = cimag(value))

static const double tiny_step = 1e-60; /* as in formula/second.inl */

_Static_assert(XPBD_MAX_REST == 11 && XPBD_MAX_MATERIAL == 6, "step_columns() takes each number of these");

/* `step` has the imaginary part of each coordinate in each lane. gcc would make branches of comparisons of the number of a
 * column with that of a coordinate. */
XPBD_INLINE void step_columns(complex_fn *formula, int arity, int rests, int materials, const xpbd_vec3_f64 *x,
                              const double *rest, const double *material, double step[][COLUMNS],
                              stepped *restrict out) {
  OVER_LANES
  for (int l = 0; l < COLUMNS; l++) {
    xpbd_vec3_c64 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
    double _Complex shape[XPBD_MAX_REST], numbers[XPBD_MAX_MATERIAL], scale = 1;
    XPBD_EACH_PARTICLE(0, arity, {
      at[k].x = xpbd_of_c64(x[k].x, step[3 * k][l]);
      at[k].y = xpbd_of_c64(x[k].y, step[3 * k + 1][l]);
      at[k].z = xpbd_of_c64(x[k].z, step[3 * k + 2][l]);
      g[k].x = g[k].y = g[k].z = xpbd_of_c64(0.0, 0.0);
    })
    XPBD_EACH_REST(0, rests, shape[k] = xpbd_of_c64(rest[k], 0.0);)
    XPBD_AT(10, 0, rests, shape[k] = xpbd_of_c64(rest[k], 0.0);)
    XPBD_EACH_PARTICLE(0, materials, numbers[k] = xpbd_of_c64(material[k], 0.0);)
    XPBD_AT(4, 0, materials, numbers[k] = xpbd_of_c64(material[k], 0.0);)
    XPBD_AT(5, 0, materials, numbers[k] = xpbd_of_c64(material[k], 0.0);)
    (void)formula(at, shape, numbers, g, &scale);
    XPBD_EACH_PARTICLE(0, arity, {
      PUT(out, 3 * k, g[k].x, l);
      PUT(out, 3 * k + 1, g[k].y, l);
      PUT(out, 3 * k + 2, g[k].z, l);
    })
    PUT(out, 3 * arity, scale, l);
  }
}

/* Columns from .. from + COLUMNS - 1 of a part of the matrix. Returns `sum` and their sizes. */
static double take_columns(const stepped *g, int arity, int first, int size, int from, double sum, double *hessian) {
  const int end = from + COLUMNS < size ? from + COLUMNS : size;
  double slope[3 * XPBD_MAX_ARITY][COLUMNS];
  for (int i = 0; i < size; i++) {
    OVER_LANES
    for (int l = 0; l < COLUMNS; l++) {
      const double _Complex scale = xpbd_of_c64(g->re[3 * arity][l], g->im[3 * arity][l]);
      const double _Complex own = xpbd_of_c64(g->re[first + i][l], g->im[first + i][l]) / scale;
      slope[i][l] = (creal(scale) > 0.0 ? cimag(own) : 0.0) / tiny_step;
    }
  }
  for (int k = from; k < end; k++)
    for (int i = 0; i < size; i++) {
      hessian[i * size + k] = slope[i][k - from];
      sum += fabs(slope[i][k - from]);
    }
  return sum;
}

XPBD_INLINE bool second_of(complex_fn *formula, int arity, int rests, int materials, const xpbd_vec3_f64 *x,
                           const double *rest, const double *material, int first, int size, double *hessian) {
  double sum = 0.0;
  for (int from = 0; from < size; from += COLUMNS) {
    alignas(64) double step[3 * XPBD_MAX_ARITY][COLUMNS] = {{0.0}};
    stepped g;
    for (int l = 0; l < COLUMNS && from + l < size; l++) step[first + from + l][l] = tiny_step;
    step_columns(formula, arity, rests, materials, x, rest, material, step, &g);
    sum = take_columns(&g, arity, first, size, from, sum, hessian);
  }
  if (isfinite(sum)) return true;
  memset(hessian, 0, (size_t)(size * size) * sizeof *hessian);
  return false;
}

#undef XPBD_FORMULA_ENTRY
#undef XPBD_SUMMED_ENTRY
#undef XPBD_FORMULA_RULE
#define XPBD_FORMULA_RULE(id)
#define XPBD_FORMULA_ENTRY(id, arity, rests, materials, ...)                                                           \
  XPBD_VALUE_FUNCTION(static, double, f64, id, arity, scale > 0.0)                                                     \
  static bool second_##id(const xpbd_vec3_f64 *x, const double *rest, const double *material, int first, int size,     \
                          double *hessian) {                                                                           \
    return second_of(xpbd_##id##_c64, arity, rests, materials, x, rest, material, first, size, hessian);               \
  }                                                                                                                    \
  extern const xpbd_derivatives XPBD_DERIVATIVES_NAME(id, XPBD_DERIVATIVES);                                           \
  const xpbd_derivatives XPBD_DERIVATIVES_NAME(id, XPBD_DERIVATIVES) = {xpbd_##id##_value_f64, second_##id};
#define XPBD_SUMMED_ENTRY(...) XPBD_FORMULA_ENTRY(__VA_ARGS__)
XPBD_UNIT_LINES
