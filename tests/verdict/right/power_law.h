/* power_law: a spring whose C is a power of the stretch, k l0 (s^p - 1) / p, through exp and log. */
XPBD_REST(power_law) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(power_law) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL square = V_DOT(d, d), length = XPBD_SQRT(square), p = material[1];
  const REAL power = XPBD_EXP(p * XPBD_LOG(length / rest[0]));
  *scale = square;
  g[1] = V_SCALE(material[0] * rest[0] * power, d);
  g[0] = V_NEG(g[1]);
  return material[0] * rest[0] * (power - R(1.0)) / p;
}

XPBD_FORMULA_ENTRY(power_law, 2, 1, 2, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "right on purpose",
                   {"k", "1", 2.0, 0.0, 1e6}, {"p", "1", 3.0, 0.5, 6.0})
