/* Why this file exists: the assertions of check.h. Each prints one line when it fails and never stops the check, so one
 * run shows everything that is wrong. Limits are written as "value <= limit", which NaN fails. */
#include "runner/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runner/runner.h"
#include "runner/tables.h"

enum { SHOWN_FAILURES = 20, WHAT_LIMIT = 240 };

struct check {
  const check_entry *entry;
  const check_options *options;
  check_result result;
  uint64_t random;
};

/// A new check of the group that is being listed; names are unique so that a selection means one thing.
void check_add(check_registry *registry, const char *name, const char *about, check_body body, int argument) {
  if (registry->count == registry->capacity) {
    registry->capacity = registry->capacity ? 2 * registry->capacity : 64;
    check_entry *grown = realloc(registry->entries, (size_t)registry->capacity * sizeof *grown);
    if (!grown) {
      fprintf(stderr, "out of memory for %d checks\n", registry->capacity);
      exit(EXIT_FAILURE);
    }
    registry->entries = grown;
  }
  check_entry *entry = &registry->entries[registry->count];
  *entry = (check_entry){.about = about, .body = body, .argument = argument};
  const int length = snprintf(entry->name, sizeof entry->name, "%s/%s", registry->group, name);
  bool good = length > 0 && length < (int)sizeof entry->name;
  for (int i = 0; good && i < registry->count; i++) good = strcmp(registry->entries[i].name, entry->name) != 0;
  if (!good) {
    fprintf(stderr, "the name of check %s/%s is taken or too long\n", registry->group, name);
    exit(EXIT_FAILURE);
  }
  registry->count++;
}

/// Print the outcome of one comparison where wanted; `tail` holds value and limit.
static bool report(check *self, bool held, const char *what, va_list arguments, const char *tail) {
  self->result.failures += !held;
  if (held && !self->options->verbose) return true;
  if (!held && self->result.failures > SHOWN_FAILURES && !self->options->verbose) return false;
  char text[WHAT_LIMIT];
  if (vsnprintf(text, sizeof text, what, arguments) < 0) snprintf(text, sizeof text, "%s", what);
  printf("%s %s: %s: %s\n", held ? "    ok" : "  FAIL", self->entry->name, text, tail);
  return held;
}

bool check_at_most(check *self, double value, double limit, const char *what, ...) {
  const double scaled = limit * self->options->tolerance_scale;
  char tail[120];
  const bool held = value <= scaled;
  snprintf(tail, sizeof tail, "%.6g %s limit %.6g", value, held ? "<=" : "is not <=", scaled);
  self->result.comparisons++;
  va_list arguments;
  va_start(arguments, what);
  report(self, held, what, arguments, tail);
  va_end(arguments);
  return held;
}

bool check_at_least(check *self, double value, double limit, const char *what, ...) {
  char tail[120];
  const bool held = value >= limit;
  snprintf(tail, sizeof tail, "%.6g %s limit %.6g", value, held ? ">=" : "is not >=", limit);
  self->result.comparisons++;
  va_list arguments;
  va_start(arguments, what);
  report(self, held, what, arguments, tail);
  va_end(arguments);
  return held;
}

bool check_between(check *self, double value, double low, double high, const char *what, ...) {
  /* the scale stretches the interval about its centre; infinite ends stay */
  const double centre = 0.5 * (low + high), half = 0.5 * (high - low) * self->options->tolerance_scale;
  if (isfinite(half)) low = centre - half, high = centre + half;
  char tail[120];
  const bool held = value >= low && value <= high;
  snprintf(tail, sizeof tail, "%.9g %s [%.9g, %.9g]", value, held ? "in" : "is not in", low, high);
  self->result.comparisons++;
  va_list arguments;
  va_start(arguments, what);
  report(self, held, what, arguments, tail);
  va_end(arguments);
  return held;
}

bool check_same(check *self, uint64_t value, uint64_t expected, const char *what, ...) {
  char tail[160];
  const bool held = value == expected;
  snprintf(tail, sizeof tail, "%016" PRIx64 " (%" PRIu64 ") %s %016" PRIx64 " (%" PRIu64 ")", value, value,
           held ? "==" : "is not", expected, expected);
  self->result.comparisons++;
  va_list arguments;
  va_start(arguments, what);
  report(self, held, what, arguments, tail);
  va_end(arguments);
  return held;
}

bool check_true(check *self, bool condition, const char *what, ...) {
  self->result.comparisons++;
  va_list arguments;
  va_start(arguments, what);
  report(self, condition, what, arguments, condition ? "true" : "is false, must be true");
  va_end(arguments);
  return condition;
}

