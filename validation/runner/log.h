/* Why this file exists: keeps the results of a run until its end, so that the terminal, the JSON and the page agree.
 * Private to the runner. */
#pragma once

#include "comparison.h"

typedef enum check_outcome { CHECK_PASSED, CHECK_FAILED, CHECK_SKIPPED, CHECK_OUTCOMES } check_outcome;

/// One check that ran.
typedef struct check_record {
  const check_entry *entry;
  check_outcome outcome;
  check_result result;
  check_comparisons compared; ///< Number of controls.
  char *diagnosis; ///< The diagnosis of a failed check, if its subject could be asked; NULL = not known. Owned.
} check_record;

/// A run. The records are in the order of the list of groups.
typedef struct check_log {
  const char *program;
  const check_group *groups; ///< [group_count]
  int group_count;
  int planned, count;     ///< Checks selected, checks that ran.
  check_record *records;  ///< [count], room for [planned]
  const char *stopped_in; ///< The check that ran when the user stopped the run; NULL = the run is complete.
  char started[32];       ///< UTC, ISO 8601.
  double seconds;
  double tolerance_scale;
} check_log;

/// "passed", "failed", "skipped".
const char *check_outcome_name(check_outcome outcome);

/// Makes room for `planned` checks; false without memory.
bool check_log_begin(check_log *log, int planned);
/// Adds a check that ran; takes over `compared`. Returns the record.
check_record *check_log_add(check_log *log, const check_entry *entry, const check_result *result,
                            check_comparisons *compared);
void check_log_free(check_log *log);

/// The group of a check, from its name.
int check_log_group(const check_log *log, const char *name);

/// Counts of one group; -1 = of all groups.
typedef struct check_tally {
  int checks[CHECK_OUTCOMES];
  int64_t compared, controls;
  const check_record *worst_check; ///< The check whose comparison used most of its limit; NULL = none has such a limit.
  const check_comparison *worst;
} check_tally;

check_tally check_log_tally(const check_log *log, int group);

/// The next skip, from *at on, with a reason that no earlier check gave, and how many checks have it. NULL after the
/// last.
const char *check_log_skip(const check_log *log, int *at, int *checks);

/// The diagnosis of a failed check if it is known. Otherwise the reason for the limit of the comparison, its own or
/// that of its group. "" for a statement, which has none.
const char *check_log_why(const check_log *log, const check_record *record, const check_comparison *c);

/// One sentence: how many checks ran, how many passed, what is missing. Returns `out`.
const char *check_log_sentence(const check_log *log, char *out, size_t capacity);
