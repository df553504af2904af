/* hookean: C = k (|x1 - x0| - l0)^2 / 2
 *
 * rest[0] = l0 [m], material[0] = k [1/m]. C in m. The solver minimises C^2 / (2 alpha), which is quartic: there is no
 * linear restoring force, and the gradient is 0 at rest (double root). One projection at alpha = 0 halves the
 * elongation.
 * Source: Cetinaslan 2019, Eq. (16). Verified as printed.
 * Degenerate: x0 == x1 as in stretching. */
XPBD_REST(hookean) {
  XPBD_NAME(edge_rest)(x, rest);
}

XPBD_FORMULA(hookean) {
  VEC3 d;
  const REAL length = XPBD_NAME(edge)(x, &d);
  const REAL stretch = length - rest[0];
  const REAL slope = material[0] * stretch;
  XPBD_NAME(edge_gradient)(slope, length, d, g, scale);
  return R(0.5) * slope * stretch;
}
