/* Why this file exists: the natural logarithm made only of correctly rounded operations, like exp in exp.h, whose bit
 * functions it uses. Included by scalar.h per kind, after exp.h. Branch-free.
 *
 * a = 2^k m, sqrt(1/2) <= m < sqrt(2), f = m - 1 (exact), s = f / (2 + f), z = s^2:
 *   log(m) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + R),  R = 2 z (1/3 + z/5 + z^2/7 + ...)
 * The first term of the series left out is below 0.02 ULP (1/11 float, 1/23 double). f - f^2/2 and k ln 2 carry their
 * rounding errors, so that little more than the last addition rounds. */

/* R above, from z = s^2 <= 0.0295 */
XPBD_INLINE REAL XPBD_NAME(log_series)(REAL z) {
#if XPBD_SCALAR == 32
  REAL q = 2.0f / 9.0f;
#else
  REAL q = 2.0 / 21.0;
  q = XPBD_FMA(q, z, 2.0 / 19.0);
  q = XPBD_FMA(q, z, 2.0 / 17.0);
  q = XPBD_FMA(q, z, 2.0 / 15.0);
  q = XPBD_FMA(q, z, 2.0 / 13.0);
  q = XPBD_FMA(q, z, 2.0 / 11.0);
  q = XPBD_FMA(q, z, 2.0 / 9.0);
#endif
  q = XPBD_FMA(q, z, R(2.0) / R(7.0));
  q = XPBD_FMA(q, z, R(2.0) / R(5.0));
  q = XPBD_FMA(q, z, R(2.0) / R(3.0));
  return q * z;
}

/* m in [sqrt(1/2), sqrt(2)) and the whole number k with m 2^k = a, for a finite a > 0 (otherwise meaningless). */
XPBD_INLINE REAL XPBD_NAME(log_reduce)(REAL a, REAL *k) {
#if XPBD_SCALAR == 32
  const REAL smallest = 1.17549435e-38f, lift = 16777216.0f, lifted = 24.0f, magic = 12582912.0f, bias = 127.0f;
  const XPBD_UINT root_half = 0x3f3504f3u, one = 0x3f800000u, mantissa = 0x007fffffu;
  enum { PLACE = 23 };
#else
  const REAL smallest = 2.2250738585072014e-308, lift = 18014398509481984.0, lifted = 54.0, magic = 6755399441055744.0,
             bias = 1023.0;
  const XPBD_UINT root_half = 0x3fe6a09e667f3bcdu, one = 0x3ff0000000000000u, mantissa = 0x000fffffffffffffu;
  enum { PLACE = 52 };
#endif
  const REAL normal = XPBD_SELECT_GT(smallest, a, a * lift, a); /* a subnormal number has its exponent elsewhere */
  const REAL shift = XPBD_SELECT_GT(smallest, a, bias + lifted, bias);
  const XPBD_UINT u = XPBD_BITS(normal) + (one - root_half); /* the exponent now steps at sqrt(2) 2^k */
  /* an integer in the low bits of 1.5 * 2^(mantissa bits): converts without an instruction that AVX2 lacks */
  *k = (XPBD_FROM_BITS(XPBD_BITS(magic) + (u >> PLACE)) - magic) - shift;
  return XPBD_FROM_BITS((u & mantissa) + root_half);
}

/* ln a. 0 of either sign gives -infinity, a negative number NaN, infinity itself; NaN stays NaN. */
XPBD_INLINE REAL XPBD_NAME(log)(REAL a) {
#if XPBD_SCALAR == 32
  const REAL ln2_high = 0.693145752f, ln2_low = 1.42860677e-6f, largest = 3.40282347e+38f; /* high: 16 bits */
#else
  const REAL ln2_high = 0.69314718055989033, ln2_low = 5.4979230187083712e-14,
             largest = 1.7976931348623157e+308; /* high: 42 bits, so that its product with k is exact */
#endif
  REAL k;
  const REAL f = XPBD_NAME(log_reduce)(a, &k) - R(1.0);
  const REAL s = f / (R(2.0) + f), half = R(0.5) * f;
  const REAL high = XPBD_FMA(-half, f, f);       /* f - f^2/2 */
  const REAL low = XPBD_FMA(-half, f, f - high); /* what its rounding lost */
  const REAL whole = k * ln2_high;               /* 0, or larger than high: the loss of the sum is exact too */
  const REAL sum = whole + high;
  const REAL lost = XPBD_FMA(k, ln2_low, low) + (high - (sum - whole));
  const REAL log = sum + (lost + s * XPBD_FMA(half, f, XPBD_NAME(log_series)(s * s)));
  const REAL settled = XPBD_SELECT_GT(R(0.0), a, (REAL)NAN, a - (REAL)INFINITY); /* for a <= 0 or NaN */
  return XPBD_SELECT_GT(a, R(0.0), XPBD_SELECT_GT(a, largest, a, log), settled);
}
