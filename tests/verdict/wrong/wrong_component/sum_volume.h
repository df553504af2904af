/* sum_volume: g[0] is minus the sum of the others, which is right for a tetrahedron, not for a triangle of a closed
 * mesh. */
XPBD_REST(sum_volume) {
  rest[0] = V_DOT(x[0], V_CROSS(x[1], x[2])) / R(6.0);
}

XPBD_FORMULA(sum_volume) {
  const REAL k = material[0] / R(6.0);
  g[1] = V_SCALE(k, V_CROSS(x[2], x[0]));
  g[2] = V_SCALE(k, V_CROSS(x[0], x[1]));
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return k * V_DOT(x[0], V_CROSS(x[1], x[2])) - material[0] * rest[0];
}

XPBD_SUMMED_ENTRY(sum_volume, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_SUMMED, "m^3", "made up", "wrong on purpose",
                  {"k", "1", 2.0, 0.0, 1e6})
