/* bend: the angle between two triangles over that at rest, on the circle. */
XPBD_INLINE REAL XPBD_NAME(fold)(const VEC3 *x) {
  const VEC3 e = V_SUB(x[1], x[0]), na = V_CROSS(e, V_SUB(x[2], x[0])), nb = V_CROSS(V_SUB(x[3], x[0]), e);
  return XPBD_ATAN2(V_DOT(V_CROSS(na, nb), e), V_LENGTH(e) * V_DOT(na, nb));
}
XPBD_REST(bend) {
  rest[0] = XPBD_NAME(fold)(x);
}
XPBD_FORMULA(bend) {
  const VEC3 e = V_SUB(x[1], x[0]), na = V_CROSS(e, V_SUB(x[2], x[0])), nb = V_CROSS(V_SUB(x[3], x[0]), e);
  const REAL l = V_LENGTH(e), k = material[0], aa = V_DOT(na, na), bb = V_DOT(nb, nb), pi = R(3.14159265358979323846);
  const REAL d = XPBD_NAME(fold)(x) - rest[0], low = XPBD_SELECT_GT(d, pi, d - R(2.0) * pi, d);
  const REAL wrapped = XPBD_SELECT_GT(low, -pi, low, low + R(2.0) * pi);
  g[2] = V_SCALE(-k * l / aa, na);
  g[3] = V_SCALE(-k * l / bb, nb);
  const VEC3 a = V_SCALE(V_DOT(V_SUB(x[2], x[0]), e), g[2]), b = V_SCALE(V_DOT(V_SUB(x[3], x[0]), e), g[3]);
  g[1] = V_SCALE(R(-1.0) / (l * l), V_ADD(a, b));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return k * wrapped;
}
XPBD_FORMULA_ENTRY(bend, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_LITERAL, "rad", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
