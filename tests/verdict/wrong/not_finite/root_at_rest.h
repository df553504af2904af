/* root_at_rest: the square root of the strain: no number in compression, no slope at rest. */
XPBD_REST(root_at_rest) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(root_at_rest) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), root = XPBD_SQRT(length - rest[0]);
  *scale = R(2.0) * length * root;
  g[1] = V_SCALE(material[0], d);
  g[0] = V_NEG(g[1]);
  return material[0] * root;
}

XPBD_FORMULA_ENTRY(root_at_rest, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
