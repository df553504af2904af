/* strong: a spring whose strength is a field of the element. */
XPBD_REST(strong) {
  XPBD_NAME(edge_rest)(x, rest);
}

XPBD_FORMULA(strong) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), k = material[0] * rest[1];
  *scale = length;
  g[1] = V_SCALE(k, d);
  g[0] = V_NEG(g[1]);
  return k * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(strong, 2, 2, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
XPBD_FORMULA_FIELDS(strong, {"strength", "1", "times as strong", 1, 1, {1.0}, 0.1, 10.0})
