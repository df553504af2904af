/* Why this file exists: exp and expm1 made only of correctly rounded operations, so that every compiler, vector width
 * and device returns the same bits. libm and CUDA's own differ in the last place. Included by scalar.h per kind.
 * Branch-free.
 *
 * a = n ln 2 + r, |r| <= ln 2 / 2. n is found by adding 1.5 * 2^(mantissa bits), whose low bits are then the integer n.
 * p = e^r - 1 by its Taylor series. The first term left out is below 0.03 ULP (degree 8 float, 13 double). A minimax
 * polynomial would be one degree shorter, but anyone can check the coefficients of a series. */
#undef XPBD_BITS
#undef XPBD_FROM_BITS
#undef XPBD_UINT
#if XPBD_SCALAR == 32
#define XPBD_BITS      xpbd_to_bits_f32
#define XPBD_FROM_BITS xpbd_from_bits_f32
#define XPBD_UINT      uint32_t
#else
#define XPBD_BITS      xpbd_to_bits_f64
#define XPBD_FROM_BITS xpbd_from_bits_f64
#define XPBD_UINT      uint64_t
#endif

/* e^r - 1 for |r| <= ln 2 / 2 */
XPBD_INLINE REAL XPBD_NAME(expm1_reduced)(REAL r) {
#if XPBD_SCALAR == 32
  REAL q = 1.0f / 40320.0f;
  q = XPBD_FMA(q, r, 1.0f / 5040.0f);
#else
  REAL q = 1.0 / 6227020800.0;
  q = XPBD_FMA(q, r, 1.0 / 479001600.0);
  q = XPBD_FMA(q, r, 1.0 / 39916800.0);
  q = XPBD_FMA(q, r, 1.0 / 3628800.0);
  q = XPBD_FMA(q, r, 1.0 / 362880.0);
  q = XPBD_FMA(q, r, 1.0 / 40320.0);
  q = XPBD_FMA(q, r, 1.0 / 5040.0);
#endif
  q = XPBD_FMA(q, r, R(1.0) / R(720.0));
  q = XPBD_FMA(q, r, R(1.0) / R(120.0));
  q = XPBD_FMA(q, r, R(1.0) / R(24.0));
  q = XPBD_FMA(q, r, R(1.0) / R(6.0));
  q = XPBD_FMA(q, r, R(0.5));
  return XPBD_FMA(r * r, q, r);
}

/* The integer nearest to a / ln 2, as bits (two's complement), and the rest r. */
XPBD_INLINE REAL XPBD_NAME(exp_reduce)(REAL a, XPBD_UINT *n) {
#if XPBD_SCALAR == 32
  const REAL magic = 12582912.0f, log2e = 1.44269504f, ln2_high = 0.693147182f, ln2_low = -1.90465421e-9f;
#else
  const REAL magic = 6755399441055744.0, log2e = 1.4426950408889634, ln2_high = 0.69314718055994529,
             ln2_low = 2.3190468138462996e-17;
#endif
  const REAL shifted = XPBD_FMA(a, log2e, magic);
  const REAL whole = shifted - magic;
  *n = XPBD_BITS(shifted) - XPBD_BITS(magic);
  return XPBD_FMA(-whole, ln2_low, XPBD_FMA(-whole, ln2_high, a));
}

/* 2^(n + offset) for a result in the normal range, n as bits. */
XPBD_INLINE REAL XPBD_NAME(power_of_two)(XPBD_UINT n) {
#if XPBD_SCALAR == 32
  return XPBD_FROM_BITS((n + 127u) << 23);
#else
  return XPBD_FROM_BITS((n + 1023u) << 52);
#endif
}

/* e^a. Overflows to infinity, underflows through subnormals to 0, NaN stays NaN. */
XPBD_INLINE REAL XPBD_NAME(exp)(REAL a) {
#if XPBD_SCALAR == 32
  const REAL low = -104.0f, high = 89.0f;
  const XPBD_UINT bias = 512u;
#else
  const REAL low = -746.0, high = 710.0;
  const XPBD_UINT bias = 4096u;
#endif
  REAL x = XPBD_SELECT_GT(a, high, high, a);
  x = XPBD_SELECT_GT(low, x, low, x);
  XPBD_UINT n;
  const REAL r = XPBD_NAME(exp_reduce)(x, &n);
  const REAL mantissa = R(1.0) + XPBD_NAME(expm1_reduced)(r);
  /* two steps, each a normal power of two, keep 2^128 and subnormal results right */
  const XPBD_UINT half = ((n + bias) >> 1) - (bias >> 1);
  return mantissa * XPBD_NAME(power_of_two)(half) * XPBD_NAME(power_of_two)(n - half);
}

/* e^a - 1 where that is finite and more than -1. */
XPBD_INLINE REAL XPBD_NAME(expm1_within)(REAL a) {
  XPBD_UINT n;
  const REAL r = XPBD_NAME(exp_reduce)(a, &n);
  const REAL p = XPBD_NAME(expm1_reduced)(r);
  const REAL scale = XPBD_NAME(power_of_two)(n - 1u); /* half of it, since 2^128 is not a float */
  return R(2.0) * XPBD_FMA(scale, p, scale - R(0.5));
}

/* e^a - 1 for a from low to high, and its value at the nearer end beyond them. A SIMD block waits for each operation in
 * turn, so there the ends are applied last, where nothing waits for them. This saves a twelfth of the time of `morse`.
 * On a device, clamping the argument first takes fewer instructions. */
XPBD_INLINE REAL XPBD_NAME(expm1_between)(REAL a, REAL low, XPBD_UNUSED REAL at_low, REAL high,
                                          XPBD_UNUSED REAL at_high) {
#if defined(__CUDACC__) || defined(XPBD_OPENCL_C)
  const REAL x = XPBD_SELECT_GT(a, high, high, a);
  return XPBD_NAME(expm1_within)(XPBD_SELECT_GT(low, x, low, x));
#else
  const REAL e = XPBD_SELECT_GT(a, high, at_high, XPBD_NAME(expm1_within)(a));
  return XPBD_SELECT_GT(low, a, at_low, e);
#endif
}

/* e^a - 1, accurate near 0, where e^a minus 1 would cancel (relative error eps / a). Below -60 it rounds to -1, and 2^n
 * would leave the normal range. */
XPBD_INLINE REAL XPBD_NAME(expm1)(REAL a) {
  const REAL high = XPBD_SCALAR == 32 ? R(89.0) : R(710.0);
  return XPBD_NAME(expm1_between)(a, R(-60.0), R(-1.0), high, (REAL)INFINITY);
}
