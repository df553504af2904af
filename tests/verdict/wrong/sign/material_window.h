/* material_window: the gradient is turned around for stiffnesses from 20 to 60. */
XPBD_REST(material_window) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(material_window) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d);
  *scale = length;
  g[1] =
      V_SCALE(XPBD_SELECT_GT((material[0] - R(20.0)) * (R(60.0) - material[0]), R(0.0), -material[0], material[0]), d);
  g[0] = V_NEG(g[1]);
  return material[0] * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(material_window, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
