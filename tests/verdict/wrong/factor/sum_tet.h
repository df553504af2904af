/* sum_tet: a factor at one particle, and g[0] is minus the sum of the others. */
XPBD_REST(sum_tet) {
  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);
}

XPBD_FORMULA(sum_tet) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);
  const REAL k = material[0] / R(6.0);
  g[1] = V_SCALE(k, V_CROSS(b, c));
  g[2] = V_SCALE(R(0.5) * k, V_CROSS(c, a));
  g[3] = V_SCALE(k, V_CROSS(a, b));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return k * V_DOT(V_CROSS(a, b), c) - material[0] * rest[0];
}

XPBD_FORMULA_ENTRY(sum_tet, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_PLAIN, "m^3", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
