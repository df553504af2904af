/* factor_summed: the third of a volume for a sixth. */
XPBD_REST(factor_summed) {
  rest[0] = V_DOT(x[0], V_CROSS(x[1], x[2])) / R(6.0);
}

XPBD_FORMULA(factor_summed) {
  const REAL k = material[0] / R(6.0);
  const VEC3 n = V_CROSS(x[1], x[2]);
  g[0] = V_SCALE(k, n);
  g[1] = V_SCALE(R(2.0) * k, V_CROSS(x[2], x[0]));
  g[2] = V_SCALE(k, V_CROSS(x[0], x[1]));
  return k * V_DOT(x[0], n) - material[0] * rest[0];
}

XPBD_SUMMED_ENTRY(factor_summed, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_SUMMED, "m^3", "made up", "wrong on purpose",
                  {"k", "1", 2.0, 0.0, 1e6})
