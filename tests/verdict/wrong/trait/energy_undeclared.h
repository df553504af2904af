/* energy_undeclared: flat at rest, declared plain. */
XPBD_REST(energy_undeclared) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}

XPBD_FORMULA(energy_undeclared) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL length = V_LENGTH(d), slope = material[0] * (length - rest[0]);
  *scale = length;
  g[1] = V_SCALE(slope, d);
  g[0] = V_NEG(g[1]);
  return R(0.5) * slope * (length - rest[0]);
}

XPBD_FORMULA_ENTRY(energy_undeclared, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, "m", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
