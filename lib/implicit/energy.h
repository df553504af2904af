/* Why this file exists: what one element adds to the function that a time step of implicit Euler minimises, with its
 * first and second derivatives, for methods that minimise it directly (newton, vbd, avbd, multigrid).
 * xpbd/implicit.h has the function. Private to the library. */
#pragma once

#include <stdbool.h>

#include "formula/second.h"
#include "layout/records.h"
#include "xpbd/scene.h"

/// Which second derivatives of a row's energy are taken. k is its stiffness, f its force, k C without an offset.
typedef enum xpbd_curvature {
  XPBD_CURVATURE_FULL,      ///< k g g^T + f C'', which may be indefinite.
  XPBD_CURVATURE_PROJECTED, ///< The same for each element, with its negative eigenvalues raised to 0.
  XPBD_CURVATURE_CONVEX, ///< As PROJECTED, but where f C'' has no positive eigenvalue it is left out, which is faster.
  XPBD_CURVATURE_GAUSS_NEWTON, ///< k g g^T.
  XPBD_CURVATURE_LUMPED        ///< k g g^T + |f| diag(norms of the columns of C''), of one particle.
} xpbd_curvature;

enum { XPBD_CURVATURE_MOST = XPBD_MAX_SECOND * XPBD_MAX_SECOND };

/* `pull` [count, rows] belongs to the rows of the set. NULL = C / compliance. */

/// Value of a row of element j at x [n, 3], and its gradient [3 arity].
double xpbd_element_row(const xpbd_constraints *set, int64_t j, int row, const double *x, double *gradient);
/// Energy [J] of element j of a set at x [n, 3], over all its rows, 0 where its rows do not pull. gradient [3 arity] [N],
/// NULL = not wanted.
double xpbd_element_energy(const xpbd_constraints *set, const xpbd_pull *pull, int64_t j, const double *x,
                           double *gradient);
/// Its second derivatives [N/m], row-major [(3 arity)^2], symmetric to the bit. Returns whether it was projected. Where
/// C'' is not finite, its term is left out.
bool xpbd_element_curvature(const xpbd_constraints *set, const xpbd_pull *pull, int64_t j, const double *x,
                            xpbd_curvature way, double *hessian);

/// Adds the part of one particle of the element, number `corner` of it: gradient [3] [N] and block [3, 3] [N/m], not
/// projected.
void xpbd_element_block(const xpbd_constraints *set, const xpbd_pull *pull, int64_t j, int corner, const double *x,
                        xpbd_curvature way, double *gradient, double *block);
