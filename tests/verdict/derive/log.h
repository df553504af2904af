/* derive_log: the logarithm of a stretch, singular where the length is 0. */
XPBD_REST(derive_log) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(derive_log) {
  const REAL length = V_LENGTH(V_SUB(x[1], x[0]));
  return material[0] * rest[0] * XPBD_LOG(length / rest[0]);
}

XPBD_FORMULA_ENTRY(derive_log, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_LITERAL, "m", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
