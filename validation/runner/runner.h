/* Why this file exists: what main.c (selecting, running, reporting) needs of check.c (assertions) and the checks
 * themselves must not see. Private to xpbd-validate; checks include check.h only. */
#ifndef XPBD_RUNNER_H
#define XPBD_RUNNER_H

#include "runner/check.h"

enum {
  CHECK_WORDS_LIMIT = 160,
  CHECK_NAME_LIMIT = 96,
  CHECK_REASON_LIMIT = 240,
  CHECK_ROW_LIMIT = 8,
  CHECK_MEASURED_LIMIT = 200
};

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
  bool stopped;                    ///< By the user, before its end: the rest means nothing.
  char reason[CHECK_REASON_LIMIT]; ///< Of the skip, or of a crash.
  int row_count;
  check_row_data rows[CHECK_ROW_LIMIT];
} check_result;

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
