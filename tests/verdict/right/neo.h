/* neo: mu / 2 (tr F^T F - 3) - mu ln J + lambda / 2 (ln J)^2 on a tetrahedron. */
XPBD_REST(neo) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_FORMULA(neo) {
  const VEC3 a = XPBD_NAME(column_tet)(x, &rest[0]), b = XPBD_NAME(column_tet)(x, &rest[3]);
  const VEC3 c = XPBD_NAME(column_tet)(x, &rest[6]), n = V_CROSS(b, c);
  const REAL mu = material[0] * rest[9], lambda = material[1] * rest[9], j = V_DOT(a, n), log = XPBD_LOG(j);
  const REAL k = (lambda * log - mu) / j;
  const VEC3 p = V_MADD(k, n, V_SCALE(mu, a)), q = V_MADD(k, V_CROSS(c, a), V_SCALE(mu, b));
  const VEC3 r = V_MADD(k, V_CROSS(a, b), V_SCALE(mu, c));
  for (int i = 0; i < 3; i++)
    g[i + 1] = V_MADD(rest[i], p, V_MADD(rest[3 + i], q, V_SCALE(rest[6 + i], r)));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return R(0.5) * mu * (V_DOT(a, a) + V_DOT(b, b) + V_DOT(c, c) - R(3.0)) - mu * log + R(0.5) * lambda * log * log;
}

XPBD_FORMULA_ENTRY(neo, 4, 10, 2, 1, XPBD_ON_TETS, XPBD_ENERGY | XPBD_LITERAL, "J", "made up", "right on purpose",
                   {"mu", "Pa", 2.0, 0.0, 1e6}, {"lambda", "Pa", 3.0, 0.0, 1e6})
