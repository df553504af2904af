/* distance_bending: C = k (|x1 - x0| - d0) between the two vertices opposite a shared edge
 *
 * rest[0] = d0 [m], material[0] = k [1]. C in m. The cheapest bending constraint: two particles. For a flat rest shape
 * C grows with the square of the fold. So it resists nothing to first order, and both fold directions are alike.
 * Source: Cincotti, The Most Performant Bending Constraint. The gradient is printed for x23 = x2 - x3; the other sign
 * would reverse it. The text omits alpha~ lambda, which is right only for one iteration per time step. Here it is kept.
 * Degenerate: x0 == x1 as in stretching. */
XPBD_REST(distance_bending) {
  XPBD_NAME(edge_rest)(x, rest);
}

XPBD_FORMULA(distance_bending) {
  VEC3 d;
  const REAL length = XPBD_NAME(edge)(x, &d);
  XPBD_NAME(edge_gradient)(material[0], length, d, g, scale);
  return material[0] * (length - rest[0]);
}
