/* Why this file exists: measures a state: energies, momentum, residual, area, volume. All are computed in double on the
 * host from read-back positions, so benches, checks and reports share one definition for every backend. */
#ifndef XPBD_MEASURE_H
#define XPBD_MEASURE_H

#include <stdbool.h>

#include "xpbd/scene.h"
#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct xpbd_measures {
  double kinetic;       ///< sum m |v|^2 / 2 [J].
  double gravitational; ///< - sum m g.(x - x at the start) [J].
  double elastic;       ///< sum C^2 / (2 alpha) over sets with alpha > 0 [J]. For energy formulas too, this is the XPBD
                        ///< potential, not C.
  double momentum[3];   ///< sum m v [kg m/s].
  double centre[3];     ///< Centre of mass of the free particles [m].
  double residual_mean; ///< Mean |C| over all constraints.
  double residual_max;  ///< Largest |C|.
  double strain_mean;   ///< Mean |l/l0 - 1| over two-particle constraints on edges.
  double strain_max;
  double lowest; ///< Smallest y of all particles [m].
  double area;   ///< Of all triangles [m^2].
  double volume; ///< Signed volume [m^3], meaningful for closed meshes.
} xpbd_measures;

/// Measures a state. positions, velocities [n, 3]. Pinned particles count only in residual, strain, area, volume and
/// lowest. XPBD_ERR_DIVERGED if a value is not finite.
xpbd_status xpbd_measure(const xpbd_scene *scene, const double *positions, const double *velocities,
                         xpbd_measures *out);

/// Mean |C| over one row of set number `set` (Green strain has a row for each axis and each pair of axes). For a summed
/// formula, |sum of C|, or with XPBD_NODAL the mean |C| over the particles. positions [n, 3]. *out is not finite if a
/// position is not. XPBD_ERR_INVALID_ARGUMENT: no such set or row.
xpbd_status xpbd_measure_row(const xpbd_scene *scene, int32_t set, int row, const double *positions, double *out);

/// Relative error of positions [1]: the RMS distance to the positions `right`, divided by the RMS distance from `start`
/// to `right`. That divisor is at least 1e-4 of the extent of `start`. [n, 3] each, n >= 1. NaN or infinite if an input
/// is not finite.
double xpbd_measure_distance(const double *positions, const double *right, const double *start, int64_t n);
/// Perturbs each number at random by up to half a unit in the last place of float, as rounding in a float time step may
/// do. Advances *seed.
void xpbd_measure_disturb(double *values, int64_t count, uint32_t *seed);

/// The part of its constraint equations that a time step leaves unsolved. XPBD iterates over all constraints j to solve
///   C_j(x) + alpha~ lambda_j + gamma grad C_j . (x - x_n) = 0,   alpha~ = alpha / h^2.
/// Let r_j be the left side and D_j = (1 + gamma) grad C_j M^-1 grad C_j^T + alpha~. One projection of constraint j
/// would move its particles by r_j / D_j times its mass-weighted gradient. So r_j^2 / D_j is in kg m^2 whatever the
/// unit of C_j. The residual is the square root of its sum over all constraints. The share relates it to the residual
/// at the predicted positions with lambda 0: 1 = nothing is solved, 0 = converged, above 1 = the iterations diverge. At
/// 0, neither the number nor the order of iterations matters. The residual does not see the error of the time step's
/// length, during which gradients also turn. An error that is smooth over the mesh has a smaller share of the equations
/// than of the positions.
typedef struct xpbd_step_residual {
  /// after / before. 0 if there was nothing to solve, that is if `before` is rounding of the positions.
  double share;
  double before, after; ///< At the predicted positions, and after the iterations [kg^1/2 m].
  /// Energy at the end of that step [J]: kinetic, gravitational and elastic. The elastic part is the smaller of C^2 /
  /// (2 alpha) and alpha (lambda / h^2)^2 / 2, so positions and multipliers agree on it.
  double energy;
  /// Rounding lost all motion: gravity or a velocity should move a particle, but the prediction moves none.
  bool lost;
} xpbd_step_residual;

/// A time step above this share is not converged: a hundredth of its load is unbalanced.
#define XPBD_UNCONVERGED 0.01

/// The residual of the next time step, from the state and with the settings of the solver. One CPU thread recomputes
/// the step as every backend would, and the solver is unchanged. *out is zero on failure. XPBD_ERR_UNSUPPORTED: the
/// method solves other equations or none. XPBD_ERR_DIVERGED: a value is not finite. XPBD_ERR_OUT_OF_MEMORY, and the
/// errors of xpbd_solver_read().
xpbd_status xpbd_measure_step(xpbd_solver *solver, xpbd_step_residual *out);

