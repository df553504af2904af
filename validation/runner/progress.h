/* Why this file exists: which check runs, how many are left and for how long: one line on a terminal that is rewritten,
 * nothing elsewhere. Private to the runner. */
#ifndef XPBD_PROGRESS_H
#define XPBD_PROGRESS_H

#include "runner.h"

typedef struct check_progress {
  bool live;            ///< The standard error is a terminal.
  int done, planned;    ///< Checks.
  double expected;      ///< Sum of the usual durations of the checks that were selected [s],
  double expected_done; ///< and of those that are done.
  double expected_now;  ///< Of the one that runs.
  double start, begun;  ///< Of the run, of this check.
  const char *name;     ///< That runs.
} check_progress;

/// A check of usual duration `expected` begins.
void check_progress_begin(check_progress *progress, const char *name, double expected);
/// It has ended.
void check_progress_end(check_progress *progress);
/// Write the line anew.
void check_progress_show(const check_progress *progress);
/// Take it away before something is printed; looks at nothing but the terminal.
void check_progress_clear(void);
/// Seconds until the end: the usual durations, times how much longer or shorter those so far took.
double check_progress_left(const check_progress *progress, double now);
/// Of a clock that only goes forward.
double check_seconds(void);

#endif
