/* derive_solid: an energy of a tetrahedron with a continued logarithm, all by shared functions. */
XPBD_REST(derive_solid) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_VALUE(derive_solid) {
  const VEC3 a = XPBD_NAME(column_tet)(x, rest), b = XPBD_NAME(column_tet)(x, rest + 3),
             c = XPBD_NAME(column_tet)(x, rest + 6);
  REAL mu, lambda, slope;
  XPBD_NAME(lame_solid)(material, &mu, &lambda);
  const REAL j = V_DOT(V_CROSS(a, b), c), log = XPBD_NAME(continued_log)(j, &slope);
  const REAL i1 = V_DOT(a, a) + V_DOT(b, b) + V_DOT(c, c);
  return rest[9] * (R(0.5) * mu * (i1 - R(3.0)) - mu * log + R(0.5) * lambda * log * log);
}

XPBD_FORMULA_ENTRY(derive_solid, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_ENERGY, "J", "made up", "made up",
                   {"E", "Pa", 1e5, 0.0, 1e9}, {"nu", "1", 0.3, 0.0, 0.49})
