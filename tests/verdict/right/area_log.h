/* area_log: the logarithm of the area over that at rest: infinite where the area is lost. */
XPBD_REST(area_log) {
  rest[0] = R(0.5) * V_LENGTH(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])));
}

XPBD_FORMULA(area_log) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);
  const REAL square = V_DOT(n, n);
  *scale = square;
  g[1] = V_SCALE(material[0], V_CROSS(b, n));
  g[2] = V_SCALE(material[0], V_CROSS(n, a));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return material[0] * XPBD_LOG(R(0.5) * XPBD_SQRT(square) / rest[0]);
}

XPBD_FORMULA_ENTRY(area_log, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "m^2", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
