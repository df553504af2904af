/* Why this file exists: the function that a time step of implicit Euler minimises, with its first and second
 * derivatives, for methods that minimise it directly (newton, vbd):
 *      E(x) = sum m |x - y|^2 / (2 h^2) + sum C^2 / (2 alpha),   y = the prediction without constraints
 * Private to the library. */
#ifndef XPBD_IMPLICIT_ENERGY_H
#define XPBD_IMPLICIT_ENERGY_H

#include <stdbool.h>

#include "formula/second.h"
#include "xpbd/scene.h"

/// Which second derivatives of C^2 / (2 alpha) are taken.
typedef enum xpbd_curvature {
  XPBD_CURVATURE_FULL,        ///< (g g^T + C C'') / alpha, which may be indefinite.
  XPBD_CURVATURE_PROJECTED,   ///< The same for each element, with its negative eigenvalues raised to 0.
  XPBD_CURVATURE_GAUSS_NEWTON ///< g g^T / alpha.
} xpbd_curvature;

enum { XPBD_CURVATURE_MOST = XPBD_MAX_SECOND * XPBD_MAX_SECOND };

/// Energy [J] of element j of a set at x [n, 3], over all its rows. gradient [3 arity] [N], NULL = not wanted.
double xpbd_element_energy(const xpbd_constraints *set, int64_t j, const double *x, double *gradient);
/// Its second derivatives [N/m], row-major [(3 arity)^2], symmetric to the bit. Returns whether it was projected. Where
/// C'' is not finite, its term is left out.
bool xpbd_element_curvature(const xpbd_constraints *set, int64_t j, const double *x, xpbd_curvature way,
                            double *hessian);

/// Adds the part of one particle of the element, number `corner` of it: gradient [3] [N] and block [3, 3] [N/m], full or
/// XPBD_CURVATURE_GAUSS_NEWTON.
void xpbd_element_block(const xpbd_constraints *set, int64_t j, int corner, const double *x, xpbd_curvature way,
                        double *gradient, double *block);

/// Inertia m / h^2 [N/m] of each particle, [n], 0 = pinned. XPBD_ERR_UNSUPPORTED if one is out of range.
xpbd_status xpbd_energy_inertia(const xpbd_scene *scene, double h, double *inertia);
/// E at x [n, 3], in the scene's order. gradient [n, 3] is 0 for pinned particles, NULL = not wanted. *rounding: an
/// error that rounding may make in E.
double xpbd_energy_of(const xpbd_scene *scene, const double *inertia, const double *y, const double *x,
                      double *gradient, double *rounding);

#endif
