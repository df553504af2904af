/* shear_angle: C = k (angle(x1 - x0, x2 - x0) - gamma), the angle at the apex x0 of a triangle
 *
 * rest[0] = gamma [rad], material[0] = k [1]. C in rad. With a = x1 - x0, b = x2 - x0, n = a x b:
 *   shear_angle       atan2(|n|, a . b)             gradients -(n x a) / (|n| |a|^2) and (n x b) / (|n| |b|^2)
 *   shear_angle_acos  acos(a . b / (|a| |b|)), as printed
 * Both are the same angle. The printed form loses its digits as the angle nears 0 or pi, because 1 - c^2 cancels. The
 * other form has no direction only at 0 and pi themselves.
 * Source: Cetinaslan and Chaves, Energy Embedded Gauss-Seidel, Eq. (9).
 * Degenerate: a side of length 0, or an angle of 0 or pi (its sine below 1e-7 in float, 1e-14 in double; acos: below
 * 1e-3 and 1e-6). The scale is then 0 and the solver leaves the constraint alone. */

XPBD_INLINE void XPBD_NAME(shear_angle_of)(const VEC3 *x, REAL *rest) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  rest[0] = XPBD_ATAN2(V_LENGTH(V_CROSS(a, b)), V_DOT(a, b));
}
XPBD_REST(shear_angle) {
  XPBD_NAME(shear_angle_of)(x, rest);
}
XPBD_REST(shear_angle_acos) {
  XPBD_NAME(shear_angle_of)(x, rest);
}

XPBD_FORMULA(shear_angle) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), nn = V_DOT(n, n), sine = XPBD_SQRT(nn);
  const REAL along_a = XPBD_SELECT_GT(aa, XPBD_TINY, material[0] / aa, R(0.0));
  const REAL along_b = XPBD_SELECT_GT(bb, XPBD_TINY, material[0] / bb, R(0.0));
  g[1] = V_SCALE(-along_a, V_CROSS(n, a));
  g[2] = V_SCALE(along_b, V_CROSS(n, b));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  *scale = XPBD_SELECT_GT(nn, XPBD_FLAT * XPBD_FLAT * aa * bb, sine, R(0.0));
  return material[0] * (XPBD_ATAN2(sine, V_DOT(a, b)) - rest[0]);
}

XPBD_FORMULA(shear_angle_acos) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  const REAL aa = V_DOT(a, a), bb = V_DOT(b, b), product = XPBD_SQRT(aa) * XPBD_SQRT(bb);
  const REAL inverse = XPBD_SELECT_GT(product, XPBD_TINY, R(1.0) / product, R(0.0));
  const REAL c = V_DOT(a, b) * inverse, ss = R(1.0) - c * c;
  const REAL along_a = XPBD_SELECT_GT(aa, XPBD_TINY, c / aa, R(0.0));
  const REAL along_b = XPBD_SELECT_GT(bb, XPBD_TINY, c / bb, R(0.0));
  g[1] = V_SCALE(-material[0], V_MADD(-along_a, a, V_SCALE(inverse, b)));
  g[2] = V_SCALE(-material[0], V_MADD(-along_b, b, V_SCALE(inverse, a)));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  *scale = XPBD_SELECT_GT(product, XPBD_TINY, XPBD_SELECT_GT(ss, XPBD_BLIND, XPBD_SQRT(XPBD_ABS(ss)), R(0.0)), R(0.0));
  return material[0] * (XPBD_ACOS(c) - rest[0]);
}
