/* phantom: a rope that pulls, with a gradient where it is slack as well. */
XPBD_REST(phantom) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(phantom) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), pull = XPBD_SELECT_GT(length, rest[0], R(1.0), R(0.0));
  *scale = length;
  g[1] = V_SCALE(material[0], d);
  g[0] = V_NEG(g[1]);
  return material[0] * pull * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(phantom, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_KINKED, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
