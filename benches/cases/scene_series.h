/* Why this file exists: benchmarks of named scenes record the course of a point over simulated time. The run is
 * repeated untimed, and must pass through the state in which the timed frames ended. */
#pragma once

#include "harness/run/run.h"
#include "subject/scene_source.h"
#include "xpbd/solver.h"

/// The numbers recorded for each moment.
typedef struct scene_series {
  int count;                               ///< Columns after "time_s".
  const char *names[BENCH_MAX_SERIES - 1]; ///< Static.
  /// Compute their values for positions and velocities [n, 3] into row [count].
  xpbd_status (*measure)(const struct scene_series *self, const solver_scene *made, const double *positions,
                         const double *velocities, double *row);
} scene_series;

/// Record at most 64 moments of `frames` frames, spread evenly, the start first. `hash` is the state after `certified`
/// frames. A callback `series` of a bench_case ends with this.
bench_status scene_series_record(bench_ctx *ctx, const scene_series *what, int32_t frames, int32_t certified,
                                 uint64_t hash);

/// Mark for the end of a table row: "" if its checks held, else that they were off, or that it is inexact.
const char *scene_series_mark(const bench_result *result);
