/* Why this file exists: what is specific to the methods that minimise the energy of a time step themselves: Newton's
 * method (XPBD_METHOD_NEWTON) and vertex block descent (XPBD_METHOD_VBD). Both run behind xpbd_solver like every
 * method. */
#ifndef XPBD_IMPLICIT_H
#define XPBD_IMPLICIT_H

#include <stdint.h>

#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/* Both minimise the energy of implicit Euler, and begin at y:
 *      E(x) = sum m |x - y|^2 / (2 h^2) + sum C^2 / (2 alpha),   y = x + h v + h^2 (gravity + wind / m)
 * XPBD converges to the same positions but for the turning of its gradients within a step.
 *
 * Newton's method. Each iteration solves H d = -gradient by a sparse Cholesky factorisation (CHOLMOD), and goes along d
 * until E falls enough (Nocedal, Wright 2006, Numerical Optimization, Algorithm 3.1, with the constant 1e-4 and
 * halving). H is the exact matrix of second derivatives. Where it is not positive definite, the negative eigenvalues of
 * each element's matrix are raised to 0 first (Teran et al. 2005). With the number gauss_newton = 1, H has only the
 * gradients. A step ends when an iteration moves no coordinate by more than newton_tolerance times the extent of the
 * scene, when rounding keeps E from falling, or after `iterations`. Only the last is counted as unsolved.
 *
 * Vertex block descent (Chen, Liu, Yang, Yuksel 2024). Each iteration moves one vertex after the other to the minimum of
 * the quadratic model of E with all others fixed: x -= H^-1 gradient, with the 3 x 3 block H of the vertex. Vertices of
 * one colour share no element, and colours follow each other. Where the elastic part of a block is not positive
 * semidefinite, its negative eigenvalues are raised to 0, which the paper leaves open. Chebyshev acceleration (Section
 * 3.8 there; Wang 2015) has its factor in the number `chebyshev`, 0 = none. The paper begins at an estimate that needs
 * the velocity before the last one. Here every method begins at y.
 *
 * Both refuse compliance 0, damping, formulas that are sums over a mesh, obstacles, contact between particles, centres,
 * handles and global damping. */

/// Counts since the last reset or load. A projection of these methods is the evaluation of one constraint's energy and
/// second derivatives, for vertex block descent by all of its vertices.
typedef struct xpbd_implicit_counters {
  int64_t steps;      ///< Time steps.
  int64_t iterations; ///< Iterations. Those of newton have at least one factorisation each.
  int64_t halvings;   ///< How often newton halved a step.
  int64_t indefinite; ///< Matrices that were not definite: of newton's iterations, or of vertices.
  int64_t projected;  ///< Matrices that were projected for it: of elements, or of vertices.
  int64_t unsolved;   ///< Time steps of newton that ended after `iterations` without being solved.
} xpbd_implicit_counters;

/// XPBD_ERR_INVALID_ARGUMENT if the solver runs another method, XPBD_ERR_UNSUPPORTED on the backend omp, where the counts
/// would be those of seq. *out is then zeroed.
xpbd_status xpbd_implicit_get_counters(const xpbd_solver *solver, xpbd_implicit_counters *out);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
