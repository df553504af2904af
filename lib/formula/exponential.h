/* Why this file exists: the exponential e(g) = e^g - 1 that every constraint k (1 - e^g)^2 is made of, and its
 * continuation where g is large. Included by shared.h.
 *
 * As printed, k (1 - e^g)^2 has two faults. One projection lowers g > 0 by at most 1/2, and above 21.7 (float) or 177
 * (double) the squared gradient overflows: a stretched element stays stretched, and triangles blow up. Below g = -1.256
 * one projection overshoots past rest, and below -2.34 it ends farther from rest than it began.
 * clamped_expm1 therefore continues e(g) by its tangent outside XPBD_EXPONENT_LOW .. HIGH. e and its slope are
 * continuous, and C stays k e^2 with the gradient 2 k e e' grad g. Inside, it is bit-identical to literal_expm1, the
 * printed law.
 * expm1 is used because 1 - e^g would cancel near rest (relative error eps / g). */
#undef XPBD_EXPONENT_LOW
#undef XPBD_EXPONENT_HIGH
#undef XPBD_EXPM1_LOW
#undef XPBD_EXPM1_HIGH
#define XPBD_EXPONENT_LOW  R(-1.0)
#define XPBD_EXPONENT_HIGH R(1.0)
/* XPBD_EXPM1 at the two ends, to the bit. */
#if XPBD_SCALAR == 32
#define XPBD_EXPM1_LOW  (-0x1.43a54ep-1f)
#define XPBD_EXPM1_HIGH 0x1.b7e15p+0f
#else
#define XPBD_EXPM1_LOW  (-0x1.43a54e4e98864p-1)
#define XPBD_EXPM1_HIGH 0x1.b7e151628aed3p+0
#endif

/* e^g - 1, continued by its tangents outside the range. *slope is its derivative. */
XPBD_INLINE REAL XPBD_NAME(clamped_expm1)(REAL g, REAL *slope) {
  REAL a = XPBD_SELECT_GT(g, XPBD_EXPONENT_HIGH, XPBD_EXPONENT_HIGH, g);
  a = XPBD_SELECT_GT(XPBD_EXPONENT_LOW, a, XPBD_EXPONENT_LOW, a);
  const REAL e = XPBD_NAME(expm1_between)(g, XPBD_EXPONENT_LOW, XPBD_EXPM1_LOW, XPBD_EXPONENT_HIGH, XPBD_EXPM1_HIGH);
  *slope = e + R(1.0);
  return XPBD_FMA(*slope, g - a, e); /* g - a is exactly 0 inside */
}

/* e^g - 1 everywhere: overflows to infinity above g = 89 (float), 710 (double). */
XPBD_INLINE REAL XPBD_NAME(literal_expm1)(REAL g, REAL *slope) {
  const REAL e = XPBD_EXPM1(g);
  *slope = e + R(1.0);
  return e;
}
