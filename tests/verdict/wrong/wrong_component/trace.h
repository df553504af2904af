/* trace: an energy of two moduli whose gradient forgets the trace. */
XPBD_REST(trace) {
  rest[4] = XPBD_NAME(inverse_triangle)(x, rest);
}

XPBD_FORMULA(trace) {
  const VEC3 f1 = XPBD_NAME(column_triangle)(x, &rest[0]), f2 = XPBD_NAME(column_triangle)(x, &rest[2]);
  const REAL e11 = R(0.5) * (V_DOT(f1, f1) - R(1.0)), e22 = R(0.5) * (V_DOT(f2, f2) - R(1.0));
  const REAL e12 = R(0.5) * V_DOT(f1, f2), trace = e11 + e22, mu = R(2.0) * material[0] * rest[4];
  const VEC3 p = V_SCALE(mu, V_MADD(e11, f1, V_SCALE(e12, f2))), q = V_SCALE(mu, V_MADD(e12, f1, V_SCALE(e22, f2)));
  XPBD_NAME(spread_pair_triangle)(p, &rest[0], q, &rest[2], g);
  return rest[4] * (material[0] * (e11 * e11 + e22 * e22 + R(2.0) * e12 * e12) + R(0.5) * material[1] * trace * trace);
}

XPBD_FORMULA_ENTRY(trace, 3, 5, 2, 1, XPBD_ON_TRIANGLES, XPBD_ENERGY, "m^2", "made up", "wrong on purpose",
                   {"mu", "1", 2.0, 0.0, 1e6}, {"lambda", "1", 1.0, 0.0, 1e6})
