/* Why this file exists: what every row of the solver is checked by besides its bits. */
#ifndef BENCH_SOLVER_CHECK_H
#define BENCH_SOLVER_CHECK_H

#include "subject/scene_source.h"

/// Refuse a scene with a formula whose gradient is not that of its C, before anything of it is measured.
bench_status solver_check_gradients(bench_ctx *ctx, const xpbd_scene *scene);
/// Work and facts that the solver counted since the reset, `frames` frames ago.
xpbd_status solver_check_counters(bench_ctx *ctx, xpbd_solver *solver, int32_t frames);
/// The state has to be one that gravity and constraints can lead to. positions, velocities [n, 3].
void solver_check_physics(bench_ctx *ctx, const solver_scene *made, const double *positions, const double *velocities,
                          int32_t frames);
/// Mean strain of the edges against what can have pulled them; no check where `limit` is so large that it stops nothing.
void solver_check_strain(bench_ctx *ctx, double strain, double limit, const char *why);
/// The solver against the plain second implementation, after the first frames; where that knows the scene and the
/// method. Leaves the solver in another state. `positions` [n, 3] is room to work in.
xpbd_status solver_check_plain(bench_ctx *ctx, const solver_scene *made, xpbd_solver *solver,
                               const xpbd_solver_def *def, double *positions);
/// How much of the next time step's equations the solver would leave unsolved, as a fact of the point: xpbd_measure_step(),
/// once for the backends of one scene. Left out for methods that have none and where one step would take seconds.
xpbd_status solver_check_residual(bench_ctx *ctx, xpbd_solver *solver);
/// Settings of the sequential backend, one constraint after the other, for the same simulation.
xpbd_solver_def solver_check_as_seq(const xpbd_solver_def *like);
/// Its positions [n, 3] after `frames` frames, in a precision.
xpbd_status solver_check_seq(const xpbd_scene *scene, const xpbd_solver_def *like, xpbd_precision precision,
                             int32_t frames, double *positions);
/// The solver, by a device that computes otherwise, against seq after the frames that a reference is compared after: as far away as
/// rounding alone puts seq in float from seq in double, times a measured factor. Says in ctx->inexact how near it is. Leaves the solver in
/// another state. positions [2 n, 3] is room to work in.
xpbd_status solver_check_inexact(bench_ctx *ctx, const solver_scene *made, xpbd_solver *solver,
                                 const xpbd_solver_def *def, double *positions);
/// How long the device computes for a frame, as a fact of the point, where its backend has a clock: of 8 more frames.
xpbd_status solver_check_device(bench_ctx *ctx, xpbd_solver *solver);
/// Free what the points of a block shared.
void solver_check_release(void);
/// Add to what stands behind how the row was checked.
__attribute__((format(printf, 2, 3))) void solver_check_remark(bench_ctx *ctx, const char *format, ...);

/// Largest distance of a particle from where it started; NaN when a position is not finite.
double solver_check_move(const xpbd_scene *scene, const double *positions);
/// Frames of `once` projections that a second program computes to be compared; 0 = none, for it would take too long.
int32_t solver_check_frames(int64_t once, int32_t substeps);
/// Add a check of two programs' positions [n, 3] by the limit for the scene's formulas and the steps and iterations of `def`.
void solver_check_apart(bench_ctx *ctx, const char *name, const xpbd_scene *scene, const xpbd_solver_def *def,
                        const double *a, const double *b, const char *why);

#endif
