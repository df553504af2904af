/* Why this file exists: an audit recomputes what a run claims. Private to `xpbd-report audit`; each part of it is a file
 * of this folder. */
#pragma once

#include <stdio.h>

#include "read/run.h"

enum { AUDIT_WHY = 256, AUDIT_FAULTS = 32 };

typedef enum audit_outcome {
  AUDIT_OPEN,      ///< Not decided yet.
  AUDIT_SAME,      ///< Its state was recomputed, and all its numbers agree with each other.
  AUDIT_NOT,       ///< Not recomputed. `why` says the reason.
  AUDIT_DIFFERENT, ///< Something in it is not what it claims. `why` says what.
  AUDIT_OUTCOMES
} audit_outcome;

typedef struct audit_row {
  const report_point *point;
  audit_outcome outcome;
  char why[AUDIT_WHY];
} audit_row;

/// What the user asked for.
typedef struct audit_request {
  const char *path;    ///< The results.
  const char *journal; ///< Samples of the run. NULL = samples.jsonl beside the results, if it is there.
  const char *program; ///< xpbd-bench. NULL = the one beside this program.
  const char *backend; ///< Recomputes the states.
  const char *files;   ///< Folder of formula and mesh files. NULL = rows that need one are not audited.
  double seconds;      ///< Most time for the states; 0 = no limit.
} audit_request;

typedef struct audit {
  const audit_request *request;
  report_run run;
  audit_row *rows; ///< [run.count] Owned.
  int counts[AUDIT_OUTCOMES];
  int found, only_claimed; ///< Errors and residuals of rows with the same state: recomputed, and not.
  bool journal, sampled;   ///< There is a journal, and the statistics were recomputed from it.
  int fault_count;
  char faults[AUDIT_FAULTS][AUDIT_WHY]; ///< What is wrong with the run as a whole.
  char version[64], sha[64];            ///< Of the program that recomputed the states.
} audit;

/// Note the outcome of a row. A row that is different stays so.
__attribute__((format(printf, 3, 4))) void audit_say(audit_row *row, audit_outcome outcome, const char *format, ...);
/// Note what is wrong with the run as a whole.
__attribute__((format(printf, 2, 3))) void audit_fault(audit *self, const char *format, ...);
/// Whether two numbers are equal up to rounding. NaN is equal only to NaN.
bool audit_same(double a, double b);

/// The numbers of each row against each other, its checks and its counts.
void audit_numbers(audit *self);
/// The run as a whole: plan, names, counts, times, the rows for other tools.
void audit_plan(audit *self);
/// The score of the run, if it has one, from its rows.
void audit_score(audit *self);
/// Medians, intervals and percentiles from the samples of the journal, and the order of its times. False with a line of
/// xpbd_last_error() if the journal cannot be read.
bool audit_samples(audit *self);
/// The states, by xpbd-bench. Returns 0, or the exit code after a message.
int audit_states(audit *self);
/// Whether an audit may replace what is at `path`: nothing, or an older audit. Measurements would be lost.
xpbd_status audit_may_write(const char *path);
/// Write the audit as JSON with the seal of the user.
xpbd_status audit_write(const audit *self, const char *path);

/// Whether a later version changed the bits of a row on purpose: which one, and the bits of what.
bool audit_changed(const audit *self, const report_point *p, const char **version, const char **what);

/// Whether the run says that a version older than `version` measured it.
bool audit_before(const audit *self, const char *version);

/// Called for each row whose state was recomputed, with the answer of xpbd-bench.
void audit_visit(audit *self, audit_row *row, const json_t *answer);
