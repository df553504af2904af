/* Why this file exists: equal bits prove which state a row computed, not that the state is right. The error of a row
 * says how far its state is from the converged answer of its model: the same scene, masses, materials and loads with
 * ever shorter time steps in double. */
#pragma once

#include "harness/plan/bench.h"
#include "harness/plan/settings.h"
#include "subject/solver_scene.h"
#include "xpbd/solver.h"

/// Take the limits on time from the settings, which must outlive all other calls. Without --errors, errors are computed
/// only in runs that measure times (`timed`).
void error_check_begin(const bench_settings *settings, bool timed);
/// Number of frames, of a row's `frames`, after which its error is taken: at most a second, because most scenes amplify
/// any difference, and have no single answer after a few seconds. 0 = no error. The facts then say why.
int32_t error_check_frames(bench_ctx *ctx, const xpbd_solver_def *def, int32_t frames);
/// Set the error of a row in its facts: the distance of `positions` [n, 3], the state after so many frames, from the
/// converged answer. If there is no answer, the facts say why. Rows of one scene share the answer, whatever their
/// method, precision, time steps and iterations. Never fails the row.
void error_check(bench_ctx *ctx, const xpbd_solver_def *def, int32_t frames, const double *positions);
/// Free the answers.
void error_check_release(void);

/// Root mean square distance between two states [n, 3] over the free particles, divided by the diagonal of the bounding
/// box of all particles at the start of the scene. NaN if a position is not finite.
double error_check_distance(const xpbd_scene *scene, const double *positions, const double *right);
