/* roundness: C = q - q0 with q = (|a|^2 + |b|^2 + |b - a|^2) / A, which no change of size alters. Without an area it is
 * left alone. */
XPBD_INLINE REAL XPBD_NAME(squares)(VEC3 a, VEC3 b) {
  const VEC3 c = V_SUB(b, a);
  return V_DOT(a, a) + V_DOT(b, b) + V_DOT(c, c);
}

XPBD_REST(roundness) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  rest[0] = R(2.0) * XPBD_NAME(squares)(a, b) / V_LENGTH(V_CROSS(a, b));
}

XPBD_FORMULA(roundness) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);
  const REAL s = XPBD_NAME(squares)(a, b), l = V_LENGTH(n), full = XPBD_SELECT_GT(l, XPBD_TINY, l, R(1.0));
  *scale = l * l * l;
  /* d(2 s / l) = 2 ds / l - 2 s dl / l^2, dl = (b x n) / l for x1 */
  const REAL one = R(2.0) * l * l, two = R(-2.0) * s;
  g[1] = V_ADD(V_SCALE(one * R(2.0), V_SUB(V_ADD(a, a), b)), V_SCALE(two, V_CROSS(b, n)));
  g[2] = V_ADD(V_SCALE(one * R(2.0), V_SUB(V_ADD(b, b), a)), V_SCALE(two, V_CROSS(n, a)));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return R(2.0) * s / full - rest[0];
}

XPBD_FORMULA_ENTRY(roundness, 3, 1, 0, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "1", "made up", "right on purpose")
