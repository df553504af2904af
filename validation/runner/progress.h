/* Why this file exists: shows which check runs, how many are left and the time left, in one line of a terminal that is
 * rewritten. Elsewhere it shows nothing. Private to the runner. */
#pragma once

#include "runner.h"

typedef struct check_progress {
  bool live;            ///< The standard error is a terminal.
  int done, planned;    ///< Checks.
  double expected;      ///< Sum of the usual durations of the selected checks [s],
  double expected_done; ///< and of those that are done.
  double expected_now;  ///< Of the running one.
  double start, begun;  ///< Of the run, of this check.
  const char *name;     ///< Name of the running check.
} check_progress;

/// A check of usual duration `expected` begins.
void check_progress_begin(check_progress *progress, const char *name, double expected);
/// It has ended.
void check_progress_end(check_progress *progress);
/// Writes the line again.
void check_progress_show(const check_progress *progress);
/// Removes the line before something is printed; looks at nothing but the terminal.
void check_progress_clear(void);
/// Seconds until the end: the usual durations, scaled by how long the checks so far really took.
double check_progress_left(const check_progress *progress, double now);
/// A clock that only goes forward.
double check_seconds(void);
