/* far_tangent: C goes on along its tangent beyond twice its length, the gradient along the exponential. */
XPBD_REST(far_tangent) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(far_tangent) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), e = length / rest[0] - R(1.0), k = material[0];
  const REAL near = XPBD_SELECT_GT(e, R(1.0), R(1.0), e);
  *scale = length;
  g[1] = V_SCALE(k * XPBD_EXP(e), d);
  g[0] = V_NEG(g[1]);
  return k * rest[0] * (XPBD_EXPM1(near) + XPBD_EXP(near) * (e - near));
}

XPBD_FORMULA_ENTRY(far_tangent, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
