/* Why this file exists: keeps the checks that ran and counts them by group. */
#include "log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *check_outcome_name(check_outcome outcome) {
  static const char *const names[CHECK_OUTCOMES] = {"passed", "failed", "skipped"};
  return (unsigned)outcome < CHECK_OUTCOMES ? names[outcome] : "";
}

bool check_log_begin(check_log *log, int planned) {
  const time_t now = time(NULL);
  struct tm parts;
  log->planned = planned;
  log->records = calloc((size_t)planned + 1, sizeof *log->records);
  if (gmtime_r(&now, &parts)) strftime(log->started, sizeof log->started, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return log->records != NULL;
}

check_record *check_log_add(check_log *log, const check_entry *entry, const check_result *result,
                            check_comparisons *compared) {
  check_record *record = &log->records[log->count++];
  *record = (check_record){.entry = entry, .result = *result, .compared = *compared};
  record->outcome = result->failures > 0 ? CHECK_FAILED : result->skipped ? CHECK_SKIPPED : CHECK_PASSED;
  *compared = (check_comparisons){0};
  return record;
}

void check_log_free(check_log *log) {
  for (int i = 0; i < log->count; i++) {
    check_comparisons_free(&log->records[i].compared);
    free(log->records[i].diagnosis);
  }
  free(log->records);
  log->records = NULL;
}

int check_log_group(const check_log *log, const char *name) {
  const size_t length = strcspn(name, "/");
  for (int g = 0; g < log->group_count; g++)
    if (strlen(log->groups[g].name) == length && strncmp(log->groups[g].name, name, length) == 0) return g;
  return -1;
}

check_tally check_log_tally(const check_log *log, int group) {
  check_tally tally = {.worst = NULL};
  double most = -1;
  for (int i = 0; i < log->count; i++) {
    const check_record *record = &log->records[i];
    if (group >= 0 && check_log_group(log, record->entry->name) != group) continue;
    tally.checks[record->outcome]++;
    for (int64_t k = 0; k < record->compared.count; k++) {
      const check_comparison *c = &record->compared.items[k];
      const double share = check_share(c);
      if (c->relation == CHECK_CONTROL)
        tally.controls++;
      else
        tally.compared++;
      /* a control that escapes because another comparison fails is the lesser of the two */
      const double rank = c->relation == CHECK_CONTROL && !c->held ? 1.000001 : share;
      if (rank > most) most = rank, tally.worst = c, tally.worst_check = record;
    }
  }
  return tally;
}

/// Whether a check before `end` was skipped for this reason.
static bool said_before(const check_log *log, int end, const char *reason) {
  for (int i = 0; i < end; i++)
    if (log->records[i].outcome == CHECK_SKIPPED && strcmp(log->records[i].result.reason, reason) == 0) return true;
  return false;
}

const char *check_log_skip(const check_log *log, int *at, int *checks) {
  for (; *at < log->count; ++*at) {
    const check_record *record = &log->records[*at];
    const char *reason = record->result.reason;
    if (record->outcome != CHECK_SKIPPED || said_before(log, *at, reason)) continue;
    *checks = 0;
    for (int i = *at; i < log->count; i++)
      *checks += log->records[i].outcome == CHECK_SKIPPED && strcmp(log->records[i].result.reason, reason) == 0;
    ++*at;
    return reason;
  }
  return NULL;
}

const char *check_log_why(const check_log *log, const check_record *record, const check_comparison *c) {
  const int group = check_log_group(log, record->entry->name);
  if (record->diagnosis) return record->diagnosis;
  if (c->relation > CHECK_WITHIN) return "";
  return c->why ? c->why : group >= 0 ? log->groups[group].why : "";
}

const char *check_log_sentence(const check_log *log, char *out, size_t capacity) {
  const check_tally all = check_log_tally(log, -1);
  int length = snprintf(out, capacity, "%d of %d checks passed, %d failed, %d skipped", all.checks[CHECK_PASSED],
                        log->count, all.checks[CHECK_FAILED], all.checks[CHECK_SKIPPED]);
  if (log->stopped_in && length > 0 && (size_t)length < capacity)
    length +=
        snprintf(out + length, capacity - (size_t)length, "; stopped in %s, %d of the %d selected checks did not run",
                 log->stopped_in, log->planned - log->count, log->planned);
  if (length > 0 && (size_t)length < capacity)
    snprintf(out + length, capacity - (size_t)length,
             ": %" PRId64 " comparisons, and %" PRId64 " deliberate errors, each of which must be caught", all.compared,
             all.controls);
  return out;
}
