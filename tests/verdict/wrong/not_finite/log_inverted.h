/* log_inverted: the logarithm of a volume ratio that may be negative, without XPBD_LITERAL in the entry. */
XPBD_REST(log_inverted) {
  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);
}

XPBD_FORMULA(log_inverted) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);
  const REAL v = V_DOT(V_CROSS(a, b), c) / R(6.0);
  const REAL k = material[0] / (R(6.0) * v);
  g[1] = V_SCALE(k, V_CROSS(b, c));
  g[2] = V_SCALE(k, V_CROSS(c, a));
  g[3] = V_SCALE(k, V_CROSS(a, b));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return material[0] * XPBD_LOG(v / rest[0]);
}

XPBD_FORMULA_ENTRY(log_inverted, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_PLAIN, "1", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
