/* Why this file exists: formulas whose potential is an energy share C = sqrt(2 energy). Included by shared.h. */

/* The root of twice an energy, or of a modulus. It is 0 where its argument is 0 (its derivative is then 0 too), or
 * where rounding makes the argument negative. NaN stays NaN. */
XPBD_INLINE REAL XPBD_NAME(root_of)(REAL twice) {
  return XPBD_SELECT_GT(twice, R(0.0), XPBD_SQRT(twice), R(0.0) * twice);
}

/* The divisor of the gradient: C itself, 0 at rest. Where C has overflowed, the gradient has to show it too. */
XPBD_INLINE REAL XPBD_NAME(scale_of)(REAL root) {
  return XPBD_SELECT_GT(XPBD_HUGE, root, root, R(1.0));
}
