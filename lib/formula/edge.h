/* Why this file exists: all two-particle springs share the edge d = x1 - x0. Included by shared.h.
 * Degenerate: x0 == x1 has no direction. The scale is then 0 and the solver leaves the edge alone. */

/* Returns the length of the edge; d is its vector. */
XPBD_INLINE REAL XPBD_NAME(edge)(const VEC3 *x, VEC3 *d) {
  *d = V_SUB(x[1], x[0]);
  return V_LENGTH(*d);
}

/* Gradients of a function of the length with derivative `slope`: slope d / length at x1, the opposite at x0. The
 * division is left to the solver. */
XPBD_INLINE void XPBD_NAME(edge_gradient)(REAL slope, REAL length, VEC3 d, VEC3 *g, REAL *scale) {
  *scale = length;
  g[1] = V_SCALE(slope, d);
  g[0] = V_NEG(g[1]);
}

/* Rest shape of every edge formula: the rest length [m]. */
XPBD_INLINE void XPBD_NAME(edge_rest)(const VEC3 *x, REAL *rest) {
  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));
}