/// How well the elements of a mesh keep their size, as ratios to rest. 1 = unchanged.
typedef struct xpbd_ratios {
  double total;       ///< Total size of all elements / total size at rest.
  double mean_error;  ///< Mean |ratio - 1| of the counted elements.
  double least, most; ///< Smallest and largest ratio. Volumes are signed: < 0 = inverted.
  int64_t count;      ///< Number of elements counted. Elements too flat at rest for a ratio count only in `total`.
                      ///< Strain-based formulas leave out the same ones.
} xpbd_ratios;

/// Triangle areas relative to mesh->positions as the rest shape. positions [vertex_count, 3]. Summed in mesh order.
/// *out is zero on failure. XPBD_ERR_DIVERGED: a vertex, which is named, is not finite, or the sum overflows.
/// XPBD_ERR_UNSUPPORTED: there are no triangles, or all are flat.
xpbd_status xpbd_measure_areas(const xpbd_mesh *mesh, const double *positions, xpbd_ratios *out);
/// The same for volumes: of a body's tets, or of a closed surface's triangles with a ghost tip. The ghost tip is the
/// mean of the vertices of the connected component, recomputed for `positions` (Cetinaslan 2019, Sect. 5.1). A ghost
/// tet may be negative at rest. Its ratio is positive unless it is inverted. XPBD_ERR_UNSUPPORTED also if the surface
/// is open or inconsistently oriented, naming a triangle. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_measure_volumes(const xpbd_mesh *mesh, const double *positions, xpbd_ratios *out);

/// Error of a formula's gradient against the exact one, the complex step of C. It is evaluated where C is finite, on
///   24 deformed elements of sizes from 0.5 to 2, with the default material,
///   8 of them with each material parameter halved, doubled, at both ends of its range and in the middle,
///   the same 8 with all parameters random,
///   16 elements far from rest, scaled by 0.05 to 8 or inverted.
typedef struct xpbd_gradient_error {
  double error;   ///< Largest error, relative to the largest exact component on that element. Built-in formulas: below
                  ///< 1e-12.
  double ratio;   ///< Least-squares ratio of the two gradients: -1 = wrong sign, 2 = wrong factor.
  bool uniform;   ///< The error is that factor everywhere, and nothing else.
  int particle;   ///< Particle with the largest error.
  int number;     ///< Material parameter that was not the default there. -1 = none, or all.
  double value;   ///< The value of that parameter.
  double stretch; ///< |x1 - x0| relative to rest there, if the element is far from rest. 0 = it is near rest.
  double single_error; ///< Largest error of the float gradient against the double one, relative to its length and the
                       ///< typical length. Only near rest, and not at the ends of material ranges.
  int missing;         ///< The only particle without a gradient, although C changes with it. -1 = none, or several.
  int32_t element; ///< Constraint of the set where this was found: xpbd_measure_gradient_of(). -1 = none of its own.
  double size;     ///< Its longest edge [m].
  bool unusable;   ///< C or its gradient is not finite there near rest. With element -1: C changes with none of the
                   ///< set's elements near rest.
} xpbd_gradient_error;

/// By index in the list. XPBD_ERR_INVALID_ARGUMENT: no such formula. XPBD_ERR_DIVERGED: not finite at rest, or on half
/// of the elements with the default material. Run xpbd_measure_trial() first on an untrusted formula.
xpbd_status xpbd_measure_gradient(int formula, xpbd_gradient_error *out);
/// The same for one set of a scene, with that set's material only. If the error is below 1e-6, then also on up to 64 of
/// the set's own elements, the smallest and the largest among them: at rest, with each corner moved by up to a
/// thousandth to a fifth of the smallest height, and 0.3 to 3 times as large. XPBD_ERR_INVALID_ARGUMENT: no such set.
xpbd_status xpbd_measure_gradient_of(const xpbd_scene *scene, int32_t set, xpbd_gradient_error *out);

/// Runs a formula in a child process with limits on time and memory. It evaluates the rest shape, C and gradient in
/// float, double and complex, with guards around its arrays. The elements and materials are those of
/// xpbd_measure_gradient(), and collapsed, stretched and inverted elements. XPBD_ERR_BAD_FILE: it crashes, exits, hangs
/// or writes outside its arrays, and the text says where. XPBD_ERR_INVALID_ARGUMENT: no such formula.
/// XPBD_ERR_UNAVAILABLE: no process could be started. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_measure_trial(int formula);

/// An independent second implementation for checks: the printed algorithm in double, one constraint after another in
/// scene order. Writes the positions [n, 3] after `frames` frames from `start` [n, 3] (NULL = the scene's start, may
/// equal `positions`). It shares no loop with the solver and is slow. It uses only frame_time, substeps and iterations
/// of the settings. XPBD_ERR_UNSUPPORTED: wind, obstacles, contact, global damping, or a method other than XPBD.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_reference_run(const xpbd_scene *scene, const xpbd_solver_def *def, const double *start, int32_t frames,
                               double *positions);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
