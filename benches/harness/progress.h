/* Why this file exists: shows how far a run is and how long it will take. On a terminal one line is rewritten,
 * otherwise each finished point gets a line. Both go to stderr, and never inside an episode. */
#pragma once

#include "harness/run/run.h"

typedef struct bench_progress {
  bool live, lines; ///< `live`: rewrite one line. `lines`: write one line per point.
  bool shown;       ///< A live line is on the terminal.
  int finished;
  const char *reason; ///< Why the last skipped point was left out.
  double last;        ///< When the live line was last rewritten [s].
} bench_progress;

bench_progress bench_progress_make(const bench_settings *settings);
void bench_progress_update(bench_progress *progress, const bench_run *run, int point);
void bench_progress_finished(bench_progress *progress, const bench_run *run, int point);
/// Remove the live line before something else is printed.
void bench_progress_clear(bench_progress *progress);
/// Predicted seconds until the end.
double bench_progress_left(const bench_run *run);
