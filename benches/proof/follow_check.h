/* Why this file exists: equal bits prove that a row equals seq, not that float was enough for it. A row in float must
 * also follow the same scene in double. */
#pragma once

#include "harness/plan/bench.h"
#include "subject/solver_scene.h"
#include "xpbd/solver.h"

/// Number of frames, of a row's `frames`, after which it is compared. 0 = never, because the row is in double, or
/// because one frame in double would take too long. A remark then says so.
int32_t follow_check_frames(bench_ctx *ctx, const xpbd_solver_def *def, int32_t frames);
/// Run seq in double for as many frames and add the check "distance from double" to the row. Its value is the root mean
/// square over particles of the distance between the positions in `room` and that run, relative to the motion's. The
/// limit is 1 %, or more if rounding alone moves the run in double farther. `room` [3, n, 3] begins with the positions.
/// The rest of it is overwritten. XPBD_ERR_OUT_OF_MEMORY, or the error of the solver.
xpbd_status follow_check(bench_ctx *ctx, const solver_scene *made, const xpbd_solver_def *def, int32_t frames,
                         double *room);
void follow_check_release(void);
