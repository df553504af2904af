/* Why this file exists: constraint formulas are written against this abstract scalar. One text is then read as float,
 * double, double _Complex (exact derivatives by the complex step), hyper-dual numbers (exact second derivatives), a SIMD
 * lane and a CUDA thread.
 *
 * No include guard: define XPBD_SCALAR as 32, 64, 128 (complex) or 256 (hyper-dual) and include all.h, once per kind.
 *
 * Words a formula may use
 *   REAL, VEC3, R(0.5)              the scalar, a vector, a literal
 *   + - * /                         IEEE, correctly rounded everywhere
 *   XPBD_SQRT(a), XPBD_FMA(a, b, c) correctly rounded; FMA is a * b + c with one rounding. The compiler never contracts
 *                                   (-ffp-contract=off, nvcc -fmad=false)
 *   XPBD_EXP(a), XPBD_EXPM1(a)      our own, from the operations above: same bits on every backend. Largest error
 *                                   XPBD_EXP_ULP_F32/64, XPBD_EXPM1_ULP_F32/64 in types.h
 *   XPBD_LOG(a)                     natural logarithm, our own like exp: XPBD_LOG_ULP_F32/64. 0 gives -infinity, a
 *                                   negative number NaN
 *   XPBD_ACOS(a)                    in [0, pi], our own: XPBD_ACOS_ULP_F32/64. Clamps a to [-1, 1]; NaN stays NaN. Near
 *                                   +-1 a rounding of a moves the angle by the square root of eps: prefer XPBD_ATAN2
 *   XPBD_ATAN2(y, x)                angle of (x, y) in (-pi, pi], our own: XPBD_ATAN2_ULP_F32/64. Zeros count as +0, so
 *                                   (0, 0) gives 0 and the negative x axis pi; infinities as in C; no size overflows
 *   XPBD_SIN(a), XPBD_COS(a)        a in rad, our own: XPBD_SIN_ULP_F32/64, XPBD_COS_ULP_F32/64 for |a| <= 1e5. NaN above
 *   XPBD_TANH(a)                    hyperbolic tangent, our own: XPBD_TANH_ULP_F32/64
 *   XPBD_POW(a, b)                  a^b, our own: XPBD_POW_ULP_F32/64 times 1 + |b ln a| / 16. a < 0 gives
 *                                   NaN, also where b is whole: write a * a
 *   XPBD_ABS(a)                     absolute value
 *   XPBD_MIN(a, b), XPBD_MAX(a, b)  b if a > b, else a; a if a > b, else b. So a NaN in b gives a, or b
 *   XPBD_SELECT_GT(a, b, t, e)      a > b ? t : e without a branch; both sides are evaluated; NaN selects e
 *   V_ADD V_SUB V_SCALE V_NEG V_MADD V_DOT V_CROSS V_LENGTH V_ZERO
 *   XPBD_TINY, XPBD_FLAT, XPBD_NO_REST   below which a square or a sine counts as 0; "has no rest shape" (words.h)
 * Nothing else is allowed: no if on data, no globals, no pointers except its arguments and local arrays. */

#include "words.h"

#if XPBD_SCALAR == 128 && (defined(__CUDACC__) || defined(XPBD_OPENCL_C))
#include "complex_device.h"
#endif
#if defined(__CUDACC__) && !defined(XPBD_ROOT_IS_COUNTED) && XPBD_SCALAR == 32
#include "length.h"
#include "quick.h"
#endif

