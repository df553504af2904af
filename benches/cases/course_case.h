/* Why this file exists: the rows of a workload whose course is compared with the recorded answer, in the run that times
 * them. Their callbacks are those of solver_case.h, and keep the compared states of the first run. */
#pragma once

#include "harness/plan/bench.h"
#include "subject/workload_scene.h"

int32_t course_case_frames(const bench_point *point);
bench_status course_case_setup(bench_ctx *ctx);
bench_status course_case_reset(bench_ctx *ctx);
bench_status course_case_frame(bench_ctx *ctx);
/// The checks of the solver, then course_case_judge().
bench_status course_case_check(bench_ctx *ctx, int32_t frames, double tolerance);
void course_case_teardown(bench_ctx *ctx);

/// Set the error of a row and add its check. The limit is `tolerance`, or with NaN the error of a body that never moves:
/// whoever has a larger one has not answered. A course that did not run to the end has a reason instead.
bench_status course_case_judge(bench_ctx *ctx, const workload_course *course, int32_t frames, double tolerance);
