/* Why this file exists: what main.c (selecting, running, reporting) needs of check.c (assertions) and the checks
 * themselves must not see. Private to xpbd-validate; checks include check.h only. */
#ifndef XPBD_RUNNER_H
#define XPBD_RUNNER_H

#include "runner/check.h"

enum { CHECK_NAME_LIMIT = 96, CHECK_REASON_LIMIT = 240, CHECK_ROW_LIMIT = 8, CHECK_MEASURED_LIMIT = 200 };

/// Places of the texts of a claim in check_row_data.
enum {
  CHECK_CLAIM_KEY,
  CHECK_CLAIM_PAPER,
  CHECK_CLAIM_PLACE,
  CHECK_CLAIM_TEXT,
  CHECK_CLAIM_PUBLISHED,
  CHECK_CLAIM_VERDICT,
  CHECK_ROW_TEXTS
};

/// One registered check.
typedef struct check_entry {
  char name[CHECK_NAME_LIMIT]; ///< "group/name".
  const char *about;           ///< Static.
  check_body body;
  int argument;
} check_entry;

struct check_registry {
  const char *group; ///< The group that is being listed.
  int count, capacity;
  check_entry *entries;
};

/// How the user wants to see it.
typedef struct check_options {
  bool verbose;
  double tolerance_scale;
} check_options;

/// See check_row() and check_claim(). The texts are literals of the program: a forked process has them at the same
/// address.
typedef struct check_row_data {
  const char *text[CHECK_ROW_TEXTS];   ///< Paper, place, printed, right; of a claim see CHECK_CLAIM_KEY and on.
  double error[2];                     ///< Of the printed form, of the right one.
  char measured[CHECK_MEASURED_LIMIT]; ///< Of a claim, never empty; of an erratum empty.
} check_row_data;

/// What one check did. Plain data: it travels through a pipe from the process that ran the check.
typedef struct check_result {
  int64_t comparisons, controls, failures;
  double seconds;
  bool skipped;
  char reason[CHECK_REASON_LIMIT]; ///< Of the skip, or of a crash.
  int row_count;
  check_row_data rows[CHECK_ROW_LIMIT];
} check_result;

/// Run in this process; failures are printed as they happen.
check_result check_run(const check_entry *entry, const check_options *options);

/// The same in a process of its own; a crash or a hang comes back as a failure with its reason.
check_result check_run_apart(const check_entry *entry, const check_options *options);

#endif
