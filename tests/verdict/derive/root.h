/* derive_root: the root of an energy: the solver divides by it. */
XPBD_REST(derive_root) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_VALUE(derive_root) {
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  VEC3 p[3];
  return XPBD_NAME(root_of)(R(2.0) * rest[9] * XPBD_NAME(stvk_energy_tet)(a, b, c, material, p));
}

XPBD_FORMULA_ENTRY(derive_root, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_KINKED | XPBD_MODULI, "J^(1/2)", "made up", "made up",
                   {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
