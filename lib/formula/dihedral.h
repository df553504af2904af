/* dihedral: C = k (fold - theta), the fold between two triangles that share the edge x0 x1 and have the wings x2 and x3
 *
 * rest[0] = theta [rad], field of dihedral, material[0] = k [1]. C in rad. With e = x1 - x0, a = x2 - x0, b = x3 - x0:
 *   dihedral       fold = atan2(e . (nA x nB) / |e|, nA . nB), nA = e x a, nB = b x e: flat = 0, signed, accurate for
 *                  every fold; C is wrapped to (-pi, pi]
 *   dihedral_acos  acos(N1 . N2), N1 = (e x a) / |.|, N2 = (e x b) / |.|, as printed: flat = pi, folded shut = 0
 * The printed form cannot tell to which side a cloth folds. Its gradient is 0 / 0 exactly where a flat cloth rests (in
 * float for folds below 3.5e-4 rad). The two are related by acos form = pi - |fold|.
 * Source: Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, Eq. (10); Mueller et al. 2007.
 * Degenerate: a triangle without area or an edge without length. The acos form also where 1 - c^2 is below 1e-6 in
 * float or 1e-12 in double. The scale is then 0 and the solver leaves the constraint alone. */

XPBD_REST(dihedral) {
  rest[0] = XPBD_NAME(rest_fold)(x, rest[0]);
}
XPBD_REST(dihedral_acos) {
  const VEC3 e = V_SUB(x[1], x[0]), n1 = V_CROSS(e, V_SUB(x[2], x[0])), n2 = V_CROSS(e, V_SUB(x[3], x[0]));
  rest[0] = XPBD_ATAN2(V_LENGTH(V_CROSS(n1, n2)), V_DOT(n1, n2));
}

XPBD_FORMULA(dihedral) {
  return XPBD_NAME(fold_from)(x, material[0], rest[0], g, scale);
}

XPBD_FORMULA(dihedral_acos) {
  const VEC3 e = V_SUB(x[1], x[0]), a = V_SUB(x[2], x[0]), b = V_SUB(x[3], x[0]);
  const VEC3 na = V_CROSS(e, a), nb = V_CROSS(e, b);
  const REAL aa = V_LENGTH(na), bb = V_LENGTH(nb);
  const REAL over_a = XPBD_SELECT_GT(aa, XPBD_TINY, R(1.0) / aa, R(0.0));
  const REAL over_b = XPBD_SELECT_GT(bb, XPBD_TINY, R(1.0) / bb, R(0.0));
  const VEC3 n1 = V_SCALE(over_a, na), n2 = V_SCALE(over_b, nb);
  const REAL c = V_DOT(n1, n2), ss = R(1.0) - c * c;
  const VEC3 p1 = V_SCALE(-material[0] * over_a, V_MADD(-c, n1, n2));
  const VEC3 p2 = V_SCALE(-material[0] * over_b, V_MADD(-c, n2, n1));
  g[2] = V_CROSS(p1, e);
  g[3] = V_CROSS(p2, e);
  g[1] = V_ADD(V_CROSS(a, p1), V_CROSS(b, p2));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  *scale = XPBD_SELECT_GT(
      aa, XPBD_TINY,
      XPBD_SELECT_GT(bb, XPBD_TINY, XPBD_SELECT_GT(ss, XPBD_BLIND, XPBD_SQRT(XPBD_ABS(ss)), R(0.0)), R(0.0)), R(0.0));
  return material[0] * (XPBD_ACOS(c) - rest[0]);
}
