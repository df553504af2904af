/* derive_piece: two slopes, by XPBD_SELECT_GT. */
XPBD_REST(derive_piece) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(derive_piece) {
  const REAL strain = V_LENGTH(V_SUB(x[1], x[0])) / rest[0] - R(1.0);
  const REAL soft = material[0] * strain;
  const REAL hard = material[1] * (strain - R(0.1)) + material[0] * R(0.1);
  return rest[0] * XPBD_SELECT_GT(strain, R(0.1), hard, soft);
}

XPBD_FORMULA_ENTRY(derive_piece, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_KINKED, "m", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0}, {"a", "1", 4.0, 0.1, 10.0})
