/* quartic_bending: an energy of the distance of opposite vertices: a double root. */
XPBD_REST(quartic_bending) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(quartic_bending) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL stretch = V_DOT(d, d) - rest[0] * rest[0];
  g[1] = V_SCALE(R(4.0) * material[0] * stretch, d);
  g[0] = V_NEG(g[1]);
  return material[0] * stretch * stretch;
}

XPBD_FORMULA_ENTRY(quartic_bending, 2, 1, 1, 1, XPBD_ON_OPPOSITES, XPBD_ENERGY, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
