/* Why this file exists: the assertions of check.h. Each prints one line when it fails and never stops the check, so one
 * run shows everything that is wrong. Limits are written as "value <= limit", which fails for NaN. */
#include "check.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "comparison.h"
#include "progress.h"
#include "runner.h"

enum { SHOWN_FAILURES = 20, WHAT_LIMIT = 240 };

struct check {
  const check_entry *entry;
  const check_options *options;
  check_result result;
  uint64_t random;
  char shown[WHAT_LIMIT]; ///< The quantity that failed last.
  int shown_count;        ///< Failures that were printed.
  const char *why;        ///< Why the limits of the next comparisons are there; NULL = the reason of the group.
};

void check_free(void *address_of_pointer) {
  void *memory;
  memcpy(&memory, address_of_pointer, sizeof memory); /* a pointer of any type */
  free(memory);
}

/// Adds a check to the group that is being listed. Names are unique, so a selection has one meaning.
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

void check_add_named(check_registry *registry, const char *about, check_body body, int argument, const char *format,
                     ...) {
  char name[CHECK_NAME_LIMIT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(name, sizeof name, format, arguments);
  va_end(arguments);
  check_add(registry, name, about, body, argument);
}

void check_add_both(check_registry *registry, const char *name, const char *about, check_body body, int f32, int f64) {
  check_add_named(registry, about, body, f32, "%s-f32", name);
  check_add_named(registry, about, body, f64, "%s-f64", name);
}

void check_add_finding(check_registry *registry, const char *name, const char *about, check_body body, int argument) {
  check_add(registry, name, about, body, argument);
  registry->entries[registry->count - 1].finds = true;
}

/// Whether a comparison gets a line. Left out: the hundredth failure, the same quantity twice in a row, and a control
/// that escapes because a comparison fails anyway.
static bool worth_showing(check *self, const check_comparison *c) {
  if (self->options->verbose) return true;
  if (c->held || (c->relation == CHECK_CONTROL && self->result.failures > 1)) return false;
  const bool again = strcmp(self->shown, c->quantity) == 0;
  snprintf(self->shown, sizeof self->shown, "%s", c->quantity);
  return !again && self->shown_count < SHOWN_FAILURES;
}

static void show(check *self, const check_comparison *c) {
  char tail[2 * CHECK_WORDS_LIMIT];
  if (!worth_showing(self, c)) return;
  self->shown_count += !c->held;
  if (self->options->clear) self->options->clear(self->options->context);
  printf("%s %s: %s: %s%s%s\n", c->held ? "    ok" : "  FAIL", self->entry->name, c->quantity,
         check_comparison_words(c, tail), c->detail[0] ? ": " : "", c->detail);
  if (self->options->clear) fflush(stdout); /* before the progress line is written again */
}

/// Counts, prints and passes on one comparison. `what` is the format of its quantity. Returns whether it held.
__attribute__((format(printf, 3, 0))) static bool record(check *self, check_comparison *c, const char *what,
                                                         va_list arguments) {
  char text[WHAT_LIMIT];
  if (vsnprintf(text, sizeof text, what, arguments) < 0) snprintf(text, sizeof text, "%s", what);
  c->quantity = text;
  if (!c->detail) c->detail = "";
  c->why = self->why;
  self->result.comparisons += c->relation != CHECK_CONTROL;
  self->result.controls += c->relation == CHECK_CONTROL;
  self->result.failures += !c->held;
  show(self, c);
  if (self->options->record) self->options->record(self->options->context, c);
  return c->held;
}

/// Records `c` with the arguments after `what`.
#define RECORD(self, c, what)                                                                                          \
  do {                                                                                                                 \
    va_list arguments;                                                                                                 \
    va_start(arguments, what);                                                                                         \
    const bool held = record(self, c, what, arguments);                                                                \
    va_end(arguments);                                                                                                 \
    return held;                                                                                                       \
  } while (0)

void check_why(check *self, const char *why) {
  self->why = why;
}

bool check_at_most(check *self, double value, double limit, const char *what, ...) {
  const double scaled = limit * self->options->tolerance_scale;
  check_comparison c = {CHECK_AT_MOST, value <= scaled, .value = value, .low = -INFINITY, .high = scaled};
  RECORD(self, &c, what);
}

bool check_at_least(check *self, double value, double limit, const char *what, ...) {
  check_comparison c = {CHECK_AT_LEAST, value >= limit, .value = value, .low = limit, .high = INFINITY};
  RECORD(self, &c, what);
}

bool check_between(check *self, double value, double low, double high, const char *what, ...) {
  /* the scale stretches the interval about its centre; infinite ends stay */
  const double scale = self->options->tolerance_scale, centre = 0.5 * (low + high), half = 0.5 * (high - low) * scale;
  if (isfinite(half) && (scale < 1 || scale > 1)) low = centre - half, high = centre + half;
  check_comparison c = {CHECK_WITHIN, value >= low && value <= high, .value = value, .low = low, .high = high};
  RECORD(self, &c, what);
}

bool check_same(check *self, uint64_t value, uint64_t expected, const char *what, ...) {
  check_comparison c = {CHECK_SAME, value == expected, .bits = value, .expected = expected};
  RECORD(self, &c, what);
}

bool check_true(check *self, bool condition, const char *what, ...) {
  check_comparison c = {CHECK_TRUE, condition, .bits = condition, .expected = true};
  RECORD(self, &c, what);
}

bool check_status(check *self, xpbd_status status, xpbd_status expected, const char *what, ...) {
  check_comparison c = {CHECK_STATUS, status == expected, .bits = (uint64_t)status, .expected = (uint64_t)expected};
  if (status != XPBD_OK) c.detail = xpbd_last_error();
  RECORD(self, &c, what);
}

bool check_said(check *self, const char *expected, const char *what, ...) {
  const bool same = strcmp(xpbd_last_error(), expected) == 0;
  check_comparison c = {CHECK_TRUE, same, .bits = same, .expected = true, .detail = xpbd_last_error()};
  RECORD(self, &c, what);
}

bool check_control(check *self, bool caught, const char *what, ...) {
  check_comparison c = {CHECK_CONTROL, caught, .bits = caught, .expected = true};
  if (!caught) c.detail = "the compared value itself is wrong, or the limit is too wide to see the error";
  RECORD(self, &c, what);
}

void check_skip(check *self, const char *reason, ...) {
  self->result.skipped = true;
  va_list arguments;
  va_start(arguments, reason);
  vsnprintf(self->result.reason, sizeof self->result.reason, reason, arguments);
  va_end(arguments);
}

check_result *check_result_of(check *self) {
  return &self->result;
}

const check_entry *check_entry_of(const check *self) {
  return self->entry;
}

bool check_rows_find(const check_result *result) {
  for (int i = 0; i < result->row_count; i++)
    if (result->rows[i].kind == CHECK_ROW_FINDING) return true;
  return false;
}

void check_owns_folder(check *self, const char *path) {
  if (self->options->folder) self->options->folder(self->options->context, path);
}

double check_random(check *self, double low, double high) {
  self->random += 0x9e3779b97f4a7c15u; /* splitmix64, Steele et al. 2014 */
  uint64_t z = self->random;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

double check_larger(double a, double b) {
  return isnan(a) || b <= a ? a : b;
}

double check_smaller(double a, double b) {
  return isnan(a) || b >= a ? a : b;
}

double check_apart(const double *a, const double *b, size_t count) {
  double most = 0;
  for (size_t k = 0; k < count; k++) most = check_larger(most, fabs(a[k] - b[k]));
  return most;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double check_median(double *values, int count) {
  for (int i = 0; i < count; i++)
    if (isnan(values[i])) return values[i];
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
}

void check_oscillation(const double *y, int count, double *angle, double *factor) {
  long double s11 = 0, s12 = 0, s22 = 0, r1 = 0, r2 = 0;
  for (int i = 1; i + 1 < count; i++) {
    s11 += (long double)y[i] * y[i], s12 += (long double)y[i] * y[i - 1], s22 += (long double)y[i - 1] * y[i - 1];
    r1 += (long double)y[i + 1] * y[i], r2 += (long double)y[i + 1] * y[i - 1];
  }
  const long double det = s11 * s22 - s12 * s12, a = (r1 * s22 - r2 * s12) / det, b = (r2 * s11 - r1 * s12) / det;
  *factor = (double)sqrtl(-b);
  *angle = (double)acosl(a / (2 * sqrtl(-b)));
}

check_result check_run(const check_entry *entry, const check_options *options) {
  check self = {
      .entry = entry, .options = options, .random = xpbd_fnv(XPBD_FNV_START, entry->name, strlen(entry->name))};
  const double start = check_seconds();
  entry->body(&self, entry->argument);
  check_result result = self.result;
  result.seconds = check_seconds() - start;
  const int64_t hidden = result.failures - self.shown_count;
  if (!options->verbose && hidden > 0)
    printf("  FAIL %s: and %" PRId64 " more, similar to these or caused by them (--verbose shows all)\n", entry->name,
           hidden);
  if (result.skipped || result.failures > 0) return result;
  if (result.comparisons == 0) {
    printf("  FAIL %s: comparisons: 0 is not >= limit 1: a check that compares nothing fails\n", entry->name);
    result.failures++;
  } else if (result.controls == 0) {
    printf("  FAIL %s: negative controls: 0 is not >= limit 1: a check must be shown to catch an error\n", entry->name);
    result.failures++;
  } else if (entry->finds && !check_rows_find(&result)) {
    printf("  FAIL %s: a check that was registered with a finding gives none\n", entry->name);
    result.failures++;
  }
  return result;
}
