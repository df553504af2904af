/* kink_hinge: the absolute value of a signed volume: the fold has no side. */
XPBD_REST(kink_hinge) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0])) * R(0.0);
}

XPBD_FORMULA(kink_hinge) {
  const VEC3 e = V_SUB(x[1], x[0]), a = V_SUB(x[2], x[0]), b = V_SUB(x[3], x[0]);
  const REAL volume = V_DOT(V_CROSS(e, a), b), k = XPBD_SELECT_GT(volume, R(0.0), material[0], -material[0]);
  g[1] = V_SCALE(k, V_CROSS(a, b));
  g[2] = V_SCALE(k, V_CROSS(b, e));
  g[3] = V_SCALE(k, V_CROSS(e, a));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return k * volume - material[0] * rest[0];
}

XPBD_FORMULA_ENTRY(kink_hinge, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_PLAIN, "m^4", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
