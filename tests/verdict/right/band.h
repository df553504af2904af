/* band: a rope with slack: nothing in compression nor up to a tenth of stretch. */
XPBD_REST(band) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(band) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), slack = R(1.1) * rest[0], pull = XPBD_SELECT_GT(length, slack, R(1.0), R(0.0));
  *scale = length;
  g[1] = V_SCALE(material[0] * pull, d);
  g[0] = V_NEG(g[1]);
  return material[0] * pull * (length - slack);
}

XPBD_FORMULA_ENTRY(band, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_KINKED, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
