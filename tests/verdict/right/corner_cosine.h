/* corner_cosine: the scalar product of the two sides at the corner of a triangle. */
XPBD_REST(corner_cosine) {
  rest[0] = V_DOT(V_SUB(x[1], x[0]), V_SUB(x[2], x[0]));
}

XPBD_FORMULA(corner_cosine) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]);
  g[1] = V_SCALE(material[0], b);
  g[2] = V_SCALE(material[0], a);
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return material[0] * (V_DOT(a, b) - rest[0]);
}

XPBD_FORMULA_ENTRY(corner_cosine, 3, 1, 1, 1, XPBD_ON_CORNERS, XPBD_PLAIN, "m^2", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
