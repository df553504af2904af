/* Why this file exists: reads the JSON of Google Benchmark into the points of a report. */
#include "compare_google.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "read/memory.h"

bool compare_google_is(const char *path) {
  struct stat what; /* a pipe can be read only once, and one without a writer never ends */
  if (stat(path, &what) != 0 || !S_ISREG(what.st_mode)) return false;
  json_t *root = json_load_file(path, 0, NULL);
  const bool is = json_is_array(json_object_get(root, "benchmarks")) && !json_object_get(root, "xb");
  json_decref(root);
  return is;
}

/// Axes from the parts of a name after the first.
static json_t *axes_of(const char *name) {
  json_t *axes = json_object();
  int place = 0;
  for (const char *part = strchr(name, '/'); axes && part; part = strchr(part + 1, '/')) {
    const size_t length = strcspn(part + 1, "/"), colon = strcspn(part + 1, ":/");
    char key[64];
    snprintf(key, sizeof key, "argument %d", ++place);
    if (colon < length && colon < sizeof key) snprintf(key, sizeof key, "%.*s", (int)colon, part + 1);
    const size_t skip = colon < length ? colon + 1 : 0;
    char *end;
    const long long number = strtoll(part + 1 + skip, &end, 10);
    const bool whole = end == part + 1 + length && end > part + 1 + skip;
    json_object_set_new(axes, key, whole ? json_integer(number) : json_stringn(part + 1 + skip, length - skip));
  }
  return axes;
}

/// Seconds of a row, NaN = none.
static double seconds_of(const json_t *row) {
  static const struct {
    const char *name;
    double size;
  } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
  const char *unit = report_text(row, "time_unit");
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (strcmp(unit ? unit : "ns", units[i].name) == 0) return units[i].size * report_number(row, "real_time");
  return NAN;
}

static int compare_doubles(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Median and, from six values on, its order-statistic 95 % interval. It leaves out the k smallest and k largest
/// values, with the largest k for which P(fewer than k of n on one side) <= 2.5 %.
static void settle(report_point *point, double *times, int count) {
  qsort(times, (size_t)count, sizeof *times, compare_doubles);
  point->median = count % 2 ? times[count / 2] : 0.5 * (times[count / 2 - 1] + times[count / 2]);
  point->low = point->high = NAN;
  double probability = 0, term = pow(0.5, count);
  int depth = 0;
  for (; depth < count / 2; depth++) {
    probability += term;
    if (probability > 0.025) break;
    term *= (double)(count - depth) / (depth + 1);
  }
  if (depth > 0) point->low = times[depth - 1], point->high = times[count - depth];
  point->has_numbers = true;       /* compare_join() derives rates from these */
  point->state = REPORT_UNCHECKED; /* it has no state that anyone could recompute */
}

/// Whether a row is a repetition of `name`. NULL = of any name.
static bool repeats(const json_t *row, const char *name) {
  const char *type = report_text(row, "run_type"), *own = report_text(row, "run_name");
  if (!own) own = report_text(row, "name");
  return own && (!type || strcmp(type, "iteration") == 0) && (!name || strcmp(own, name) == 0);
}

static xpbd_status read_name(const char *path, json_t *rows, const char *name, double *times, report_run *run) {
  report_point *point = &run->points[run->count];
  size_t i;
  json_t *row;
  int count = 0;
  json_t *holder = json_object(), *axes = axes_of(name);
  json_array_append_new(json_object_get(run->root, "held"), holder); /* the run that owns the points */
  json_object_set_new(holder, "benchmark", json_stringn(name, strcspn(name, "/")));
  json_object_set_new(holder, "axes", axes);
  XPBD_REQUIRE(!report_lost(), XPBD_ERR_OUT_OF_MEMORY, "no memory for the row %.80s", name);
  *point = (report_point){.json = holder, .axes = axes, .name = name, .benchmark = report_text(holder, "benchmark")};
  point->particles = point->p05 = point->p95 = point->p99 = point->most = point->host_bytes = NAN;
  json_array_foreach(rows, i, row) {
    if (!repeats(row, name)) continue;
    const bool failed = json_is_true(json_object_get(row, "error_occurred")) || json_object_get(row, "skipped");
    times[count] = seconds_of(row);
    XPBD_REQUIRE(failed || times[count] > 0, XPBD_ERR_BAD_FILE, "%s: %.200s: its real_time is not a time above 0", path,
                 name);
    if (failed && !point->reason) {
      point->state = REPORT_INVALID;
      point->reason = report_text(row, "error_message");
      if (!point->reason) point->reason = "the row says that an error occurred";
    }
    count++;
  }
  if (point->state == REPORT_OK) settle(point, times, count);
  return XPBD_OK;
}

static xpbd_status read_rows(const char *path, json_t *rows, report_run *run) {
  const size_t room = json_array_size(rows);
  XPBD_REQUIRE(room > 0, XPBD_ERR_BAD_FILE, "%s: its list of benchmarks is empty", path);
  double *times = calloc(room, sizeof *times);
  run->points = calloc(room, sizeof *run->points);
  xpbd_status status =
      times && run->points ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for %zu rows", path, room);
  for (size_t i = 0; i < room && status == XPBD_OK; i++) {
    const json_t *row = json_array_get(rows, i);
    const char *name = report_text(row, "run_name") ? report_text(row, "run_name") : report_text(row, "name");
    bool first = repeats(row, NULL);
    for (int k = 0; k < run->count && first; k++) first = strcmp(run->points[k].name, name) != 0;
    if (!first) continue;
    status = read_name(path, rows, name, times, run);
    const report_point *point = &run->points[run->count++];
    run->in_state[point->state]++;
    run->with_numbers += point->has_numbers;
  }
  free(times);
  return status;
}

xpbd_status compare_google_load(const char *path, report_run *out) {
  json_error_t error;
  report_run run = {.complete = true};
  run.root = json_load_file(path, 0, &error);
  if (!run.root) return report_not_json(path, &error);
  json_object_set_new(run.root, "held", json_array()); /* data that the points refer to */
  const xpbd_status status = read_rows(path, json_object_get(run.root, "benchmarks"), &run);
  if (status != XPBD_OK)
    report_free(&run);
  else
    *out = run;
  return status;
}
