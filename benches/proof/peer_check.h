/* Why this file exists: the checks of states that a program of others hands back. They add to those of solver_check.h what
 * our own solver cannot get wrong. */
#pragma once

#include "subject/workload_scene.h"

/// Root mean square distance of two sets of positions [n, 3] over the particles [m]. NaN if one is not finite.
double peer_check_apart(const xpbd_scene *scene, const double *a, const double *b);
/// Every number of states [frames][2, n, 3] must be finite. Returns whether they are.
bool peer_check_finite(bench_ctx *ctx, const xpbd_scene *scene, const double *states, int32_t frames);
/// Pinned particles that nothing moves must be where they were. positions [n, 3].
void peer_check_held(bench_ctx *ctx, const solver_scene *made, const double *positions);
/// Runs of the same scene must end `apart` [m] from each other by at most a hundredth of the body.
void peer_check_runs(bench_ctx *ctx, const solver_scene *made, double apart);
/// Internal forces must not move the centre of mass. As long as the recorded answer falls freely, the centre of mass of
/// states [frames][2, n, 3] must too. There is no check for scenes with pinned particles or wind, or whose answer never
/// falls freely.
void peer_check_fall(bench_ctx *ctx, const xpbd_scene *scene, const workload_course *course, const double *states);
/// Pins on one line give no torque about it, so gravity alone changes the angular momentum about it. There is no check for
/// scenes with other pins, with anything else that acts from outside, or that swing in the vertical plane of their pins. states [frames][2, n, 3].
void peer_check_swing(bench_ctx *ctx, const solver_scene *made, const double *states, int32_t frames);
