/* factor_square: the derivative of the square without its 2. */
XPBD_REST(factor_square) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(factor_square) {
  const VEC3 d = V_SUB(x[1], x[0]);
  g[1] = V_SCALE(material[0], d);
  g[0] = V_NEG(g[1]);
  return material[0] * (V_DOT(d, d) - rest[0] * rest[0]);
}

XPBD_FORMULA_ENTRY(factor_square, 2, 1, 1, 1, XPBD_ON_OPPOSITES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
