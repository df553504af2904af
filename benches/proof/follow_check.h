/* Why this file exists: equal bits prove that a row is what seq computes, not that float was enough for it. A row in float has to
 * follow the same scene in double. */
#ifndef FOLLOW_CHECK_H
#define FOLLOW_CHECK_H

#include "harness/plan/bench.h"
#include "subject/solver_scene.h"
#include "xpbd/solver.h"

/// After how many of a row's `frames` it is compared, by the settings that it runs with: 0 = never, because the row is in double, or
/// because one frame of double would take too long, which becomes a remark.
int32_t follow_check_frames(bench_ctx *ctx, const xpbd_solver_def *def, int32_t frames);
/// Run seq in double for as many frames and add the check "distance from double" to the row: the root mean square over particles of
/// the distance between the positions in `room` and that run, over that of the motion. The limit is 1 %, or what rounding alone moves the
/// run in double by, where that is more. `room` [3, n, 3] begins
/// with the positions; the rest of it is overwritten. XPBD_ERR_OUT_OF_MEMORY, or what the solver fails with.
xpbd_status follow_check(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames,
                         double *room);
void follow_check_release(void);

#endif
