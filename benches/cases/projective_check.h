/* Why this file exists: what rows of fast mass-springs and projective dynamics are checked by, besides what every row is.
 * Private to solver_case.c. */
#ifndef BENCH_PROJECTIVE_CHECK_H
#define BENCH_PROJECTIVE_CHECK_H

#include "solver_scene.h"

/// Terms of the objective, which are what is projected. XPBD_ERR_INVALID_ARGUMENT for another method.
xpbd_status projective_check_terms(const xpbd_solver *solver, int64_t *out);
/// The global solves of `frames` frames, and that no iteration raises the objective.
xpbd_status projective_check(bench_ctx *ctx, const solver_scene *made, const xpbd_solver *solver,
                             const xpbd_solver_def *def, int32_t frames);

#endif
