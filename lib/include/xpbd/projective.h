/* Why this file exists: what is specific to the two local/global methods that XPBD is compared with. They are fast
 * mass-springs (XPBD_METHOD_FMS, Liu, Bargteil, O'Brien, Kavan 2013) and projective dynamics (XPBD_METHOD_PD, Bouaziz,
 * Martin, Liu, Kavan, Pauly 2014). Both run behind xpbd_solver like every method. */
#ifndef XPBD_PROJECTIVE_H
#define XPBD_PROJECTIVE_H

#include <stdint.h>

#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/* Both methods alternate a local step and a global step. In the local step each term projects onto its rest shape. The
 * global step solves one linear system with a constant matrix, factored once by CHOLMOD. Every iteration lowers the
 * objective of the implicit Euler step, unless there are obstacles:
 *      sum m |x - y|^2 / (2 h^2) + sum of the terms,   y = x + h v + h^2 (gravity + wind / m)
 *
 * Each constraint becomes a spring of stiffness k^2 / compliance, which has the same potential as in XPBD. So formulas
 * must be `stretching` or `distance_bending`, with compliance > 0. Refused are a stiffness beyond 1e200 N/m, coordinates
 * and velocities beyond 1e150, damping 'lagged', restitution, contact between particles, centres and global damping.
 * Pinned particles are left out of the matrix. A term without a direction exerts no force across it, as in
 * XPBD: an edge whose squared length is 0, or a triangle squashed to a line.
 *
 * Damping. The dashpot of xpbd/implicit.h makes a spring stiffer and moves its rest length in each step. Triangles and
 * hinges have none.
 *
 * Obstacles. A penalty would change the matrix whenever a contact begins or ends. Ly, Jouve, Boissieux,
 * Bertails-Descoubes 2020 (Projective Dynamics with Dry Frictional Contact) split off the masses instead. Each iteration
 * adds m / h^2 times the depth and the slide of a particle to its contact force, as if the particle were alone. The force
 * stays in the cone of Coulomb's law and acts on the right-hand side. Here it begins each step at 0 and uses positions,
 * where the paper has velocities. Its plane is the one in which the particle was inside last. Converged, the particle is
 * on that plane. Stiff springs need more iterations for it, so a step ends by putting particles that are still inside on
 * the surface. The objective has no contacts, and may rise then.
 *
 * Time stepping and wind are bit-identical to those of XPBD in double. Sums run in a fixed order and the factorisation
 * is simplicial, without BLAS. So neither the number of threads nor the installed BLAS changes a bit. How CHOLMOD
 * itself was compiled may. */

/// Settings in addition to xpbd_solver_def, whose `iterations` counts local/global iterations. All 0 = defaults.
struct xpbd_projective_settings {
  /// [N/m] 0 to 1e200, 0 = no such term. Projective dynamics only: weight / 2 * area * |F - P(F)|^2 of each triangle. F
  /// is its deformation gradient. P(F) is the closest with singular values in [1 - strain_limit, 1 + strain_limit].
  double triangle_weight;
  double strain_limit; ///< [1] 0 <= s < 1. 0 = the closest isometry.
  /// [J] 0 to 1e200, 0 = no such term. Projective dynamics only: weight / 2 * |s - s |s_rest| / |s||^2 of each hinge, s
  /// = sqrt(3 / (A0 + A1)) sum K_i x_i (Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006, A Quadratic Bending Model for
  /// Inextensible Surfaces). For a flat rest shape this is their energy times the weight.
  double bending_weight;
  int32_t record; ///< 1 = record the objective of every iteration, see xpbd_projective_record(). Costs time.
};

/// Counts since the last reset or load. In xpbd_counters, a projection of these methods is the local step of a term.
typedef struct xpbd_projective_counters {
  int64_t iterations; ///< Global solves, each with three right-hand sides.
  int32_t springs, triangles, hinges;
  int32_t unknowns;        ///< Free particles, which are the rows of the matrix.
  int64_t matrix_nonzeros; ///< Nonzeros of the lower triangle, including the diagonal.
  int64_t factor_nonzeros; ///< Nonzeros of the Cholesky factor.
} xpbd_projective_counters;

/// The objective [J] of the last time step at `positions` [n, 3], e.g. those of another solver. Pinned particles have
/// no inertia. XPBD_ERR_INVALID_ARGUMENT before the first step, or if the solver runs another method.
xpbd_status xpbd_projective_objective(const xpbd_solver *solver, const double *positions, double *out);
/// The objective [J] before the first and after each iteration of the last time step. out [iterations + 1].
/// XPBD_ERR_INVALID_ARGUMENT before the first step, with record = 0, or for another method.
xpbd_status xpbd_projective_record(const xpbd_solver *solver, double *out);
/// XPBD_ERR_INVALID_ARGUMENT if the solver runs another method. *out is then zeroed.
xpbd_status xpbd_projective_get_counters(const xpbd_solver *solver, xpbd_projective_counters *out);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
