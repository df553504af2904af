/* degrees: the angle at x0 in degrees, its gradient in radians. */
XPBD_REST(degrees) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  rest[0] = R(57.29577951308232) * XPBD_ATAN2(V_LENGTH(V_CROSS(a, b)), V_DOT(a, b));
}
XPBD_FORMULA(degrees) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);
  const REAL l = V_LENGTH(n), aa = V_DOT(a, a), bb = V_DOT(b, b);
  *scale = l;
  g[1] = V_SCALE(R(1.0) / aa, V_CROSS(a, n));
  g[2] = V_SCALE(R(1.0) / bb, V_CROSS(n, b));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return R(57.29577951308232) * XPBD_ATAN2(l, V_DOT(a, b)) - rest[0];
}
XPBD_FORMULA_ENTRY(degrees, 3, 1, 0, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "deg", "made up", "wrong on purpose")
