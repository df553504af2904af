/* whole_literal: an integer in R(), which float does not know; a second mistake in that line stops the compiler. */
XPBD_REST(whole_literal) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(whole_literal) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d);
  *scale = length;
  g[1] = V_SCALE(material[0], d);
  g[0] = V_NEG(g[1]);
  return R(2) * materiel[0] * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(whole_literal, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
