/* derive_saturated: a spring whose pull ends at a limit: the derivative of tanh has no digits as 1 - tanh^2. */
XPBD_REST(derive_saturated) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_VALUE(derive_saturated) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d);
  return rest[0] * XPBD_TANH(material[0] * (length / rest[0] - R(1.0)));
}

XPBD_FORMULA_ENTRY(derive_saturated, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "made up",
                   {"k", "1", 2.0, 0.1, 200.0})
