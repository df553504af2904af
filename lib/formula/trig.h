/* Why this file exists: acos and atan2 made only of correctly rounded operations, like exp in exp.h. Included by
 * scalar.h per kind. Branch-free. Both end as base + (turn + rest). The base, a known angle, is carried in two parts,
 * so that little more than the last two additions round. The series are Taylor's, as in exp.h, so that anyone can check
 * them. Minimax polynomials would save a third of the terms. */

/* (asin(w) - w) / w from z = w^2 <= 1/4: sum of binomial(2n, n) / (4^n (2n + 1)) z^n. The first term left out is below
 * 0.03 ULP (n = 11 float, 25 double). Numerators and denominators are exact, so each coefficient is rounded once. */
XPBD_INLINE REAL XPBD_NAME(asin_series)(REAL z) {
#if XPBD_SCALAR == 32
  REAL q = 184756.0f / (21.0f * 1048576.0f);
#else
  REAL q = 32247603683100.0 / (49.0 * 281474976710656.0);
  q = XPBD_FMA(q, z, 8233430727600.0 / (47.0 * 70368744177664.0));
  q = XPBD_FMA(q, z, 2104098963720.0 / (45.0 * 17592186044416.0));
  q = XPBD_FMA(q, z, 538257874440.0 / (43.0 * 4398046511104.0));
  q = XPBD_FMA(q, z, 137846528820.0 / (41.0 * 1099511627776.0));
  q = XPBD_FMA(q, z, 35345263800.0 / (39.0 * 274877906944.0));
  q = XPBD_FMA(q, z, 9075135300.0 / (37.0 * 68719476736.0));
  q = XPBD_FMA(q, z, 2333606220.0 / (35.0 * 17179869184.0));
  q = XPBD_FMA(q, z, 601080390.0 / (33.0 * 4294967296.0));
  q = XPBD_FMA(q, z, 155117520.0 / (31.0 * 1073741824.0));
  q = XPBD_FMA(q, z, 40116600.0 / (29.0 * 268435456.0));
  q = XPBD_FMA(q, z, 10400600.0 / (27.0 * 67108864.0));
  q = XPBD_FMA(q, z, 2704156.0 / (25.0 * 16777216.0));
  q = XPBD_FMA(q, z, 705432.0 / (23.0 * 4194304.0));
  q = XPBD_FMA(q, z, 184756.0 / (21.0 * 1048576.0));
#endif
  q = XPBD_FMA(q, z, R(48620.0) / (R(19.0) * R(262144.0)));
  q = XPBD_FMA(q, z, R(12870.0) / (R(17.0) * R(65536.0)));
  q = XPBD_FMA(q, z, R(3432.0) / (R(15.0) * R(16384.0)));
  q = XPBD_FMA(q, z, R(924.0) / (R(13.0) * R(4096.0)));
  q = XPBD_FMA(q, z, R(252.0) / (R(11.0) * R(1024.0)));
  q = XPBD_FMA(q, z, R(70.0) / (R(9.0) * R(256.0)));
  q = XPBD_FMA(q, z, R(20.0) / (R(7.0) * R(64.0)));
  q = XPBD_FMA(q, z, R(6.0) / (R(5.0) * R(16.0)));
  q = XPBD_FMA(q, z, R(1.0) / R(6.0));
  return q * z;
}

/* (atan(w) - w) / w from z = w^2 <= 0.0977: sum of (-z)^n / (2n + 1). The first term left out is below 0.02 ULP (n = 8
 * float, 16 double). */
XPBD_INLINE REAL XPBD_NAME(atan_series)(REAL z) {
#if XPBD_SCALAR == 32
  REAL q = -1.0f / 15.0f;
#else
  REAL q = -1.0 / 31.0;
  q = XPBD_FMA(q, z, 1.0 / 29.0);
  q = XPBD_FMA(q, z, -1.0 / 27.0);
  q = XPBD_FMA(q, z, 1.0 / 25.0);
  q = XPBD_FMA(q, z, -1.0 / 23.0);
  q = XPBD_FMA(q, z, 1.0 / 21.0);
  q = XPBD_FMA(q, z, -1.0 / 19.0);
  q = XPBD_FMA(q, z, 1.0 / 17.0);
  q = XPBD_FMA(q, z, -1.0 / 15.0);
#endif
  q = XPBD_FMA(q, z, R(1.0) / R(13.0));
  q = XPBD_FMA(q, z, R(-1.0) / R(11.0));
  q = XPBD_FMA(q, z, R(1.0) / R(9.0));
  q = XPBD_FMA(q, z, R(-1.0) / R(7.0));
  q = XPBD_FMA(q, z, R(1.0) / R(5.0));
  q = XPBD_FMA(q, z, R(-1.0) / R(3.0));
  return q * z;
}

/* arccos of a clamped to [-1, 1], in [0, pi]: rounding may carry a cosine past 1. NaN stays NaN. For |a| <= 1/2: pi/2 -
 * asin(a). Otherwise 2 asin(w), or pi minus that, with w = sqrt((1 - |a|) / 2). */
