/* fold_length: the fold of a hinge times the length of its edge. */
XPBD_INLINE REAL XPBD_NAME(fold)(const VEC3 *x) {
  const VEC3 e = V_SUB(x[1], x[0]), na = V_CROSS(e, V_SUB(x[2], x[0])), nb = V_CROSS(V_SUB(x[3], x[0]), e);
  return XPBD_ATAN2(V_DOT(V_CROSS(nb, na), e) / V_LENGTH(e), V_DOT(na, nb));
}

XPBD_REST(fold_length) {
  rest[0] = XPBD_NAME(fold)(x);
}

XPBD_FORMULA(fold_length) {
  const VEC3 e = V_SUB(x[1], x[0]), a = V_SUB(x[2], x[0]), b = V_SUB(x[3], x[0]);
  const VEC3 na = V_CROSS(e, a), nb = V_CROSS(b, e);
  const REAL l = V_LENGTH(e), change = XPBD_NAME(fold)(x) - rest[0], k = material[0] * l;
  const VEC3 ua = V_SCALE(k / V_DOT(na, na), na), ub = V_SCALE(k / V_DOT(nb, nb), nb);
  g[2] = V_SCALE(l, ua);
  g[3] = V_SCALE(l, ub);
  g[1] = V_NEG(V_ADD(V_SCALE(V_DOT(a, e) / l, ua), V_SCALE(V_DOT(b, e) / l, ub)));
  g[1] = V_MADD(material[0] * change / l, e, g[1]);
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return k * change;
}

XPBD_FORMULA_ENTRY(fold_length, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_LITERAL, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
