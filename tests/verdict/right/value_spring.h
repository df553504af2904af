/* value_spring: only a value: its gradient is the exact derivative. */
XPBD_REST(value_spring) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(value_spring) {
  return material[0] * (V_LENGTH(V_SUB(x[1], x[0])) - rest[0]);
}

XPBD_FORMULA_ENTRY(value_spring, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
