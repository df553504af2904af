/* derive_volume: the volume of a tetrahedron. */
XPBD_REST(derive_volume) {
  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);
}

XPBD_VALUE(derive_volume) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);
  return material[0] * (V_DOT(V_CROSS(a, b), c) / R(6.0) - rest[0]);
}

XPBD_FORMULA_ENTRY(derive_volume, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_PLAIN, "m^3", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 10.0})
