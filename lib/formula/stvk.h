/* stvk: C = k (|x1 - x0|^2 - l0^2)^2 / 2, the St. Venant-Kirchhoff spring
 *
 * rest[0] = l0 [m], material[0] = k [1/m^3]. C in m. The potential is quartic, as for hookean. How it compares with the
 * other springs depends on l0 in scene units (equal to hookean at l0 = 0.5 m, to morse at 0.71 m).
 * Source: Cetinaslan 2019, Eq. (17). Verified as printed.
 * Degenerate: the gradient 2 k (l^2 - l0^2) (x1 - x0) is 0 at x0 == x1, where C is greatest: an unstable stationary
 * point. A projection overshoots for l < l0 / 3 and amplifies the error below l0 / 7. */
XPBD_REST(stvk) {
  XPBD_NAME(edge_rest)(x, rest);
}

XPBD_FORMULA(stvk) {
  const VEC3 d = V_SUB(x[1], x[0]);
  const REAL s = V_DOT(d, d) - rest[0] * rest[0];
  const REAL slope = material[0] * s;
  g[1] = V_SCALE(R(2.0) * slope, d);
  g[0] = V_NEG(g[1]);
  return R(0.5) * slope * s;
}
