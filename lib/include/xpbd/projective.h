/* Why this file exists: what only the two local/global methods have that XPBD is compared with: fast mass-springs
 * (XPBD_METHOD_FMS; Liu, Bargteil, O'Brien, Kavan 2013) and projective dynamics (XPBD_METHOD_PD; Bouaziz, Martin, Liu,
 * Kavan, Pauly 2014). They run behind xpbd_solver like every method. */
#ifndef XPBD_PROJECTIVE_H
#define XPBD_PROJECTIVE_H

#include <stdint.h>

#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/* Both alternate a local step (each term projects onto its rest shape) and a global step (one linear system with a
 * constant, prefactored matrix; CHOLMOD). Both lower the objective of the implicit Euler step in every iteration:
 *   sum m |x - y|^2 / (2 h^2) + sum of the terms,   y = x + h v + h^2 (gravity + wind / m)
 *
 * Each constraint of the scene becomes a spring of stiffness k^2 / compliance, which has the potential that XPBD gives
 * it; so the formulas must be `stretching` or `distance_bending`, with compliance > 0 and damping 0. A stiffness beyond
 * 1e200 N/m, coordinates and velocities beyond 1e150, obstacles, contact between particles, centres, handles and global
 * damping are refused. Pinned particles are left out of the matrix. Time stepping and wind are those of XPBD in double,
 * bit for bit; the sums run in a fixed order and the factorisation is simplicial, without BLAS, so that neither threads
 * nor the BLAS installed change a bit. (How CHOLMOD was compiled may: it is the only part that is not ours.) A term
 * without a direction (an edge whose squared length is 0, a triangle squashed to a line) exerts no force across it, as
 * XPBD leaves such constraints alone. */

/// Settings beside those of xpbd_solver_def, whose `iterations` are local and global steps. All 0 = standard.
struct xpbd_projective_settings {
  /// [N/m] 0 to 1e200, 0 = no such term. Projective dynamics only: weight / 2 * area * |F - P(F)|^2 of each triangle, F
  /// its deformation gradient, P(F) the nearest with singular values in [1 - strain_limit, 1 + strain_limit].
  double triangle_weight;
  double strain_limit; ///< [1] 0 <= s < 1; 0: the nearest isometry.
  /// [J] 0 to 1e200, 0 = no such term. Projective dynamics only: weight / 2 * |s - s |s_rest| / |s||^2 of each pair of
  /// triangles, s = sqrt(3 / (A0 + A1)) sum K_i x_i (Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006, A Quadratic
  /// Bending Model for Inextensible Surfaces). For a flat rest shape that is their energy times the weight.
  double bending_weight;
  int32_t record; ///< 1 = keep the objective of every iteration, see xpbd_projective_record(); costs time.
};

/// What is counted beside xpbd_counters since the last reset or load. A projection there is the local step of a term.
typedef struct xpbd_projective_counters {
  int64_t iterations; ///< Global solves, each of three right-hand sides.
  int32_t springs, triangles, hinges;
  int32_t unknowns;        ///< Free particles: rows of the matrix.
  int64_t matrix_nonzeros; ///< Of the lower triangle with its diagonal.
  int64_t factor_nonzeros; ///< Of the Cholesky factor.
} xpbd_projective_counters;

/// The objective [J] of the last time step at `positions` [n, 3]: other solvers can be measured by it. Pinned particles
/// have no inertia. XPBD_ERR_INVALID_ARGUMENT before the first step, or for a solver with another method.
xpbd_status xpbd_projective_objective(const xpbd_solver *solver, const double *positions, double *out);
/// The objective [J] before the first and after each iteration of the last time step, out [iterations + 1].
/// XPBD_ERR_INVALID_ARGUMENT before the first step, when the settings have record = 0, or for another method.
xpbd_status xpbd_projective_record(const xpbd_solver *solver, double *out);
/// XPBD_ERR_INVALID_ARGUMENT for a solver with another method; *out is zeroed then.
xpbd_status xpbd_projective_get_counters(const xpbd_solver *solver, xpbd_projective_counters *out);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
