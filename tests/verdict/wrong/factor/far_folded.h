/* far_folded: twice as long where the hinge is folded by more than 120 degrees. */
XPBD_REST(far_folded) {
  const VEC3 e = V_SUB(x[1], x[0]);
  rest[0] = V_DOT(V_CROSS(e, V_SUB(x[2], x[0])), V_CROSS(V_SUB(x[3], x[0]), e));
}

XPBD_FORMULA(far_folded) {
  const VEC3 e = V_SUB(x[1], x[0]), a = V_SUB(x[2], x[0]), b = V_SUB(x[3], x[0]);
  const VEC3 na = V_CROSS(e, a), nb = V_CROSS(b, e);
  const REAL half = R(-0.5) * V_LENGTH(na) * V_LENGTH(nb);
  const REAL k = XPBD_SELECT_GT(V_DOT(na, nb), half, material[0], R(2.0) * material[0]);
  g[1] = V_SCALE(k, V_ADD(V_CROSS(a, nb), V_CROSS(na, b)));
  g[2] = V_SCALE(k, V_CROSS(nb, e));
  g[3] = V_SCALE(k, V_CROSS(e, na));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return material[0] * (V_DOT(na, nb) - rest[0]);
}

XPBD_FORMULA_ENTRY(far_folded, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_PLAIN, "m^4", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
