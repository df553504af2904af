/* Why this file exists: one number for a machine: how much simulated time it computes in a second, at an error of 1 %,
 * over all workloads, relative to a recorded machine. docs/guide/score.md explains every rule. */
#pragma once

#include <stdio.h>

#include "run.h"

enum { SCORE_MAX_WORKLOADS = 32, SCORE_MAX_BACKENDS = 8, SCORE_MAX_REASONS = 40 };

/// A workload on one backend.
typedef struct score_row {
  const char *workload;
  int point;               ///< Index of its row. -1 = none.
  double speed, low, high; ///< Simulated seconds per second, with its 95 % interval.
  double reference;        ///< The same of the reference machine. NaN = not recorded.
  double ratio;            ///< speed / reference.
} score_row;

/// All workloads on one backend.
typedef struct score_backend {
  const char *name;
  score_row rows[SCORE_MAX_WORKLOADS];
  double score, low, high; ///< Geometric mean of the ratios, with its 95 % interval. NaN if a workload lacks one.
  int reason_count;        ///< 0 = VALID.
  char reasons[SCORE_MAX_REASONS][BENCH_TEXT];
} score_backend;

typedef struct bench_score {
  char machine[BENCH_TEXT];                ///< The reference machine. "" = none is recorded.
  int workload_count, backend_count, best; ///< Index of the backend that counts. -1 = no backend has rows.
  score_backend backends[SCORE_MAX_BACKENDS];
} bench_score;

/// Read the clocks at the start of the run.
void bench_score_begin(void);
/// Compute the score of a finished run. `machine` is the path of the speeds of the reference machine.
void bench_score_make(const bench_run *run, const char *machine, bench_score *out);
/// Whether the backend that counts breaks no rule.
bool bench_score_is_valid(const bench_score *score);
/// Print it for people: each workload, then the score, VALID or INVALID with the reasons.
void bench_score_print(const bench_run *run, const bench_score *score, FILE *stream);
