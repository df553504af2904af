/* Why this file exists: what a state is worth: energies, momentum, residual, area, volume. Computed in double on the host
 * from read-back positions, the same for every backend, so that benches, checks and reports agree on the definitions. */
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
  double elastic;       ///< sum C^2 / (2 alpha) over sets with alpha > 0 [J] (formulas: the XPBD potential, not C).
  double momentum[3];   ///< sum m v [kg m/s].
  double centre[3];     ///< Centre of mass of the free particles [m].
  double residual_mean; ///< Mean |C| over all constraints.
  double residual_max;  ///< Largest |C|.
  double strain_mean;   ///< Mean |l/l0 - 1| over two-particle constraints on edges.
  double strain_max;
  double lowest; ///< Smallest y of all particles [m].
  double area;   ///< Of the triangles [m^2].
  double volume; ///< Signed, meaningful for closed meshes [m^3].
} xpbd_measures;

/// Pinned particles have no mass here: they count in residual, strain, area, volume and lowest only.
/// positions, velocities [n, 3]. XPBD_ERR_DIVERGED when something is not finite.
xpbd_status xpbd_measure(const xpbd_scene *scene, const double *positions, const double *velocities,
                         xpbd_measures *out);

/// Mean |C| over one row of the constraints of set number `set`: Green's strain has a row for each axis or pair of axes.
/// Of a formula whose constraints are summed, |sum of C|. positions [n, 3], and *out is not finite where one of them is
/// not. XPBD_ERR_INVALID_ARGUMENT: no such set or row; XPBD_ERR_UNSUPPORTED: an element has some of its rows only.
xpbd_status xpbd_measure_row(const xpbd_scene *scene, int32_t set, int row, const double *positions, double *out);

/// How far positions are from the right ones [1]: the root mean square over particles of the distance, over that of the way from `start`
/// to the right ones; a way below 1e-4 of the extent of `start` counts as that much. [n, 3] each, n >= 1. NaN or infinite where a number
/// is not finite.
double xpbd_measure_distance(const double *positions, const double *right, const double *start, int64_t n);
/// Multiply each number by 1 and up to half a unit in the last place of float, at random, as a time step in float may round it. *seed goes
/// on.
void xpbd_measure_disturb(double *values, int64_t count, uint32_t *seed);

/// How much of its constraint equations a time step leaves unsolved. XPBD solves C_j(x) + alpha~ lambda_j + gamma grad
/// C_j . (x - x_n) = 0 for all constraints j (alpha~ = alpha / h^2) by sweeps over them. One projection of constraint j
/// would move its particles by r_j / D_j times its mass-weighted gradient, r_j the left side, D_j = (1 + gamma) grad C_j
/// M^-1 grad C_j^T + alpha~; so r_j^2 / D_j is in kg m^2 whatever the unit of C_j, and the residual is the square root
/// of its sum over all constraints. Relative to what it is at the predicted positions, lambda 0, it is a share: 1 =
/// nothing is solved, 0 = the step is converged, and then neither iterations nor their order matter; above 1 the sweeps
/// diverge. It says nothing of the error that the length of a time step makes, where gradients turn within it too, and an
/// error that is smooth over the mesh leaves a smaller share of the equations than of the positions.
typedef struct xpbd_step_residual {
  /// after / before; 0 where nothing was to be done, that is where `before` is rounding of the positions.
  double share;
  double before, after; ///< At the predicted positions, after the sweeps [kg^1/2 m].
  /// At the end of that step [J]: kinetic, gravitational, and the elastic energy that positions and multipliers agree on: of
  /// C^2 / (2 alpha) and alpha (lambda / h^2)^2 / 2 the smaller one.
  double energy;
  /// Gravity or a velocity is to move a particle, and the prediction leaves every one where it is: rounding took all of the motion.
  bool lost;
} xpbd_step_residual;

/// Above this share a time step is not converged: a hundredth of the load that it was to balance is not.
#define XPBD_UNCONVERGED 0.01

/// The residual of the time step that comes next, in the state and with the settings of the solver: the step is computed
/// anew by one CPU thread, as every backend would, and nothing changes. *out is zero on failure. XPBD_ERR_UNSUPPORTED: a
/// method that solves other equations or none; XPBD_ERR_DIVERGED: not finite; XPBD_ERR_OUT_OF_MEMORY; those of
/// xpbd_solver_read().
xpbd_status xpbd_measure_step(xpbd_solver *solver, xpbd_step_residual *out);

