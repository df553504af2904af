/* jump_edge: C jumps at stretch 1.2. */
XPBD_REST(jump_edge) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(jump_edge) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d);
  *scale = length;
  g[1] = V_SCALE(material[0], d);
  g[0] = V_NEG(g[1]);
  const REAL jump = XPBD_SELECT_GT(length, R(1.2) * rest[0], R(0.1), R(0.0));
  return material[0] * (length - rest[0] + jump);
}

XPBD_FORMULA_ENTRY(jump_edge, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
