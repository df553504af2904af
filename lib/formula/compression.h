/* Why this file exists: the energies of solids and sheets share the logarithm of the volume ratio J, continued where J
 * is small. Included by shared.h. The printed ln |J| is the same for J and -J, so an inverted element sits in a
 * mirrored well. The continued logarithm keeps falling, so only the upright well is left. */

/* ln J; below J = 0.1, its second-order Taylor polynomial at 0.1. *slope is the derivative. */
XPBD_INLINE REAL XPBD_NAME(continued_log)(REAL j, REAL *slope) {
  const REAL a = XPBD_SELECT_GT(j, R(0.1), j, R(0.1));
  const REAL inverse = R(1.0) / a;
  const REAL t = (j - a) * inverse; /* 0 above */
  *slope = (R(1.0) - t) * inverse;
  return XPBD_LOG(a) + t * XPBD_FMA(R(-0.5), t, R(1.0));
}
