/* Why this file exists: sin and cos made only of correctly rounded operations, like exp in exp.h, whose bit functions
 * they use. Included by scalar.h per kind, after exp.h. Branch-free.
 *
 * a = n pi/2 + r, |r| <= pi/4, with pi/2 in three parts (Cody and Waite) and r in two. The first product is subtracted
 * exactly, so r keeps its digits next to the zeros of both functions. n is found as in exp.h, and its last two bits
 * choose the function and the sign. Above XPBD_WAVE_LARGEST n is too large for that, and the result is NaN.
 * The series are Taylor's: the first term left out is below 0.03 ULP. */
#undef XPBD_WAVE_LARGEST
#define XPBD_WAVE_LARGEST R(100000.0)

/* (sin r - r) / r from z = r^2 <= 0.617 */
XPBD_INLINE REAL XPBD_NAME(sin_series)(REAL z) {
#if XPBD_SCALAR == 32
  REAL q = 1.0f / 362880.0f;
#else
  REAL q = 1.0 / 355687428096000.0;
  q = XPBD_FMA(q, z, -1.0 / 1307674368000.0);
  q = XPBD_FMA(q, z, 1.0 / 6227020800.0);
  q = XPBD_FMA(q, z, -1.0 / 39916800.0);
  q = XPBD_FMA(q, z, 1.0 / 362880.0);
#endif
  q = XPBD_FMA(q, z, R(-1.0) / R(5040.0));
  q = XPBD_FMA(q, z, R(1.0) / R(120.0));
  q = XPBD_FMA(q, z, R(-1.0) / R(6.0));
  return q * z;
}

/* (cos r - 1 + r^2 / 2) / r^4 */
XPBD_INLINE REAL XPBD_NAME(cos_series)(REAL z) {
#if XPBD_SCALAR == 32
  REAL q = -1.0f / 3628800.0f;
#else
  REAL q = 1.0 / 20922789888000.0;
  q = XPBD_FMA(q, z, -1.0 / 87178291200.0);
  q = XPBD_FMA(q, z, 1.0 / 479001600.0);
  q = XPBD_FMA(q, z, -1.0 / 3628800.0);
#endif
  q = XPBD_FMA(q, z, R(1.0) / R(40320.0));
  q = XPBD_FMA(q, z, R(-1.0) / R(720.0));
  return XPBD_FMA(q, z, R(1.0) / R(24.0));
}

/* The integer n nearest to a / (pi/2), as bits, and the rest r = high + *low. */
XPBD_INLINE REAL XPBD_NAME(s_wave_reduce)(REAL a, XPBD_UINT *n, REAL *low) {
#if XPBD_SCALAR == 32
  const REAL magic = 12582912.0f, over_right = 0.636619747f;
  const REAL first = 1.57079637f, second = -4.37113883e-8f, third = -1.71512489e-15f;
#else
  const REAL magic = 6755399441055744.0, over_right = 0.63661977236758138;
  const REAL first = 1.5707963267948966, second = 6.123233995736766e-17, third = -1.4973849048591833e-33;
#endif
  const REAL shifted = XPBD_FMA(a, over_right, magic);
  const REAL whole = shifted - magic;
  const REAL rest = XPBD_FMA(-whole, first, a); /* exact: a multiple of the last place of `first` */
  const REAL product = -whole * second, high = rest + product, added = high - rest;
  const REAL lost =
      (rest - (high - added)) + (product - added); /* by the sum; then by the product, and the third part */
  *n = XPBD_BITS(shifted) - XPBD_BITS(magic);
  *low = XPBD_FMA(-whole, third, lost + XPBD_FMA(-whole, second, -product));
  return high;
}

/* sin(a + turns pi/2) */
XPBD_INLINE REAL XPBD_NAME(s_wave)(REAL a, XPBD_UINT turns) {
  const REAL magic = XPBD_SCALAR == 32 ? R(12582912.0) : R(6755399441055744.0);
  const XPBD_UINT one = 1u, two = 2u;
  const REAL inside = XPBD_SELECT_GT(XPBD_ABS(a), XPBD_WAVE_LARGEST, R(0.0), a);
  XPBD_UINT n;
  REAL low;
  const REAL r = XPBD_NAME(s_wave_reduce)(inside, &n, &low), z = r * r, half = R(0.5) * r;
  const REAL sine = r + XPBD_FMA(r, XPBD_NAME(sin_series)(z), XPBD_FMA(-half * r, low, low));
  const REAL top = XPBD_FMA(-half, r, R(1.0)); /* 1 - r^2/2, and then what its rounding lost */
  const REAL cosine = top + (XPBD_FMA(-half, r, R(1.0) - top) + XPBD_FMA(z * z, XPBD_NAME(cos_series)(z), -r * low));
  /* an integer in the low bits of 1.5 * 2^(mantissa bits), as in log.h */
  const XPBD_UINT quarter = n + turns;
  const REAL odd = XPBD_FROM_BITS(XPBD_BITS(magic) + (quarter & one)) - magic;
  const REAL turned = XPBD_FROM_BITS(XPBD_BITS(magic) + (quarter & two)) - magic; /* 0 or 2 */
  const REAL value = XPBD_SELECT_GT(odd, R(0.5), cosine, sine);
  return XPBD_SELECT_GT(XPBD_ABS(a), XPBD_WAVE_LARGEST, (REAL)NAN, value * (R(1.0) - turned));
}

/* The sine of a [rad]. NaN for |a| above XPBD_WAVE_LARGEST. */
XPBD_INLINE REAL XPBD_NAME(sin)(REAL a) {
  return XPBD_NAME(s_wave)(a, 0u);
}
/* The cosine of a [rad]. NaN for |a| above XPBD_WAVE_LARGEST. */
XPBD_INLINE REAL XPBD_NAME(cos)(REAL a) {
  return XPBD_NAME(s_wave)(a, 1u);
}
