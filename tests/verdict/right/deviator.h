/* deviator: the square root of tr F^T F of stable neo-Hookean solids, which the volume balances at rest. */
XPBD_REST(deviator) {
  rest[9] = XPBD_NAME(inverse_tet)(x, rest);
}

XPBD_FORMULA(deviator) {
  const VEC3 a = XPBD_NAME(column_tet)(x, &rest[0]), b = XPBD_NAME(column_tet)(x, &rest[3]);
  const VEC3 c = XPBD_NAME(column_tet)(x, &rest[6]);
  const REAL root = XPBD_SQRT(V_DOT(a, a) + V_DOT(b, b) + V_DOT(c, c));
  *scale = root;
  for (int i = 0; i < 3; i++)
    g[i + 1] = V_SCALE(material[0], V_MADD(rest[i], a, V_MADD(rest[i + 3], b, V_SCALE(rest[i + 6], c))));
  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3]));
  return material[0] * root;
}

XPBD_FORMULA_ENTRY(deviator, 4, 10, 1, 1, XPBD_ON_TETS, XPBD_PRELOADED, "1", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
