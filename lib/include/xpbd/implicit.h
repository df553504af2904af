/* Why this file exists: what is specific to the methods that minimise the energy of a time step themselves: Newton's
 * method (XPBD_METHOD_NEWTON), the same with multigrid (XPBD_METHOD_MULTIGRID), vertex block descent (XPBD_METHOD_VBD),
 * its augmented form (XPBD_METHOD_AVBD) and ADMM (XPBD_METHOD_ADMM). All run behind xpbd_solver like every method. */
#ifndef XPBD_IMPLICIT_H
#define XPBD_IMPLICIT_H

#include <stdint.h>

#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/* All minimise the energy of implicit Euler, and begin at y:
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
 * Newton's method with multigrid, for large meshes. H d = -gradient is solved only roughly, by conjugate gradients with a
 * V-cycle as preconditioner (Tatebe 1993). They end when the share min(0.1, sqrt(|gradient| / its largest in the step)) of
 * the error is left, in the energy norm as the cycle estimates it (Nocedal, Wright 2006, Eq. (7.3)). H counts as not
 * positive definite if a block of a diagonal or a direction shows it. It is then made so element by element, with the
 * share 0.1: C'' is left out where it only makes an element indefinite, else negative eigenvalues are raised to 0. All
 * else is that of Newton's method. Levels are made once, from the mesh alone (Vanek, Mandel, Brezina 1996, Algebraic
 * Multigrid by Smoothed Aggregation): a vertex and its neighbours become one vertex of the next level, which interpolates
 * each axis alike. The Laplacian of the graph smooths the weights once, with the factor 2/3. There are levels until
 * vertices have no neighbours, at most multigrid_levels. Their matrices are Galerkin products. On each, multigrid_sweeps
 * sweeps of Gauss-Seidel with 3 x 3 blocks go forward before the coarser level, and as many backward after it.
 *
 * Vertex block descent (Chen, Liu, Yang, Yuksel 2024). Each iteration moves one vertex after the other to the minimum of
 * the quadratic model of E with all others fixed: x -= H^-1 gradient, with the 3 x 3 block H of the vertex. Vertices of
 * one colour share no element, and colours follow each other. Where the elastic part of a block is not positive
 * semidefinite, its negative eigenvalues are raised to 0, which the paper leaves open. Chebyshev acceleration (Section
 * 3.8 there; Wang 2015) has its spectral radius in the number `chebyshev`, 0 = none. `omega` multiplies each move of a
 * vertex. Vertices in an obstacle are not accelerated. The paper begins at an estimate that needs the velocity before the last one. Here every method begins at y.
 *
 * Damping. A row with the damping beta adds beta (C - C_0)^2 / (2 h) to E, with C_0 at the start of the step. This is the
 * dashpot of XPBD, whose rate of change is taken of C itself.
 *
 * Obstacles. Newton's method and vertex block descent add the penalty k d^2 / 2 of the latter paper for a particle at the
 * depth d. Here k is contact_stiffness m / h^2, so contacts become rigid with shorter steps, and a body at rest sinks in
 * by g h^2 / contact_stiffness. Friction is that of Li et al. 2020 (Incremental Potential Contact), as in the paper: a
 * force of mu k d f(s), where s is the displacement along the surface in the step. f rises smoothly to 1 at
 * s = h friction_speed. Its matrix is the force over s, as in the paper. Newton's method first solves a step without
 * friction. It then holds k d for friction, solves again, and takes the new k d until that moves nothing. A vertex that
 * enters an obstacle, which its block did not know, is put on the surface and moved once more with the contact in its
 * block. With friction a step may have several answers, and the methods may find different ones.
 *
 * Augmented vertex block descent (Giles, Diaz, Yuksel 2025, Algorithm 1). A row has a stiffness k and, if its compliance
 * is 0, a multiplier lambda. Its force is f = k C, or f = k C + lambda (Eqs. (7) and (9)). The block of a vertex has k g
 * g^T and the norms of the columns of f C'' on its diagonal (Section 3.5). After each iteration
 *      lambda += k C,   k = min(k + avbd_beta |C|, 1 / alpha)        (Eqs. (11), (12) and (16))
 * A rigid row takes C - avbd_alpha C_0 for C (Eq. (18)). A step begins with (Eq. (19))
 *      k = max(avbd_gamma k, k_start),   lambda = avbd_alpha avbd_gamma lambda
 * The paper has alpha 0.95, beta 10 and gamma 0.99. Where it is silent: k_start is avbd_start / (h^2 sum w |g|^2), at
 * which a row resists as much as the inertia of its particles. k of a rigid row is at most 1e8 times that. The default of
 * beta is 1e5, as in the authors' program. A cloth of 11 x 11 vertices with springs 1e4 times as stiff as m / h^2 shows
 * why: after 30 steps of 20 iterations it is 0.09 m from the answer, 0.24 m with beta 10, and 0.59 m with plain vertex
 * block descent. The dashpot is that of the other methods, and does not grow. Contacts have a constant stiffness,
 * contact_stiffness m / h^2, and multipliers that begin each step at 0: lambda >= 0 along the normal, and friction in the
 * cone of mu lambda (Section 3.3), with the stiffness of Eq. (14). The plane of a contact is that where the particle was
 * inside last in the step. So the particle ends on the surface, with Coulomb's law.
 *
 * ADMM (Overby, Brown, Li, Narain 2017, ADMM >= Projective Dynamics). In the local step, each element of energy U moves a
 * copy z of its corners to the least U(z) + w |z - x - f / w|^2 / 2 by Newton's method. Then f += w (x - z) is its force.
 * The global step solves one linear system for x, with a constant matrix of m / h^2 and all weights w. A weight is the
 * largest eigenvalue of the element's k g g^T at the start of the simulation, stretched by a hundredth. So springs give
 * the matrix of fast mass-springs. Where the energy of the start is curved downwards by more than a quarter of that, as in
 * a folded hinge, the weight is four times this curvature, or the iterations would not converge. A step begins at z = y without forces. Contacts are those of xpbd/projective.h.
 *
 * All refuse formulas that are sums over a mesh, damping 'lagged', restitution, contact between particles, centres and
 * global damping. All but augmented vertex block descent refuse compliance 0. That method refuses it where C is never
 * negative (roots of energies, springs of rest length 0), because a multiplier then has no direction at C = 0. */

/// Counts since the last reset or load. A projection of these methods is the evaluation of one constraint's energy and
/// second derivatives, for vertex block descent by all of its vertices.
typedef struct xpbd_implicit_counters {
  int64_t steps;      ///< Time steps.
  int64_t iterations; ///< Iterations. Those of newton have at least one factorisation each.
  int64_t halvings;   ///< How often newton or multigrid halved a step.
  int64_t indefinite; ///< Matrices that were not definite: of iterations (newton, multigrid), or of vertices (vbd).
  int64_t projected;  ///< Matrices that were projected for it: of elements, or of vertices.
  int64_t unsolved;   ///< Time steps of newton and multigrid that ended after `iterations` without being solved.
  int64_t cycles;     ///< V-cycles of multigrid.
} xpbd_implicit_counters;

/// XPBD_ERR_INVALID_ARGUMENT if the solver runs another method, XPBD_ERR_UNSUPPORTED on other backends than seq, where
/// the counts would be the same. *out is then zeroed.
xpbd_status xpbd_implicit_get_counters(const xpbd_solver *solver, xpbd_implicit_counters *out);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
