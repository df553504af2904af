/* Why this file exists: what vertex block descent does with one vertex: the force and stiffness of a row, the matrix of
 * the vertex, and its move. The CPU and kernels share it. No include guard: include once, after layout/records.h. */
#define XPBD_SYMMETRIC_CALL XPBD_INLINE
enum { XPBD_SYMMETRIC_ROOM = 3 };
#include "base/symmetric.inl"

/* `pull` NULL: the row has C / compliance. */
XPBD_INLINE double xpbd_row_force(double c, double compliance, const xpbd_pull *pull) {
  return pull ? pull->stiffness * c + pull->offset : c / compliance;
}
/* The derivative of force times gradient, from a product of first derivatives and a second one. */
XPBD_INLINE double xpbd_row_slope(double c, double compliance, const xpbd_pull *pull, double product, double second) {
  return pull ? pull->stiffness * product + xpbd_row_force(c, compliance, pull) * second
              : (product + c * second) / compliance;
}
/* Adds a row's part of one of its particles, from the gradient g [3] there. second [3, 3]; NULL = 0. */
XPBD_INLINE void xpbd_row_add(double c, double compliance, const xpbd_pull *pull, const double *g, const double *second,
                              double *gradient, double *block) {
  for (int i = 0; i < 3; i++) {
    gradient[i] += xpbd_row_force(c, compliance, pull) * g[i];
    for (int k = 0; k < 3; k++)
      block[3 * i + k] += xpbd_row_slope(c, compliance, pull, g[i] * g[k],
                                         second ? 0.5 * (second[3 * i + k] + second[3 * k + i]) : 0.0);
  }
}

/* Whether no principal minor of a block is negative, which needs no eigenvalues. */
XPBD_INLINE int xpbd_vertex_is_semidefinite(const double *h) {
  const double m01 = h[0] * h[4] - h[1] * h[3], m02 = h[0] * h[8] - h[2] * h[6], m12 = h[4] * h[8] - h[5] * h[7];
  const double all = h[0] * m12 - h[1] * (h[3] * h[8] - h[5] * h[6]) + h[2] * (h[3] * h[7] - h[4] * h[6]);
  return h[0] >= 0.0 && h[4] >= 0.0 && h[8] >= 0.0 && m01 >= 0.0 && m02 >= 0.0 && m12 >= 0.0 && all >= 0.0;
}

/* Adds the inertia of a vertex to the gradient. `may_project`: raises negative eigenvalues of the block, which is elastic
 * so far, to 0. Returns whether there were some. */
XPBD_INLINE int xpbd_vertex_settle(double inertia, const double *x, const double *y, int may_project, double *gradient,
                                   double *block) {
  for (int c = 0; c < 3; c++) gradient[c] += inertia * (x[c] - y[c]);
  return may_project && !xpbd_vertex_is_semidefinite(block) && xpbd_symmetric_project_of(3, block);
}

/* x -= omega (H + inertia)^-1 g by the factorisation L D L^T. Nothing if H + inertia is not positive definite in double,
 * as in the paper. */
XPBD_INLINE void xpbd_vertex_solve(const double *h, double inertia, const double *g, double omega, double *x) {
  const double d0 = h[0] + inertia, l10 = h[3] / d0, l20 = h[6] / d0;
  const double d1 = h[4] + inertia - l10 * h[3], l21 = (h[7] - l20 * h[3]) / d1;
  const double d2 = h[8] + inertia - l20 * h[6] - l21 * l21 * d1;
  if (!(d0 > 0.0 && d1 > 0.0 && d2 > 0.0)) return;
  const double z1 = g[1] - l10 * g[0], z2 = (g[2] - l20 * g[0] - l21 * z1) / d2;
  const double y1 = z1 / d1 - l21 * z2;
  x[0] -= omega * (g[0] / d0 - l10 * y1 - l20 * z2);
  x[1] -= omega * y1;
  x[2] -= omega * z2;
}
