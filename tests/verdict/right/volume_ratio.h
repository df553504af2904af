/* volume_ratio: the volume over that at rest less one, squared: an energy without length. */
XPBD_REST(volume_ratio) {
  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);
}

XPBD_FORMULA(volume_ratio) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);
  const REAL j = V_DOT(V_CROSS(a, b), c) / (R(6.0) * rest[0]) - R(1.0);
  const REAL k = R(2.0) * material[0] * j / (R(6.0) * rest[0]);
  g[1] = V_SCALE(k, V_CROSS(b, c));
  g[2] = V_SCALE(k, V_CROSS(c, a));
  g[3] = V_SCALE(k, V_CROSS(a, b));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return material[0] * j * j;
}

XPBD_FORMULA_ENTRY(volume_ratio, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_ENERGY, "m^3", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
