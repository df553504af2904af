/* Why this file exists: a formula given only by XPBD_VALUE(name) has no gradient. It gets the exact derivative by the
 * complex step, in every reading. Each coordinate costs a complex evaluation, so this serves for trying a formula out.
 * Included by reading.h, the complex reading first. XPBD_UNIT_VALUES holds an XPBD_VALUE_OF for each such formula.
 *
 * Degenerate: where C is finite and a derivative is NaN there is no gradient. The scale is then 0 and the solver leaves
 * the constraint alone. */
#if XPBD_SCALAR == 128
#include "xpbd/formula.h"
/* The slopes of C at x in double. Returns 0 where one is NaN. Not inlined, so that all kernels share one copy. */
#define XPBD_VALUE_OF(id, arity, rests, materials)                                                                     \
  __attribute__((noinline)) static int xpbd_##id##_slopes(const xpbd_vec3_f64 *x, const double *rest,                  \
                                                          const double *material, xpbd_vec3_f64 *slope) {              \
    xpbd_vec3_c64 at[XPBD_MAX_ARITY];                                                                                  \
    double _Complex shape[XPBD_MAX_REST], numbers[XPBD_MAX_MATERIAL];                                                  \
    const double h = 1e-60;                                                                                            \
    double sum = 0.0;                                                                                                  \
    for (int k = 0; k < (rests); k++) shape[k] = rest[k];                                                              \
    for (int k = 0; k < (materials); k++) numbers[k] = material[k];                                                    \
    for (int k = 0; k < (arity); k++) at[k].x = x[k].x, at[k].y = x[k].y, at[k].z = x[k].z;                            \
    for (int k = 0; k < (arity); k++)                                                                                  \
      for (int axis = 0; axis < 3; axis++) {                                                                           \
        double _Complex *const a = axis == 0 ? &at[k].x : axis == 1 ? &at[k].y : &at[k].z, held = *a;                  \
        *a = xpbd_of_c64(creal(held), h);                                                                              \
        const double _Complex c = xpbd_##id##_only_c64(at, shape, numbers);                                            \
        const double d = cimag(c) / h;                                                                                 \
        *a = held;                                                                                                     \
        sum += d;                                                                                                      \
        *(axis == 0 ? &slope[k].x : axis == 1 ? &slope[k].y : &slope[k].z) = d;                                        \
      }                                                                                                                \
    return sum == sum;                                                                                                 \
  }                                                                                                                    \
  XPBD_FORMULA(id) {                                                                                                   \
    xpbd_vec3_f64 real[XPBD_MAX_ARITY], slope[XPBD_MAX_ARITY];                                                         \
    double shape[XPBD_MAX_REST], numbers[XPBD_MAX_MATERIAL];                                                           \
    for (int k = 0; k < (rests); k++) shape[k] = creal(rest[k]);                                                       \
    for (int k = 0; k < (materials); k++) numbers[k] = creal(material[k]);                                             \
    for (int k = 0; k < (arity); k++) real[k] = (xpbd_vec3_f64){creal(x[k].x), creal(x[k].y), creal(x[k].z)};          \
    const int exists = xpbd_##id##_slopes(real, shape, numbers, slope);                                                \
    *scale = exists;                                                                                                   \
    for (int k = 0; k < (arity); k++)                                                                                  \
      g[k] = exists ? (xpbd_vec3_c64){slope[k].x, slope[k].y, slope[k].z} : (xpbd_vec3_c64){0, 0, 0};                  \
    return XPBD_NAME(id##_only)(x, rest, material);                                                                    \
  }
#else
#undef XPBD_VALUE_OF
#define XPBD_VALUE_OF(id, arity, rests, materials)                                                                     \
  XPBD_FORMULA(id) {                                                                                                   \
    xpbd_vec3_f64 wide[XPBD_MAX_ARITY], slope[XPBD_MAX_ARITY];                                                         \
    double shape[XPBD_MAX_REST], numbers[XPBD_MAX_MATERIAL];                                                           \
    for (int k = 0; k < (rests); k++) shape[k] = (double)rest[k];                                                      \
    for (int k = 0; k < (materials); k++) numbers[k] = (double)material[k];                                            \
    for (int k = 0; k < (arity); k++) wide[k] = (xpbd_vec3_f64){(double)x[k].x, (double)x[k].y, (double)x[k].z};       \
    const REAL value = XPBD_NAME(id##_only)(x, rest, material);                                                        \
    /* where C itself is not finite, the NaN has to show */                                                            \
    const int exists = xpbd_##id##_slopes(wide, shape, numbers, slope) || !(fabs((double)value) < (double)INFINITY);   \
    *scale = exists ? R(1.0) : R(0.0);                                                                                 \
    for (int k = 0; k < (arity); k++)                                                                                  \
      g[k] = exists ? XPBD_NAME(v_make)((REAL)slope[k].x, (REAL)slope[k].y, (REAL)slope[k].z) : V_ZERO;                \
    return value;                                                                                                      \
  }
#endif
XPBD_UNIT_VALUES
