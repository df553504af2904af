/* Why this file exists: the timed run, its reference and its checks take the settings of a point from here, so they
 * cannot differ. */
#pragma once

#include "harness/plan/bench.h"
#include "xpbd/solver.h"

/// The settings that the axes ask for.
xpbd_solver_def solver_point_def(const bench_point *point);
/// The precision of the axis, or the method's. Benchmarks without that axis are in float.
xpbd_precision solver_point_precision(const bench_point *point);
/// Copies of the scene in a frame. Benchmarks without that axis have one.
int32_t solver_point_batch(const bench_point *point);
/// Points with equal keys end in equal states.
void solver_point_key(const bench_point *point, char *out, size_t capacity);
/// Note the library's last error as the reason. Returns how it ends the callback.
bench_status solver_point_say(bench_ctx *ctx, xpbd_status status);
