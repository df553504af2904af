/* Why this file exists: main.c (selecting, running, reporting) needs parts of check.c (assertions) that the checks
 * themselves must not see. Private to xpbd-validate; checks include check.h only. */
#pragma once

#include "check.h"

enum { CHECK_WORDS_LIMIT = 160, CHECK_NAME_LIMIT = 96, CHECK_REASON_LIMIT = 240, CHECK_ROW_LIMIT = 16 };

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
  const char *name, *about, *why; ///< `why` is the reason for limits that no check_why() explains.
  double seconds;                 ///< Usual duration of all its checks, for the time left.
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
  CHECK_CONTROL, ///< A deliberate error, caught or not.
  CHECK_RELATIONS
} check_relation;

/// One comparison. The first three relations compare numbers, the others bits.
typedef struct check_comparison {
  check_relation relation;
  bool held;
  double value, low, high; ///< The limits as they were applied; infinite = none.
  uint64_t bits, expected;
  const char *why;      ///< A literal; NULL = the reason of the group.
  const char *quantity; ///< With its unit in brackets at the end, if it has one.
  const char *detail;   ///< Why it failed, or the error of the library; "" = nothing.
} check_comparison;

/// How the user wants to see it.
typedef struct check_options {
  bool verbose;
  double tolerance_scale;
  void *context;
  void (*record)(void *context, const check_comparison *comparison); ///< Receives each comparison as it is made,
                                                                     ///< borrowed; NULL = nobody.
  void (*folder)(void *context, const char *path); ///< Receives the path of a folder that the check will remove; NULL =
                                                   ///< nobody.
  void (*clear)(void *context);                    ///< Called before something is printed, in the child too; NULL =
                                                   ///< nothing to do.
  void (*tick)(void *context);                     ///< Called a few times a second while a process runs; NULL = nothing
                                                   ///< to do.
} check_options;

/// The table of a row, in the order in which tables are printed.
typedef enum check_row_kind {
  CHECK_ROW_ERRATUM,
  CHECK_ROW_AMBIGUITY,
  CHECK_ROW_CLAIM,
  CHECK_ROW_FINDING,
  CHECK_ROW_KINDS
} check_row_kind;

/// The arguments of check_row() and check_ambiguity().
typedef struct check_erratum_row {
  const char *paper, *place, *printed, *right;
  double error[2]; ///< Errors of the printed form or the other reading, and of the right one.
} check_erratum_row;

/// The arguments of check_judge().
typedef struct check_claim_row {
  check_claim_text text;
  const char *part, *settings; ///< `part`: "" = the whole claim.
  char verdict[CHECK_VERDICT_LIMIT], rule[CHECK_RULE_LIMIT], cases[CHECK_CASES_LIMIT], noise[CHECK_CASES_LIMIT];
} check_claim_row;

/// One row. Its texts are literals of the program, which have the same address in a forked process.
typedef struct check_row_data {
  check_row_kind kind; ///< Selects which of the next three counts.
  check_erratum_row erratum;
  check_claim_row claim;
  check_finding_text finding;
  char measured[CHECK_MEASURED_LIMIT]; ///< For a claim and a finding, never empty.
} check_row_data;

/// One curve of a finding.
typedef struct check_curve_data {
  const char *label;
  int count;
  double x[CHECK_POINT_LIMIT], y[CHECK_POINT_LIMIT]; ///< [count]
} check_curve_data;

/// The result of one check. Plain data, because it travels through a pipe from the process that ran the check.
typedef struct check_result {
  int64_t comparisons, controls, failures;
  double seconds;
  bool skipped;
  bool stopped;                    ///< By the user, before its end. The rest then means nothing.
  char reason[CHECK_REASON_LIMIT]; ///< Reason of the skip or of the crash.
  int row_count;
  check_row_data rows[CHECK_ROW_LIMIT];
  int curve_count;
  check_curve_data curves[CHECK_CURVE_LIMIT]; ///< Curves of its finding.
} check_result;

/// Which check it is, and its result so far.
check_result *check_result_of(check *self);
const check_entry *check_entry_of(const check *self);
/// Whether one of its rows is a finding.
bool check_rows_find(const check_result *result);

/// Reports a folder to whoever runs the check, so that it is removed if the check cannot do so.
void check_owns_folder(check *self, const char *path);

/// Runs in this process; failures are printed as they happen.
check_result check_run(const check_entry *entry, const check_options *options);

/// The same in a separate process. A crash or a hang becomes a failure with its reason, and the comparisons made until
/// then are kept. If the run is stopped, the process is ended and `stopped` is set.
check_result check_run_apart(const check_entry *entry, const check_options *options);

/// From now on SIGINT, SIGTERM and SIGHUP stop the run instead of ending the program. A second one, a second later,
/// ends the program.
void check_catch_signals(void);
/// The signal that stopped the run, 0 = none.
int check_stopped(void);
