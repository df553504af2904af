/* sheet: the energy of Green's strain in a triangle. */
XPBD_REST(sheet) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}
XPBD_FORMULA(sheet) {
  const VEC3 a = XPBD_NAME(column_triangle)(x, rest), b = XPBD_NAME(column_triangle)(x, rest + 2);
  const REAL u = R(0.5) * (V_DOT(a, a) - R(1.0)), v = R(0.5) * (V_DOT(b, b) - R(1.0)), w = R(0.5) * V_DOT(a, b);
  const REAL k = R(2.0) * material[0] * rest[4];
  XPBD_NAME(spread_pair_triangle)(V_SCALE(k, V_MADD(u, a, V_SCALE(w, b))), rest,
                                  V_SCALE(k, V_MADD(v, b, V_SCALE(w, a))), rest + 2, g);
  return material[0] * rest[4] * (u * u + v * v + R(2.0) * w * w);
}
XPBD_FORMULA_ENTRY(sheet, 3, 5, 1, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "J", "made up", "right on purpose",
                   {"mu", "N/m", 2.0, 0.0, 1e6})
