/* cancelled: the difference of two large numbers: float keeps no digits of it. */
XPBD_REST(cancelled) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(cancelled) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), far = length + R(3e5);
  *scale = length;
  g[1] = V_SCALE(material[0] * (far - R(3e5)) / rest[0], d);
  g[0] = V_NEG(g[1]);
  return R(0.5) * material[0] * (length * length / rest[0] - rest[0]);
}

XPBD_FORMULA_ENTRY(cancelled, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
