/* derive_morse: an exponential of a strain. */
XPBD_REST(derive_morse) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(derive_morse) {
  const REAL s = V_LENGTH(V_SUB(x[1], x[0])) / rest[0] - R(1.0);
  const REAL e = XPBD_EXPM1(-material[0] * s);
  return rest[0] * e;
}

XPBD_FORMULA_ENTRY(derive_morse, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
