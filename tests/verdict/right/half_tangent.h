/* half_tangent: C = 2 tan(f / 2) - 2 tan(f0 / 2) of the fold f, by its value alone: infinite where the wings meet. */
XPBD_INLINE REAL XPBD_NAME(tangent)(const VEC3 *x) {
  const VEC3 e = V_SUB(x[1], x[0]), na = V_CROSS(e, V_SUB(x[2], x[0])), nb = V_CROSS(V_SUB(x[3], x[0]), e);
  const REAL sine = V_DOT(V_CROSS(na, nb), e), lengths = V_LENGTH(na) * V_LENGTH(nb);
  return R(2.0) * sine / (V_LENGTH(e) * (lengths + V_DOT(na, nb)));
}

XPBD_REST(half_tangent) {
  rest[0] = XPBD_NAME(tangent)(x);
}

XPBD_VALUE(half_tangent) {
  return material[0] * (XPBD_NAME(tangent)(x) - rest[0]);
}

XPBD_FORMULA_ENTRY(half_tangent, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_LITERAL, "1", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
