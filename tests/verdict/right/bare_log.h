/* bare_log: a logarithm without guards: right as a file, and not yet what the checks of the tree ask. */
XPBD_REST(bare_log) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(bare_log) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d);
  *scale = V_DOT(d, d);
  g[1] = V_SCALE(material[0] * rest[0], d);
  g[0] = V_NEG(g[1]);
  return material[0] * rest[0] * XPBD_LOG(length / rest[0]);
}

XPBD_FORMULA_ENTRY(bare_log, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
