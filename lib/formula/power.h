/* Why this file exists: tanh and powers made only of correctly rounded operations, from the parts of exp.h and log.h.
 * Included by scalar.h per kind, after both. Branch-free. */

/* tanh a = e / (e + 2), e = e^2|a| - 1, with the sign of a. From 10 (float) or 20 (double) on it rounds to 1. */
XPBD_INLINE REAL XPBD_NAME(tanh)(REAL a) {
  const REAL most = XPBD_SCALAR == 32 ? R(10.0) : R(20.0), size = XPBD_ABS(a);
  const REAL e = XPBD_NAME(expm1)(R(2.0) * XPBD_SELECT_GT(size, most, most, size)), value = e / (e + R(2.0));
  return XPBD_SELECT_GT(R(0.0), a, -value, value);
}

/* ln a = high + *low for a finite a > 0: the last sum of log() in log.h, and the rounding error of that sum. */
XPBD_INLINE REAL XPBD_NAME(log_parts)(REAL a, REAL *low) {
#if XPBD_SCALAR == 32
  const REAL ln2_high = 0.693145752f, ln2_low = 1.42860677e-6f;
#else
  const REAL ln2_high = 0.69314718055989033, ln2_low = 5.4979230187083712e-14;
#endif
  REAL k;
  const REAL f = XPBD_NAME(log_reduce)(a, &k) - R(1.0), s = f / (R(2.0) + f), half = R(0.5) * f;
  const REAL square = XPBD_FMA(-half, f, f), whole = k * ln2_high, sum = whole + square;
  const REAL lost = XPBD_FMA(k, ln2_low, XPBD_FMA(-half, f, f - square)) + (square - (sum - whole));
  const REAL more = lost + s * XPBD_FMA(half, f, XPBD_NAME(log_series)(s * s)), high = sum + more;
  *low = (sum - high) + more;
  return high;
}

/* e^(high + low) for |low| far below |high|. Like exp(), with `low` added to the reduced argument. */
XPBD_INLINE REAL XPBD_NAME(exp_parts)(REAL high, REAL low) {
#if XPBD_SCALAR == 32
  const REAL least = -104.0f, most = 89.0f;
  const XPBD_UINT bias = 512u;
#else
  const REAL least = -746.0, most = 710.0;
  const XPBD_UINT bias = 4096u;
#endif
  REAL x = XPBD_SELECT_GT(high, most, most, high);
  x = XPBD_SELECT_GT(least, x, least, x);
  XPBD_UINT n;
  const REAL r = XPBD_NAME(exp_reduce)(x, &n) + XPBD_SELECT_GT(XPBD_ABS(high), -least, R(0.0), low);
  const REAL mantissa = R(1.0) + XPBD_NAME(expm1_reduced)(r);
  const XPBD_UINT half = ((n + bias) >> 1) - (bias >> 1);
  return mantissa * XPBD_NAME(power_of_two)(half) * XPBD_NAME(power_of_two)(n - half);
}

/* a^b for a >= 0. A negative a gives NaN, also where b is whole: a derivative by b needs the logarithm. a^0 is 1, 0^b is
 * 0 for b > 0 and infinity for b < 0. */
XPBD_INLINE REAL XPBD_NAME(pow)(REAL a, REAL b) {
#if XPBD_SCALAR == 32
  const REAL largest = 3.40282347e+38f;
#else
  const REAL largest = 1.7976931348623157e+308;
#endif
  REAL low;
  const REAL log = XPBD_NAME(log_parts)(a, &low), high = b * log;
  const REAL inside = XPBD_NAME(exp_parts)(high, XPBD_FMA(b, log, -high) + b * low);
  const REAL infinite = (REAL)INFINITY; /* NaN in b stays NaN */
  const REAL zero = XPBD_SELECT_GT(b, R(0.0), R(0.0), XPBD_SELECT_GT(R(0.0), b, infinite, b));
  const REAL over = XPBD_SELECT_GT(b, R(0.0), infinite, XPBD_SELECT_GT(R(0.0), b, R(0.0), b));
  const REAL outside = XPBD_SELECT_GT(R(0.0), a, (REAL)NAN, zero + (a - a)); /* and so does NaN in a */
  const REAL value = XPBD_SELECT_GT(a, R(0.0), XPBD_SELECT_GT(a, largest, over, inside), outside);
  return XPBD_SELECT_GT(XPBD_ABS(b), R(0.0), value, R(1.0) + b);
}