bool check_status(check *self, xpbd_status status, xpbd_status expected, const char *what, ...) {
  char tail[1024];
  const bool held = status == expected;
  snprintf(tail, sizeof tail, "%s '%s', expected '%s'%s%s", held ? "status" : "status is", xpbd_status_name(status),
           xpbd_status_name(expected), status == XPBD_OK ? "" : ": ", status == XPBD_OK ? "" : xpbd_last_error());
  self->result.comparisons++;
  va_list arguments;
  va_start(arguments, what);
  report(self, held, what, arguments, tail);
  va_end(arguments);
  return held;
}

bool check_control(check *self, bool caught, const char *what, ...) {
  self->result.controls++;
  va_list arguments;
  va_start(arguments, what);
  report(self, caught, what, arguments,
         caught ? "control, caught"
                : "was made on purpose and is not seen: what is compared is wrong itself, or the limit too wide");
  va_end(arguments);
  return caught;
}

void check_skip(check *self, const char *reason, ...) {
  self->result.skipped = true;
  va_list arguments;
  va_start(arguments, reason);
  vsnprintf(self->result.reason, sizeof self->result.reason, reason, arguments);
  va_end(arguments);
}

void check_row(check *self, const char *paper, const char *place, const char *printed, const char *right,
               double printed_error, double right_error) {
  check_result *result = &self->result;
  if (!check_true(self, result->row_count < CHECK_ROW_LIMIT, "a place for one more row")) return;
  result->rows[result->row_count++] =
      (check_row_data){.text = {paper, place, printed, right}, .error = {printed_error, right_error}};
}

check_verdict check_verdict_of(const char *verdict) {
  static const struct {
    const char *words;
    check_verdict kind;
  } known[] = {{"reproduced", CHECK_REPRODUCED},        {"only ", CHECK_QUALIFIED},
               {"not reproduced", CHECK_REFUTED},       {"measured by ", CHECK_NOT_JUDGED},
               {"a matter of taste", CHECK_NOT_JUDGED}, {"by claims_full", CHECK_NOT_JUDGED}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    const size_t length = strlen(known[k].words);
    if (strncmp(verdict, known[k].words, length) != 0) continue;
    const char next = verdict[length];
    if (known[k].words[length - 1] == ' ' ? next != '\0' : next == '\0' || next == ':') return known[k].kind;
  }
  return CHECK_VERDICTS;
}

int check_listed(const check_registry *registry) {
  const size_t length = strlen(registry->group);
  int count = 0;
  for (int i = 0; i < registry->count; i++) {
    const char *name = registry->entries[i].name;
    count += strncmp(name, registry->group, length) == 0 && name[length] == '/';
  }
  return count;
}

int check_ran_before(const check *self) {
  return check_table_ran(self->entry->name);
}

bool check_claim_known(const char *key) {
  return check_table_has(key);
}

void check_claim(check *self, const check_claim_text *claim, const char *verdict, const char *measured, ...) {
  check_result *result = &self->result;
  if (result->row_count == CHECK_ROW_LIMIT) {
    check_true(self, false, "a place for one more row");
    return;
  }
  if (check_verdict_of(verdict) == CHECK_VERDICTS)
    check_true(self, false, "%s: the verdict '%s' begins with known words", claim->key, verdict);
  check_row_data *row = &result->rows[result->row_count++];
  *row = (check_row_data){.text = {claim->key, claim->paper, claim->place, claim->claim, claim->published, verdict}};
  va_list arguments;
  va_start(arguments, measured);
  const int length = vsnprintf(row->measured, sizeof row->measured, measured, arguments);
  va_end(arguments);
  if (length <= 0 || length >= (int)sizeof row->measured) check_true(self, false, "%s: the text fits", claim->key);
}

double check_random(check *self, double low, double high) {
  self->random += 0x9e3779b97f4a7c15u; /* splitmix64, Steele et al. 2014 */
  uint64_t z = self->random;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

check_result check_run(const check_entry *entry, const check_options *options) {
  check self = {.entry = entry, .options = options, .random = 0xcbf29ce484222325u};
  for (const char *c = entry->name; *c; c++) self.random = (self.random ^ (unsigned char)*c) * 0x100000001b3u;
  const double start = seconds_now();
  entry->body(&self, entry->argument);
  check_result result = self.result;
  result.seconds = seconds_now() - start;
  if (!options->verbose && result.failures > SHOWN_FAILURES)
    printf("  FAIL %s: and %" PRId64 " more comparisons (--verbose shows all)\n", entry->name,
           result.failures - SHOWN_FAILURES);
  if (result.skipped) return result;
  if (result.comparisons == 0) {
    printf("  FAIL %s: comparisons: 0 is not >= limit 1: a check that compares nothing fails\n", entry->name);
    result.failures++;
  }
  if (result.controls == 0) {
    printf("  FAIL %s: negative controls: 0 is not >= limit 1: a check must be shown to catch an error\n", entry->name);
    result.failures++;
  }
  return result;
}
