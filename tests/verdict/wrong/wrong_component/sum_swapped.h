/* sum_swapped: two corners mixed up once, and g[0] is minus the sum of the others. */
XPBD_REST(sum_swapped) {
  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);
}

XPBD_FORMULA(sum_swapped) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);
  const REAL k = material[0] / R(6.0);
  g[1] = V_SCALE(k, V_CROSS(b, c));
  g[2] = V_SCALE(k, V_CROSS(a, b));
  g[3] = V_SCALE(k, V_CROSS(a, b));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return k * V_DOT(V_CROSS(a, b), c) - material[0] * rest[0];
}

XPBD_FORMULA_ENTRY(sum_swapped, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_PLAIN, "m^3", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