XPBD_INLINE REAL XPBD_NAME(acos)(REAL a) {
#if XPBD_SCALAR == 32
  const REAL pi_high = 3.14159274f, pi_low = -8.74227766e-8f;
#else
  const REAL pi_high = 3.1415926535897931, pi_low = 1.2246467991473532e-16;
#endif
  REAL x = XPBD_SELECT_GT(a, R(1.0), R(1.0), a);
  x = XPBD_SELECT_GT(R(-1.0), x, R(-1.0), x);
  const REAL size = XPBD_ABS(x);
  const REAL z = XPBD_SELECT_GT(size, R(0.5), R(0.5) * (R(1.0) - size), x * x);
  const REAL w = XPBD_SELECT_GT(size, R(0.5), XPBD_SQRT(z), x);
  const REAL base = XPBD_SELECT_GT(x, R(0.5), R(0.0), XPBD_SELECT_GT(R(-0.5), x, R(1.0), R(0.5))); /* times pi */
  const REAL turn = w * XPBD_SELECT_GT(x, R(0.5), R(2.0), XPBD_SELECT_GT(R(-0.5), x, R(-2.0), R(-1.0)));
  return XPBD_FMA(base, pi_high, turn + XPBD_FMA(turn, XPBD_NAME(asin_series)(z), base * pi_low));
}

/* The smaller and the larger of |y| and |x|, scaled: large enough that products are normal, small enough that sums are
 * finite. Two infinities become two equal numbers, so that (infinity, infinity) has the angle of (1, 1). The scale is a
 * power of two, so only a ratio that underflows is rounded. */
XPBD_INLINE REAL XPBD_NAME(atan2_scale)(REAL y, REAL x, REAL *large) {
#if XPBD_SCALAR == 32
  const REAL largest = 3.40282347e+38f, high = 8.50705917e+37f, low = 7.88860905e-31f, lift = 1.26765060e+30f;
#else
  const REAL largest = 1.7976931348623157e+308, high = 4.4942328371557898e+307, low = 1.1830521861667747e-271,
             lift = 8.4527124981706439e+270; /* 2^1022, 2^-900, 2^900; float 2^126, 2^-100, 2^100 */
#endif
  const REAL size_x = XPBD_ABS(x), size_y = XPBD_ABS(y);
  const REAL over = XPBD_SELECT_GT(size_y, size_x, size_y, size_x);
  const REAL under = XPBD_SELECT_GT(size_y, size_x, size_x, size_y);
  const REAL large_finite = XPBD_SELECT_GT(over, largest, largest, over);
  const REAL under_infinity = XPBD_SELECT_GT(under, largest, largest, R(0.0) * under);
  const REAL small = XPBD_SELECT_GT(over, largest, under_infinity, under);
  const REAL factor = XPBD_SELECT_GT(over, high, R(0.25), XPBD_SELECT_GT(low, over, lift, R(1.0)));
  *large = factor * large_finite;
  return factor * small;
}

/* The angle of (x, y) in (-pi, pi] (just above -pi may round to it), for x and y of any size, infinities too. A zero
 * counts as +0 whatever its sign: the angle of the negative x axis is pi, the angle of (0, 0) is 0. NaN stays NaN.
 * t = smaller / larger of |y|, |x|. atan(t) = atan(c) + atan(w), w = (t - c) / (1 + c t), for the nearest centre c of
 * 0, 1/2, 1. The direct part reaches to 5/16, beyond half way, because w has one more rounding than t. */
XPBD_INLINE REAL XPBD_NAME(atan2)(REAL y, REAL x) {
  /* In two parts. The high parts are multiples of 2^-22 (float), 2^-51 (double), so their sums are exact. */
#if XPBD_SCALAR == 32
  const REAL half_high = 0.463647604f, half_low = 5.01215869e-9f; /* atan(1/2) */
  const REAL one_high = 0.7853982449f, one_low = -8.14603425e-8f; /* atan(1) */
  const REAL right_high = 1.570796251f, right_low = 7.54979013e-8f;
  const REAL pi_high = 3.141592741f, pi_low = -8.74227766e-8f;
#else
  const REAL half_high = 0.463647609000806149, half_low = -3.281237377829614e-17;
  const REAL one_high = 0.785398163397448279, one_low = 3.061616997868383e-17;
  const REAL right_high = 1.57079632679489656, right_low = 6.123233995736766e-17;
  const REAL pi_high = 3.14159265358979312, pi_low = 1.2246467991473532e-16;
#endif
  REAL large;
  const REAL small = XPBD_NAME(atan2_scale)(y, x, &large);
  const REAL first = R(0.3125) * large, second = R(0.75) * large;
  const REAL centre = XPBD_SELECT_GT(small, second, R(1.0), XPBD_SELECT_GT(small, first, R(0.5), R(0.0)));
  REAL high = XPBD_SELECT_GT(small, second, one_high, XPBD_SELECT_GT(small, first, half_high, R(0.0)));
  REAL low = XPBD_SELECT_GT(small, second, one_low, XPBD_SELECT_GT(small, first, half_low, R(0.0)));
  const REAL divisor = XPBD_FMA(centre, small, large);
  /* the numerator is exact; 0 / 1 replaces 0 / 0, and a NaN is in the numerator too */
  const REAL w = XPBD_FMA(-centre, large, small) / XPBD_SELECT_GT(divisor, R(0.0), divisor, R(1.0));
  REAL turn = w;
  high = XPBD_SELECT_GT(XPBD_ABS(y), XPBD_ABS(x), right_high - high, high);
  low = XPBD_SELECT_GT(XPBD_ABS(y), XPBD_ABS(x), right_low - low, low);
  turn = XPBD_SELECT_GT(XPBD_ABS(y), XPBD_ABS(x), -turn, turn);
  high = XPBD_SELECT_GT(R(0.0), x, pi_high - high, high);
  low = XPBD_SELECT_GT(R(0.0), x, pi_low - low, low);
  turn = XPBD_SELECT_GT(R(0.0), x, -turn, turn);
  const REAL angle = high + (turn + XPBD_FMA(turn, XPBD_NAME(atan_series)(w * w), low));
  return XPBD_SELECT_GT(R(0.0), y, -angle, angle);
}
