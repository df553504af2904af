/* exponential: an exponential that float cannot hold at stretch 2, which the entry does not say. */
XPBD_REST(exponential) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(exponential) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), e = XPBD_EXPM1(R(100.0) * (length / rest[0] - R(1.0)));
  *scale = length;
  g[1] = V_SCALE(R(100.0) * material[0] * (e + R(1.0)) / rest[0], d);
  g[0] = V_NEG(g[1]);
  return material[0] * e;
}

XPBD_FORMULA_ENTRY(exponential, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
