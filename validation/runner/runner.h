/* Why this file exists: what main.c (selecting, running, reporting) needs of check.c (assertions) and the checks
 * themselves must not see. Private to xpbd-validate; checks include check.h only. */
#ifndef XPBD_RUNNER_H
#define XPBD_RUNNER_H

#include "check.h"

enum {
  CHECK_WORDS_LIMIT = 160,
  CHECK_NAME_LIMIT = 96,
  CHECK_REASON_LIMIT = 240,
  CHECK_ROW_LIMIT = 16,
  CHECK_MEASURED_LIMIT = 400
};

/// One registered check.
typedef struct check_entry {
  char name[CHECK_NAME_LIMIT]; ///< "group/name".
  const char *about;           ///< Static.
  check_body body;
  int argument;
  bool finds; ///< Registered by check_add_finding().
} check_entry;

struct check_registry {
  const char *group; ///< The group that is being listed.
  int count, capacity;
  check_entry *entries;
};

/// One line of list.h.
typedef struct check_group {
  const char *name, *about, *why; ///< `why`: of the limits that no check_why() explains.
  double seconds;                 ///< All its checks take about so long: for the time left.
  void (*list)(check_registry *registry);
} check_group;

/// How a value was compared.
typedef enum check_relation {
  CHECK_AT_MOST,
  CHECK_AT_LEAST,
  CHECK_WITHIN,
  CHECK_SAME,    ///< The same 64 bits: a hash or a count.
  CHECK_TRUE,    ///< A statement.
  CHECK_STATUS,  ///< An xpbd_status.
  CHECK_CONTROL, ///< An error made on purpose, caught or not.
  CHECK_RELATIONS
} check_relation;

/// One comparison. The first three relations are of numbers, the others of bits.
typedef struct check_comparison {
  check_relation relation;
  bool held;
  double value, low, high; ///< The limits as they were applied; infinite = none.
  uint64_t bits, expected;
  const char *why;      ///< A literal; NULL = that of the group.
  const char *quantity; ///< With its unit in brackets at the end, if any.
  const char *detail;   ///< Why it failed, or what the library said; "" = nothing.
} check_comparison;

/// How the user wants to see it.
typedef struct check_options {
  bool verbose;
  double tolerance_scale;
  void *context;
  void (*record)(void *context, const check_comparison *comparison); ///< Each as it is made, borrowed; NULL = nobody.
  void (*folder)(void *context, const char *path); ///< One that the check will remove; NULL = nobody asks.
  void (*clear)(void *context);                    ///< Before something is printed, in the
                                                   ///< child too; NULL = nothing to do.
  void (*tick)(void *context);                     ///< A few times a second while a process runs; NULL = nothing to do.
} check_options;

/// Which table a row belongs to, in the order they are printed.
typedef enum check_row_kind {
  CHECK_ROW_ERRATUM,
  CHECK_ROW_AMBIGUITY,
  CHECK_ROW_CLAIM,
  CHECK_ROW_FINDING,
  CHECK_ROW_KINDS
} check_row_kind;

/// What check_row() and check_ambiguity() were given.
typedef struct check_erratum_row {
  const char *paper, *place, *printed, *right;
  double error[2]; ///< Of the printed form or the other reading, of the right one.
} check_erratum_row;

/// What check_judge() was given.
typedef struct check_claim_row {
  check_claim_text text;
  const char *part, *settings, *verdict; ///< `part`: "" = all of it.
} check_claim_row;

/// One row. The texts are literals of the program: a forked process has them at the same address.
typedef struct check_row_data {
  check_row_kind kind; ///< Which of the next three counts.
  check_erratum_row erratum;
  check_claim_row claim;
  check_finding_text finding;
  char measured[CHECK_MEASURED_LIMIT]; ///< Of a claim and a finding, never empty.
} check_row_data;

/// One curve of a finding.
typedef struct check_curve_data {
  const char *label;
  int count;
  double x[CHECK_POINT_LIMIT], y[CHECK_POINT_LIMIT]; ///< [count]
} check_curve_data;

/// What one check did. Plain data: it travels through a pipe from the process that ran the check.
typedef struct check_result {
  int64_t comparisons, controls, failures;
  double seconds;
  bool skipped;
  bool stopped;                    ///< By the user, before its end: the rest means nothing.
  char reason[CHECK_REASON_LIMIT]; ///< Of the skip, or of a crash.
  int row_count;
  check_row_data rows[CHECK_ROW_LIMIT];
  int curve_count;
  check_curve_data curves[CHECK_CURVE_LIMIT]; ///< Of its finding.
} check_result;

/// What the check has so far, and which it is.
check_result *check_result_of(check *self);
const check_entry *check_entry_of(const check *self);
/// Whether one of its rows is a finding.
bool check_rows_find(const check_result *result);

/// Tell who runs the check of a folder that has to go when the check cannot remove it itself.
void check_owns_folder(check *self, const char *path);

/// Run in this process; failures are printed as they happen.
check_result check_run(const check_entry *entry, const check_options *options);

/// The same in a process of its own; a crash or a hang comes back as a failure with its reason, with the
/// comparisons made until then recorded. When the run is stopped it is ended, and `stopped` is set.
check_result check_run_apart(const check_entry *entry, const check_options *options);

/// From here on SIGINT, SIGTERM and SIGHUP stop the run instead of ending the program; a second one a second later ends it.
void check_catch_signals(void);
/// The signal that stopped the run, 0 = none.
int check_stopped(void);

#endif
