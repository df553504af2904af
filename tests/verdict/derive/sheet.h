/* derive_sheet: an energy of a triangle, by loops that are unrolled and local arrays. */
XPBD_REST(derive_sheet) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_VALUE(derive_sheet) {
  const REAL mu = material[0], lambda = material[1];
  VEC3 f[2];
  for (int i = 0; i < 2; i++) f[i] = XPBD_NAME(column_triangle)(x, rest + 2 * i);
  REAL energy = R(0.0), trace = R(0.0);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      const REAL e = R(0.5) * (V_DOT(f[i], f[j]) - (i == j ? R(1.0) : R(0.0)));
      energy += mu * e * e;
      if (i == j) trace += e;
    }
  energy += R(0.5) * lambda * trace * trace;
  return rest[4] * energy;
}

XPBD_FORMULA_ENTRY(derive_sheet, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "J", "made up", "made up",
                   {"mu", "N/m", 2.0, 0.1, 10.0}, {"lambda", "N/m", 1.0, 0.0, 10.0})
