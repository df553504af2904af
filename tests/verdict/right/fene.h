/* fene: a chain of finite extension, C = -k l0 ln(1 - e^2) with a pole at twice the rest length, as printed. */
XPBD_REST(fene) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(fene) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), e = (length - rest[0]) / rest[0];
  *scale = length * (R(1.0) - e * e);
  g[1] = V_SCALE(R(2.0) * material[0] * e, d);
  g[0] = V_NEG(g[1]);
  return -(material[0] * rest[0] * XPBD_LOG(R(1.0) - e * e));
}

XPBD_FORMULA_ENTRY(fene, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_ENERGY | XPBD_LITERAL, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
