/* stretching: C = k (|x1 - x0| - l0)
 *
 * rest[0] = l0 [m], material[0] = k [1]. C in m. Potential k^2 d^2 / (2 alpha): a linear spring of stiffness k^2 /
 * alpha.
 * Source: Cetinaslan 2019, Eq. (15); Mueller et al. 2007. Verified as printed.
 * Degenerate: x0 == x1 has no direction. The gradient is 0 and the edge is skipped until another constraint parts its
 * ends. */
XPBD_REST(stretching) {
  XPBD_NAME(edge_rest)(x, rest);
}

XPBD_FORMULA(stretching) {
  VEC3 d;
  const REAL length = XPBD_NAME(edge)(x, &d);
  XPBD_NAME(edge_gradient)(material[0], length, d, g, scale);
  return material[0] * (length - rest[0]);
}