/// How well the elements of a mesh keep their size: ratios to rest, 1 = kept.
typedef struct xpbd_ratios {
  double total;       ///< Sum over all elements / that sum at rest.
  double mean_error;  ///< Mean |ratio - 1| of the elements counted.
  double least, most; ///< Smallest and largest ratio of an element; volumes are signed, < 0 = turned inside out.
  int64_t count;      ///< Elements counted: not those too flat at rest for a ratio to say anything (the ones that
                      ///< strain-based formulas leave out); these are in the total alone.
} xpbd_ratios;

/// Areas of the triangles, against mesh->positions as the rest shape; positions [vertex_count, 3]. Summed in the order
/// of the mesh. *out is zero on failure: XPBD_ERR_DIVERGED names a vertex that is not finite, or the sum overflows;
/// XPBD_ERR_UNSUPPORTED when there are no triangles, or all are flat.
xpbd_status xpbd_measure_areas(const xpbd_mesh *mesh, const double *positions, xpbd_ratios *out);
/// The same of volumes: of the tets of a body; of a closed surface those of each triangle with a ghost tip, the mean of
/// the vertices of its connected piece, computed anew for `positions` (Cetinaslan 2019, Sect. 5.1). A ghost tet may be
/// negative at rest; its ratio is positive as long as it is not turned. XPBD_ERR_UNSUPPORTED also when the surface is
/// open or its triangles are not oriented alike, the text names one; XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_measure_volumes(const xpbd_mesh *mesh, const double *positions, xpbd_ratios *out);

/// How far the gradient of a formula is from the exact one, the complex step of its C: on 24 deformed elements of sizes from
/// 0.5 to 2 with the standard numbers of the material; on 8 of them with each number halved, doubled, at both ends of its
/// range and halfway there, and with all of them drawn; and on 16 elements far from rest, of 0.05 to 8 times its size or
/// turned inside out. Where C is not finite nothing is compared.
typedef struct xpbd_gradient_error {
  double error;   ///< Largest, over the largest component of the exact one on that element. Of the list: below 1e-12.
  double ratio;   ///< Of the two, by least squares: -1 a wrong sign, 2 a factor.
  bool uniform;   ///< It is that factor everywhere, and nothing else.
  int particle;   ///< Where the largest error is.
  int number;     ///< Number of the material that was not the standard one there; -1 = none, or all.
  double value;   ///< What it was.
  double stretch; ///< |x1 - x0| there over that at rest, where the element is far from rest; 0 = it is near.
  double
      single_error; ///< Largest of the gradient in float against that in double, over its length and the usual one; near
                    ///< rest, and not at the ends of ranges.
} xpbd_gradient_error;

/// By place in the list. XPBD_ERR_INVALID_ARGUMENT: no such formula; XPBD_ERR_DIVERGED: not finite at rest, or on half of the
/// elements with the standard material. Run xpbd_measure_trial() first on a formula that is not trusted.
xpbd_status xpbd_measure_gradient(int formula, xpbd_gradient_error *out);
/// The same of one set of a scene, with the numbers that it has, instead of the standard and all other ones.
/// XPBD_ERR_INVALID_ARGUMENT: no such set.
xpbd_status xpbd_measure_gradient_of(const xpbd_scene *scene, int32_t set, xpbd_gradient_error *out);

/// Try a formula in a process of its own, with limits of time and memory: its rest shape, C and gradient in float, double
/// and complex, on the elements and materials of xpbd_measure_gradient() and on collapsed, stretched and turned ones, its
/// arrays between guards. XPBD_ERR_BAD_FILE: it crashes, ends the program, does not end, or leaves its arrays; the text says
/// where. XPBD_ERR_INVALID_ARGUMENT: no such formula; XPBD_ERR_UNAVAILABLE: no process; XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_measure_trial(int formula);

/// The second opinion: positions [n, 3] after `frames` frames by the printed algorithm, in double, one constraint after
/// the other in the scene's order, from `start` [n, 3] (NULL = as the scene starts; may be `positions`). It shares no loop with the solver; for checks, not for speed. Of the settings only
/// frame_time, substeps and iterations count. XPBD_ERR_UNSUPPORTED with wind, obstacles, contact, global damping or
/// another method than XPBD; XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_reference_run(const xpbd_scene *scene, const xpbd_solver_def *def, const double *start, int32_t frames,
                               double *positions);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
