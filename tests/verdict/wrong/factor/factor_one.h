/* factor_one: particle 0 gets half of what it should. */
XPBD_REST(factor_one) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(factor_one) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d);
  *scale = length;
  g[1] = V_SCALE(material[0], d);
  g[0] = V_SCALE(R(-0.5), g[1]);
  return material[0] * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(factor_one, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
