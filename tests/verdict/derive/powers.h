/* derive_powers: every function of one number, MIN and MAX. */
XPBD_REST(derive_powers) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(derive_powers) {
  const REAL ratio = V_LENGTH(V_SUB(x[1], x[0])) / rest[0], strain = ratio - R(1.0);
  const REAL wave = R(0.1) * (XPBD_SIN(strain) + XPBD_COS(strain) - R(1.0));
  const REAL power = XPBD_POW(ratio, material[0]) - R(1.0);
  return rest[0] * (XPBD_TANH(strain) + wave + XPBD_MAX(power, R(0.5) * power) + XPBD_MIN(strain, R(2.0) * strain));
}

XPBD_FORMULA_ENTRY(derive_powers, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_KINKED, "m", "made up", "made up",
                   {"n", "1", 1.5, 1.0, 2.0})
