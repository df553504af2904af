/* Why this file exists: the two local/global methods that XPBD is compared with, on the same scenes and with the same
 * time step: fast mass-springs (Liu, Bargteil, O'Brien, Kavan 2013) and projective dynamics (Bouaziz, Martin, Liu,
 * Kavan, Pauly 2014). Apart from the core because the global step needs a sparse Cholesky factorisation (CHOLMOD). */
#ifndef XPBD_PROJECTIVE_H
#define XPBD_PROJECTIVE_H

#include <stdint.h>

#include "xpbd/scene.h"
#include "xpbd/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is simulated. Both alternate a local step (each term projects onto its rest shape) and a global step (one
/// linear system with a constant, prefactored matrix). Both lower the objective of the implicit Euler step in every
/// iteration:
///   sum m |x - y|^2 / (2 h^2) + sum of the terms,   y = x + h v + h^2 (gravity + wind / m)
typedef enum xpbd_projective_method {
  XPBD_FAST_MASS_SPRINGS,  ///< Springs only (Liu et al. 2013, Section 4).
  XPBD_PROJECTIVE_DYNAMICS ///< Springs, strain limits of triangles, bending (Bouaziz et al. 2014, Sections 3 and 5).
} xpbd_projective_method;

/// Settings. Start from xpbd_projective_def_default().
typedef struct xpbd_projective_def {
  uint32_t cookie;               ///< Set by xpbd_projective_def_default(). Do not touch.
  xpbd_projective_method method; ///< Default XPBD_FAST_MASS_SPRINGS.
  double frame_time;             ///< [s] > 0, default 1/24.
  int32_t substeps;              ///< Time steps per frame, >= 1, default 1.
  int32_t iterations;            ///< Local and global steps per time step, >= 1, default 10.
  /// [N/m] >= 0, default 0 = no such term. Projective dynamics only: weight / 2 * area * |F - P(F)|^2 of each triangle,
  /// F its deformation gradient, P(F) the nearest with singular values in [1 - strain_limit, 1 + strain_limit].
  double triangle_weight;
  double strain_limit; ///< [1] 0 <= s < 1, default 0: the nearest isometry.
  /// [J] >= 0, default 0 = no such term. Projective dynamics only: weight / 2 * |s - s |s_rest| / |s||^2 of each pair
  /// of triangles, s = sqrt(3 / (A0 + A1)) sum K_i x_i (Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006, A Quadratic
  /// Bending Model for Inextensible Surfaces). For a flat rest shape that is their energy times the weight.
  double bending_weight;
  int32_t record; ///< 1 = keep the objective of every iteration, see xpbd_projective_record(); costs time. Default 0.
} xpbd_projective_def;

/// What was really done since the last reset or load, and what it takes.
typedef struct xpbd_projective_counters {
  int64_t frames;
  int64_t iterations;  ///< Global solves, each of three right-hand sides.
  int64_t projections; ///< Local steps of single terms.
  int32_t springs, triangles, hinges;
  int32_t unknowns;        ///< Free particles: rows of the matrix.
  int64_t matrix_nonzeros; ///< Of the lower triangle with its diagonal.
  int64_t factor_nonzeros; ///< Of the Cholesky factor.
  int64_t host_bytes;      ///< Memory of the state, the terms and the factor.
} xpbd_projective_counters;

typedef struct xpbd_projective xpbd_projective;

xpbd_projective_def xpbd_projective_def_default(void);

/// Make a solver in the scene's initial condition and factorise its matrix, once: a caller who wants the time of the
/// factorisation times this call. The scene must outlive it.
/// Each constraint of the scene becomes a spring of stiffness k^2 / compliance, which has the potential that XPBD
/// gives it; so the formulas must be `stretching` or `distance_bending`, with compliance > 0 and damping 0; obstacles,
/// centres, handles and global damping are refused. Pinned particles are left out of the matrix. Time stepping, wind and
/// precision (double) are those of xpbd_solver with XPBD_F64, bit for bit; the sums run in a fixed order and the
/// factorisation is simplicial, without BLAS, so that neither threads nor the BLAS installed change a bit. (How
/// CHOLMOD was compiled may: it is the only part that is not ours.)
/// A term without a direction (an edge of no length, a triangle squashed to a line) exerts no force across it, as XPBD
/// leaves such constraints alone.
/// XPBD_ERR_INVALID_ARGUMENT; XPBD_ERR_UNSUPPORTED names the formula or value; XPBD_ERR_OUT_OF_MEMORY;
/// XPBD_ERR_NOT_BUILT without CHOLMOD.
xpbd_status xpbd_projective_create(const xpbd_scene *scene, const xpbd_projective_def *def, xpbd_projective **out);
/// Back to the initial condition; the factor stays.
xpbd_status xpbd_projective_reset(xpbd_projective *projective);
/// Simulate `frames` >= 0 frames. XPBD_ERR_DIVERGED names the frame.
xpbd_status xpbd_projective_step(xpbd_projective *projective, int32_t frames);
/// Copy positions [m] or velocities [m/s] to out [n, 3]. XPBD_ERR_DIVERGED when there is no state to read.
xpbd_status xpbd_projective_read(const xpbd_projective *projective, xpbd_field field, double *out);
/// As xpbd_solver_hash(): equal states have equal hashes, also between the two solvers.
xpbd_status xpbd_projective_hash(const xpbd_projective *projective, uint64_t *out);
/// Frames since the start, those before a load included.
int64_t xpbd_projective_frame(const xpbd_projective *projective);
/// Write the state to a file from which xpbd_projective_load() goes on to the same bits, as xpbd_solver_save().
/// XPBD_ERR_IO, XPBD_ERR_DIVERGED, XPBD_ERR_OUT_OF_MEMORY; XPBD_ERR_UNSUPPORTED on a big-endian machine.
xpbd_status xpbd_projective_save(const xpbd_projective *projective, const char *path);
/// Take up a saved state. Scene and settings must be those of the run that wrote it, as for xpbd_solver_load(). Counters
/// start anew. XPBD_ERR_INVALID_ARGUMENT says what differs; XPBD_ERR_BAD_FILE for a damaged file; XPBD_ERR_IO;
/// XPBD_ERR_OUT_OF_MEMORY; XPBD_ERR_UNSUPPORTED on a big-endian machine.
xpbd_status xpbd_projective_load(xpbd_projective *projective, const char *path);
/// The objective [J] of the last time step at `positions` [n, 3]: other solvers can be measured by it. Pinned particles
/// have no inertia. XPBD_ERR_INVALID_ARGUMENT before the first step.
xpbd_status xpbd_projective_objective(const xpbd_projective *projective, const double *positions, double *out);
/// The objective [J] before the first and after each iteration of the last time step, out [iterations + 1].
/// XPBD_ERR_INVALID_ARGUMENT before the first step, or when the settings have record = 0.
xpbd_status xpbd_projective_record(const xpbd_projective *projective, double *out);
void xpbd_projective_get_counters(const xpbd_projective *projective, xpbd_projective_counters *out);
/// Free; sets *projective to NULL, accepts NULL.
void xpbd_projective_destroy(xpbd_projective **projective);

#ifdef __cplusplus
}
#endif
#endif
