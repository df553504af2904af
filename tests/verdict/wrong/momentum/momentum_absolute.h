/* momentum_absolute: the cross product of absolute positions, as printed in a paper. */
XPBD_REST(momentum_absolute) {
  const VEC3 n = V_CROSS(x[1], x[2]);
  rest[0] = V_DOT(n, n);
}

XPBD_FORMULA(momentum_absolute) {
  const VEC3 n = V_CROSS(x[1], x[2]), kn = V_SCALE(R(2.0) * material[0], n);
  g[1] = V_CROSS(x[2], kn);
  g[2] = V_CROSS(kn, x[1]);
  g[0] = V_ZERO;
  return material[0] * (V_DOT(n, n) - rest[0]);
}

XPBD_FORMULA_ENTRY(momentum_absolute, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_TURNING, "m^2", "made up", "wrong on purpose",
                   {"k", "1", 2.0, 0.0, 1e6})
