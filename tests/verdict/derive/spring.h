/* derive_spring: a spring; a value alone. */
XPBD_REST(derive_spring) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(derive_spring) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d);
  return material[0] * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(derive_spring, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
