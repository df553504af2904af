/* Why this file exists: what the formulas whose potential is an energy share, C = sqrt(2 energy). Included by shared.h. */

/* The root of twice an energy, or of a modulus: 0 where that is 0, as its derivative is then, or where rounding makes it
 * negative; NaN stays NaN. */
XPBD_INLINE REAL XPBD_NAME(root_of)(REAL twice) {
  return XPBD_SELECT_GT(twice, R(0.0), XPBD_SQRT(twice), R(0.0) * twice);
}

/* What the gradient is divided by: C itself, at rest 0. Where C has overflowed the gradient has to show it, too. */
XPBD_INLINE REAL XPBD_NAME(scale_of)(REAL root) {
  return XPBD_SELECT_GT(XPBD_HUGE, root, root, R(1.0));
}
