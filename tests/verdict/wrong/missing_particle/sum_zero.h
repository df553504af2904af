/* sum_zero: g[2] is 0, and g[0] is minus the sum of the others. */
XPBD_REST(sum_zero) {
  rest[0] = R(0.5) * V_LENGTH(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])));
}

XPBD_FORMULA(sum_zero) {
  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);
  const REAL length = V_LENGTH(n), half = R(0.5) * material[0];
  *scale = length;
  g[1] = V_SCALE(half, V_CROSS(b, n));
  g[2] = V_ZERO;
  g[0] = V_NEG(V_ADD(g[1], g[2]));
  return material[0] * (R(0.5) * length - rest[0]);
}

XPBD_FORMULA_ENTRY(sum_zero, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, "m^2", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
