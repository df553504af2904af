/* Why this file exists: every bending formula that needs it shares the signed fold between two triangles. They share
 * the edge x0 x1 and have the wings x2 and x3. Included by shared.h. With e = x1 - x0, a = x2 - x0, b = x3 - x0
 *
 *   fold = atan2(e . (nA x nB) / |e|, nA . nB), nA = e x a, nB = b x e: flat = 0, accurate for every fold. */

XPBD_INLINE REAL XPBD_NAME(fold_of)(VEC3 e, REAL length, VEC3 na, VEC3 nb) {
  const REAL inverse = XPBD_SELECT_GT(length, XPBD_TINY, R(1.0) / length, R(0.0));
  return XPBD_ATAN2(V_DOT(e, V_CROSS(na, nb)) * inverse, V_DOT(na, nb));
}

/* The fold of the hinge x [4]. */
XPBD_INLINE REAL XPBD_NAME(fold_at)(const VEC3 *x) {
  const VEC3 e = V_SUB(x[1], x[0]);
  return XPBD_NAME(fold_of)(e, V_LENGTH(e), V_CROSS(e, V_SUB(x[2], x[0])), V_CROSS(V_SUB(x[3], x[0]), e));
}

/* The rest angle of the hinge x [4]: the given one, or the fold if that is NaN. */
XPBD_INLINE REAL XPBD_NAME(rest_fold)(const VEC3 *x, REAL given) {
  return XPBD_SELECT_GT(XPBD_ABS(given), R(-1.0), given, XPBD_NAME(fold_at)(x));
}

/* a - b on the circle, in (-pi, pi]. */
XPBD_INLINE REAL XPBD_NAME(turn_between)(REAL a, REAL b) {
  const REAL pi = R(3.14159265358979323846), d = a - b;
  const REAL low = XPBD_SELECT_GT(d, pi, d - R(2.0) * pi, d);
  return XPBD_SELECT_GT(low, -pi, low, low + R(2.0) * pi);
}

/* C = s (fold - theta) and its gradients for the hinge x [4]. *scale is 0 where a triangle has no area. */
XPBD_INLINE REAL XPBD_NAME(fold_from)(const VEC3 *x, REAL s, REAL theta, VEC3 *g, REAL *scale) {
  const VEC3 e = V_SUB(x[1], x[0]), a = V_SUB(x[2], x[0]), b = V_SUB(x[3], x[0]);
  const VEC3 na = V_CROSS(e, a), nb = V_CROSS(b, e);
  const REAL ee = V_DOT(e, e), aa = V_DOT(na, na), bb = V_DOT(nb, nb), length = XPBD_SQRT(ee);
  const REAL over_ee = XPBD_SELECT_GT(ee, XPBD_TINY, R(1.0) / ee, R(0.0));
  /* where the squares overflow, so does the gradient: it must not look like one that vanishes */
  const REAL over_aa = XPBD_SELECT_GT(XPBD_HUGE, aa, R(1.0) / aa, aa),
             over_bb = XPBD_SELECT_GT(XPBD_HUGE, bb, R(1.0) / bb, bb);
  /* fourth powers of lengths: a small triangle still counts as one with an area, until they underflow */
  const REAL least = R(1.0) / XPBD_HUGE;
  const REAL to_a = XPBD_SELECT_GT(aa, least, s * length * over_aa, R(0.0));
  const REAL to_b = XPBD_SELECT_GT(bb, least, s * length * over_bb, R(0.0));
  const REAL along_a = V_DOT(a, e) * over_ee, along_b = V_DOT(b, e) * over_ee;
  g[2] = V_SCALE(-to_a, na);
  g[3] = V_SCALE(-to_b, nb);
  g[1] = V_NEG(V_MADD(along_a, g[2], V_SCALE(along_b, g[3])));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  *scale = XPBD_SELECT_GT(aa, least, XPBD_SELECT_GT(bb, least, R(1.0), R(0.0)), R(0.0));
  return s * XPBD_NAME(turn_between)(XPBD_NAME(fold_of)(e, length, na, nb), theta);
}
