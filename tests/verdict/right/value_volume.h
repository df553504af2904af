/* value_volume: only a value: its gradient is the exact derivative. */
XPBD_REST(value_volume) {
  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);
}

XPBD_VALUE(value_volume) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);
  return material[0] * (V_DOT(V_CROSS(a, b), c) / R(6.0) - rest[0]);
}

XPBD_FORMULA_ENTRY(value_volume, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_PLAIN, "m^3", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
