/* Why this file exists: the score of a run is read in one place, for its page and for the index of an archive. */
#pragma once

#include "run.h"

/// The score of one backend. Texts belong to the run.
typedef struct report_score {
  const char *backend;
  double value, low, high; ///< NaN = unknown.
  bool valid;
  const json_t *reasons, *workloads; ///< Arrays: why it is not valid, and what it was made of.
} report_score;

/// The score of the backend number `index` of the file. False if there is none.
bool report_score_at(const report_run *run, size_t index, report_score *out);
/// The one that counts for the machine. False if the run has no score.
bool report_score_best(const report_run *run, report_score *out);
