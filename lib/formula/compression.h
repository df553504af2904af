/* Why this file exists: what the energies of solids and of sheets share: the logarithm of the change of volume J, where
 * J is small. Included by shared.h. As printed ln |J| is the same for J and -J, so that an inverted element sits in a
 * mirrored well; continued it falls on, and the one well is upright. */

/* ln J, below J = 0.1 its Taylor polynomial of second order there; *slope is the derivative. */
XPBD_INLINE REAL XPBD_NAME(continued_log)(REAL j, REAL *slope) {
  const REAL a = XPBD_SELECT_GT(j, R(0.1), j, R(0.1));
  const REAL inverse = R(1.0) / a;
  const REAL t = (j - a) * inverse; /* 0 above */
  *slope = (R(1.0) - t) * inverse;
  return XPBD_LOG(a) + t * XPBD_FMA(R(-0.5), t, R(1.0));
}
