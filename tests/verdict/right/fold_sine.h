/* fold_sine: the triple product of a hinge, its volume: signed, 0 where it is flat. */
XPBD_REST(fold_sine) {
  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0]));
}

XPBD_FORMULA(fold_sine) {
  const VEC3 e = V_SUB(x[1], x[0]), a = V_SUB(x[2], x[0]), b = V_SUB(x[3], x[0]);
  g[1] = V_SCALE(material[0], V_CROSS(a, b));
  g[2] = V_SCALE(material[0], V_CROSS(b, e));
  g[3] = V_SCALE(material[0], V_CROSS(e, a));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return material[0] * (V_DOT(V_CROSS(e, a), b) - rest[0]);
}

XPBD_FORMULA_ENTRY(fold_sine, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_PLAIN, "m^3", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
