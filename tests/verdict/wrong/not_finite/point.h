/* point: the division by the length is not guarded: 0 / 0 where the ends meet. */
XPBD_REST(point) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(point) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d);
  g[1] = V_SCALE(material[0] / length, d);
  g[0] = V_NEG(g[1]);
  return material[0] * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(point, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
