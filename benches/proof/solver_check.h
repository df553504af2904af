/* Why this file exists: the checks of every solver row besides its bits. */
#pragma once

#include "subject/scene_source.h"

/// Refuse a scene before it is measured if the gradient of a formula does not match its C.
bench_status solver_check_gradients(bench_ctx *ctx, const xpbd_scene *scene);
/// Check the work that the solver counted since the reset, `frames` frames ago, and copy its facts.
xpbd_status solver_check_counters(bench_ctx *ctx, xpbd_solver *solver, int32_t frames);
/// The state must be one that gravity and constraints can lead to. positions, velocities [n, 3].
void solver_check_physics(bench_ctx *ctx, const solver_scene *made, const double *positions, const double *velocities,
                          int32_t frames);
/// Check the mean strain of the edges against a limit. There is no check if `limit` is so large that it would stop
/// nothing.
void solver_check_strain(bench_ctx *ctx, double strain, double limit, const char *why);
/// Compare the solver with the plain second implementation after the first frames, if that supports the scene and the
/// method. Leaves the solver in another state. `positions` [n, 3] is room to work in.
xpbd_status solver_check_plain(bench_ctx *ctx, const solver_scene *made, xpbd_solver *solver,
                               const xpbd_solver_def *def, double *positions);
/// Set the residual of the point: the share of the next time step's equations that the solver leaves unsolved
/// (xpbd_measure_step()). It is computed once for all backends of a scene. It is left out for methods without one and
/// if a time step would take seconds.
xpbd_status solver_check_residual(bench_ctx *ctx, xpbd_solver *solver);
/// Settings of the sequential backend, one constraint after the other, for the same simulation.
xpbd_solver_def solver_check_as_seq(const xpbd_solver_def *like);
/// Positions [n, 3] of that backend after `frames` frames, in a precision.
xpbd_status solver_check_seq(const xpbd_scene *scene, const xpbd_solver_def *like, xpbd_precision precision,
                             int32_t frames, double *positions);
/// For a device that does not follow IEEE 754: compare the solver with seq after as many frames as a reference would
/// be. The limit is the distance of seq in float from seq in double, times a measured factor. ctx->inexact then says
/// how near it is. Leaves the solver in another state. positions [2 n, 3] is room to work in.
xpbd_status solver_check_inexact(bench_ctx *ctx, const solver_scene *made, xpbd_solver *solver,
                                 const xpbd_solver_def *def, double *positions);
/// Set the time that the device computes for a frame, if its backend has a clock. It is measured on 8 more frames.
xpbd_status solver_check_device(bench_ctx *ctx, xpbd_solver *solver);
/// Set the shares of the parts of a frame, if its backend divides its time. They are measured on up to 8 more frames,
/// fewer if these take long. Leaves the solver in another state.
xpbd_status solver_check_phases(bench_ctx *ctx, xpbd_solver *solver);
/// Free data that the points of a block shared.
void solver_check_release(void);
/// Append to the text that says how the row was checked.
__attribute__((format(printf, 2, 3))) void solver_check_remark(bench_ctx *ctx, const char *format, ...);

/// Largest distance of a particle from where it started. NaN when a position is not finite.
double solver_check_move(const xpbd_scene *scene, const double *positions);
/// Number of frames, of `once` projections each, for the comparison with a second program. 0 = none,
/// because it would take too long.
int32_t solver_check_frames(int64_t once, int32_t substeps);
/// Add a check of two programs' positions [n, 3] by the limit for the scene's formulas and the steps and iterations
/// of `def`.
void solver_check_apart(bench_ctx *ctx, const char *name, const xpbd_scene *scene, const xpbd_solver_def *def,
                        const double *a, const double *b, const char *why);
