/* derive_stvk: a polynomial of the length, without a root. */
XPBD_REST(derive_stvk) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(derive_stvk) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL s = V_DOT(d, d) - rest[0] * rest[0];
  return R(0.5) * material[0] * s * s;
}

XPBD_FORMULA_ENTRY(derive_stvk, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_ENERGY, "m^4", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
