/* barrier: C = -k A0 ln(A / A0), which keeps a triangle from collapsing: its area has no other end than infinity. */
XPBD_REST(barrier) {
  rest[0] = R(0.5) * V_LENGTH(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])));
}

XPBD_FORMULA(barrier) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);
  const REAL square = V_DOT(n, n), k = -material[0] * rest[0];
  *scale = square;
  g[1] = V_SCALE(k, V_CROSS(b, n));
  g[2] = V_SCALE(k, V_CROSS(n, a));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return R(0.5) * k * XPBD_LOG(square / (R(4.0) * rest[0] * rest[0]));
}

XPBD_FORMULA_ENTRY(barrier, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "m^2", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
