/* derive_hookean: the square of a stretch, by a shared function with a pointer. */
XPBD_REST(derive_hookean) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(derive_hookean) {
  VEC3 d;
  const REAL stretch = XPBD_NAME(edge)(x, &d) - rest[0];
  return R(0.5) * material[0] * stretch * stretch;
}

XPBD_FORMULA_ENTRY(derive_hookean, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_ENERGY, "m^2", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