XPBD_INLINE VEC3 XPBD_NAME(v_make)(REAL x, REAL y, REAL z) {
  VEC3 v;
  v.x = x;
  v.y = y;
  v.z = z;
  return v;
}
XPBD_INLINE VEC3 XPBD_NAME(v_add)(VEC3 a, VEC3 b) {
  return XPBD_NAME(v_make)(a.x + b.x, a.y + b.y, a.z + b.z);
}
XPBD_INLINE VEC3 XPBD_NAME(v_sub)(VEC3 a, VEC3 b) {
  return XPBD_NAME(v_make)(a.x - b.x, a.y - b.y, a.z - b.z);
}
XPBD_INLINE VEC3 XPBD_NAME(v_scale)(REAL s, VEC3 a) {
  return XPBD_NAME(v_make)(s * a.x, s * a.y, s * a.z);
}
XPBD_INLINE VEC3 XPBD_NAME(v_neg)(VEC3 a) {
  return XPBD_NAME(v_make)(-a.x, -a.y, -a.z);
}
XPBD_INLINE VEC3 XPBD_NAME(v_madd)(REAL s, VEC3 a, VEC3 b) {
  return XPBD_NAME(v_make)(XPBD_FMA(s, a.x, b.x), XPBD_FMA(s, a.y, b.y), XPBD_FMA(s, a.z, b.z));
}
XPBD_INLINE REAL XPBD_NAME(v_dot)(VEC3 a, VEC3 b) {
  return XPBD_FMA(a.z, b.z, XPBD_FMA(a.y, b.y, a.x * b.x));
}
XPBD_INLINE VEC3 XPBD_NAME(v_cross)(VEC3 a, VEC3 b) {
  /* no fused multiply-add: with one, a x a would not be exactly 0 */
  return XPBD_NAME(v_make)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#if XPBD_SCALAR == 128
/* The complex reading serves the complex step, whose imaginary part (1e-60) is far below rounding. Functions are
 * continued to first order, which is exact there. They use libm (words.h), so they also check our own functions. */
XPBD_INLINE REAL XPBD_NAME(of)(double re, double im) {
#if defined(__CUDACC__)
  return xpbd_complex(re, im);
#elif defined(XPBD_OPENCL_C)
  REAL a;
  __real__ a = re, __imag__ a = im;
  return a;
#else
  /* C11's CMPLX(), which some headers lack for clang. A copy through memory would keep loops over several numbers from
   * being vectorised. */
  __extension__ const REAL a = __builtin_complex(re, im);
  return a;
#endif
}
XPBD_INLINE REAL xpbd_sqrt_c64(REAL a) {
  const double s = sqrt(creal(a));
  return XPBD_NAME(of)(s, cimag(a) / (2.0 * s));
}
#if defined(__CUDACC__) || defined(XPBD_OPENCL_C)
/* A device does not have the bits of libm. It refuses formulas with these functions (algebraic.h), which only have to
 * compile. Whole names, because drivers of OpenCL define macros such as expm1. */
#define XPBD_ABSENT(name, ...)                                                                                         \
  XPBD_INLINE REAL name(__VA_ARGS__) {                                                                                 \
    return XPBD_NAME(of)((double)NAN, (double)NAN);                                                                    \
  }
XPBD_ABSENT(xpbd_exp_c64, XPBD_UNUSED REAL a)
XPBD_ABSENT(xpbd_expm1_c64, XPBD_UNUSED REAL a)
XPBD_ABSENT(xpbd_expm1_between_c64, XPBD_UNUSED REAL a, XPBD_UNUSED REAL low, XPBD_UNUSED REAL at_low,
            XPBD_UNUSED REAL high, XPBD_UNUSED REAL at_high)
XPBD_ABSENT(xpbd_log_c64, XPBD_UNUSED REAL a)
XPBD_ABSENT(xpbd_acos_c64, XPBD_UNUSED REAL a)
XPBD_ABSENT(xpbd_atan2_c64, XPBD_UNUSED REAL y, XPBD_UNUSED REAL x)
XPBD_ABSENT(xpbd_sin_c64, XPBD_UNUSED REAL a)
XPBD_ABSENT(xpbd_cos_c64, XPBD_UNUSED REAL a)
XPBD_ABSENT(xpbd_tanh_c64, XPBD_UNUSED REAL a)
XPBD_ABSENT(xpbd_pow_c64, XPBD_UNUSED REAL a, XPBD_UNUSED REAL b)
#undef XPBD_ABSENT
#else
XPBD_INLINE REAL XPBD_NAME(exp)(REAL a) {
  return XPBD_NAME(of)(XPBD_LIBM(exp)(creal(a)), XPBD_LIBM(exp)(creal(a)) * cimag(a));
}
XPBD_INLINE REAL XPBD_NAME(expm1)(REAL a) {
  return XPBD_NAME(of)(XPBD_LIBM(expm1)(creal(a)), XPBD_LIBM(exp)(creal(a)) * cimag(a));
}
XPBD_INLINE REAL XPBD_NAME(expm1_between)(REAL a, REAL low, REAL at_low, REAL high, REAL at_high) {
  return creal(a) > creal(high) ? at_high : creal(low) > creal(a) ? at_low : XPBD_NAME(expm1)(a);
}
/* From here on the slope is 0 or NaN where there is none: at the clamp of acos, in the origin for atan2. */
XPBD_INLINE REAL XPBD_NAME(log)(REAL a) {
  return XPBD_NAME(of)(XPBD_LIBM(log)(creal(a)), cimag(a) / creal(a));
}
XPBD_INLINE REAL XPBD_NAME(acos)(REAL a) {
  const double x = creal(a), end = x > 0.0 ? 1.0 : -1.0, inside = fabs(x) >= 1.0 ? end : x;
  const double slope = -cimag(a) / sqrt((1.0 - x) * (1.0 + x)); /* no branch, for loops over several numbers */
  return XPBD_NAME(of)(XPBD_LIBM(acos)(inside), fabs(x) >= 1.0 ? 0.0 : slope);
}
XPBD_INLINE REAL XPBD_NAME(atan2)(REAL y, REAL x) {
  /* + 0.0 turns -0 into 0; divided by the length twice, because its square might overflow */
  const double s = creal(y) + 0.0, c = creal(x) + 0.0, length = XPBD_LIBM(hypot)(s, c);
  return XPBD_NAME(of)(XPBD_LIBM(atan2)(s, c), (c / length * cimag(y) - s / length * cimag(x)) / length);
}
XPBD_INLINE REAL XPBD_NAME(sin)(REAL a) {
  const double x = fabs(creal(a)) > 1e5 ? (double)NAN : creal(a);
  return XPBD_NAME(of)(XPBD_LIBM(sin)(x), XPBD_LIBM(cos)(x) * cimag(a));
}
XPBD_INLINE REAL XPBD_NAME(cos)(REAL a) {
  const double x = fabs(creal(a)) > 1e5 ? (double)NAN : creal(a);
  return XPBD_NAME(of)(XPBD_LIBM(cos)(x), -XPBD_LIBM(sin)(x) * cimag(a));
}
XPBD_INLINE REAL XPBD_NAME(tanh)(REAL a) {
  const double hyperbolic = XPBD_LIBM(cosh)(creal(a));
  return XPBD_NAME(of)(XPBD_LIBM(tanh)(creal(a)), cimag(a) / hyperbolic / hyperbolic);
}
XPBD_INLINE REAL XPBD_NAME(pow)(REAL a, REAL b) {
  const double x = creal(a), y = creal(b), power = XPBD_LIBM(pow)(x, y);
  const double value = x < 0.0 && (y > 0.0 || y < 0.0) ? (double)NAN : power;
  const double by_a = y * XPBD_LIBM(pow)(x, y - 1.0) * cimag(a), by_b = value * XPBD_LIBM(log)(x) * cimag(b);
  return XPBD_NAME(of)(value, (cimag(a) == 0.0 ? 0.0 : by_a) + (cimag(b) == 0.0 ? 0.0 : by_b)); /* may be infinite */
}
#endif
#elif XPBD_SCALAR != 256 /* hyper-dual numbers bring their functions */
#include "exp.h"
#include "log.h"
#include "trig.h"
#include "wave.h"
#include "power.h"
#endif

XPBD_INLINE REAL XPBD_NAME(s_min)(REAL a, REAL b) {
  return XPBD_SELECT_GT(a, b, b, a);
}
XPBD_INLINE REAL XPBD_NAME(s_max)(REAL a, REAL b) {
  return XPBD_SELECT_GT(a, b, a, b);
}
