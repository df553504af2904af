/* at_rest: the gradient of an absolute value is 0 / 0 at rest, where it has a kink as well. */
XPBD_REST(at_rest) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(at_rest) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), off = length - rest[0], size = XPBD_ABS(off);
  *scale = length;
  g[1] = V_SCALE(material[0] * off / size, d);
  g[0] = V_NEG(g[1]);
  return material[0] * size;
}

XPBD_FORMULA_ENTRY(at_rest, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
