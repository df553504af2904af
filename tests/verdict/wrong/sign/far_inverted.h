/* far_inverted: its gradient is turned around where the tetrahedron is inside out. */
XPBD_REST(far_inverted) {
  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);
}

XPBD_FORMULA(far_inverted) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);
  const REAL k = material[0] / R(6.0), six = V_DOT(V_CROSS(a, b), c);
  const REAL own = XPBD_SELECT_GT(six, R(0.0), k, -k);
  g[1] = V_SCALE(own, V_CROSS(b, c));
  g[2] = V_SCALE(own, V_CROSS(c, a));
  g[3] = V_SCALE(own, V_CROSS(a, b));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return k * six - material[0] * rest[0];
}

XPBD_FORMULA_ENTRY(far_inverted, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_PLAIN, "m^3", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
