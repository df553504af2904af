/* Why this file exists: reads the JSON of Google Benchmark into the points of a report. */
#include "compare_google.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "read/memory.h"
#include "support/student.h"

enum { LARGEST = 512 << 20 };

/// Google Benchmark writes NaN and Infinity as words, which JSON has not. Each becomes an empty text, which is no number.
static void blank_words(char *bytes, size_t size) {
  static const char *const words[] = {"infinity", "inf", "nan"};
  bool text = false;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == '"') text = !text;
    if (text && bytes[i] == '\\') i++;
    for (size_t w = 0; !text && w < sizeof words / sizeof *words; w++) {
      const size_t length = strlen(words[w]);
      if (i + length > size || strncasecmp(bytes + i, words[w], length) != 0) continue;
      if (i > 0 && strchr("+-", bytes[i - 1])) bytes[i - 1] = ' ';
      memset(bytes + i, ' ', length);
      bytes[i] = bytes[i + 1] = '"';
      i += length - 1;
      break;
    }
  }
}

/// The file as JSON. NULL, with the line of xpbd_last_error(), if it is none. The caller frees it.
static json_t *read_root(const char *path) {
  static const char mark[] = "\xEF\xBB\xBF"; /* some editors begin a file with it */
  FILE *stream = NULL;
  struct stat what;
  if (xpbd_file_open_plain(path, "the JSON of a benchmark", LARGEST, &stream) != XPBD_OK) return NULL;
  const size_t room = fstat(fileno(stream), &what) == 0 ? (size_t)what.st_size : 0;
  char *bytes = malloc(room + 1);
  const size_t size = bytes ? fread(bytes, 1, room, stream) : 0;
  const size_t skip = size >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0;
  const xpbd_status status = xpbd_file_check_read(stream, path);
  fclose(stream);
  if (status != XPBD_OK) free(bytes);
  if (status != XPBD_OK) return NULL;
  json_error_t error = {.text = ""};
  if (bytes) blank_words(bytes, size);
  json_t *root = bytes ? json_loadb(bytes + skip, size - skip, 0, &error) : NULL;
  free(bytes);
  if (!root) report_not_json(path, &error);
  return root;
}

bool compare_google_is(const char *path) {
  struct stat what; /* a pipe can be read only once, and one without a writer never ends */
  if (stat(path, &what) != 0 || !S_ISREG(what.st_mode)) return false;
  json_t *root = read_root(path);
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

/// Threads of a row. Files of old versions do not say that it was one.
static json_int_t threads_of(const json_t *row) {
  const json_t *threads = json_object_get(row, "threads");
  return json_is_integer(threads) ? json_integer_value(threads) : 1;
}

/// Seconds of the unit of a row, NaN = it is unknown.
static double unit_of(const json_t *row) {
  static const struct {
    const char *name;
    double size;
  } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
  const char *unit = report_text(row, "time_unit");
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (strcmp(unit ? unit : "ns", units[i].name) == 0) return units[i].size;
  return NAN;
}

static xpbd_status check_unit(const char *path, const json_t *row, const char *name) {
  XPBD_REQUIRE(!isnan(unit_of(row)), XPBD_ERR_BAD_FILE, "%s: %.200s: its time_unit is '%.40s', must be ns, us, ms or s",
               path, name, report_text(row, "time_unit"));
  return XPBD_OK;
}

/// Seconds of a row, NaN = none.
static double seconds_of(const json_t *row) {
  return unit_of(row) * report_number(row, "real_time");
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
}

/// The aggregates of a file without its repetitions. NaN = missing.
typedef struct aggregates {
  double mean, median, deviation, repetitions;
} aggregates;

static void take_aggregate(const json_t *row, aggregates *out) {
  const char *name = report_text(row, "aggregate_name");
  const double seconds = seconds_of(row);
  if (!name) return;
  if (strcmp(name, "mean") == 0) out->mean = seconds;
  if (strcmp(name, "median") == 0) out->median = seconds;
  if (strcmp(name, "stddev") == 0) out->deviation = seconds;
  out->repetitions = report_number(row, "repetitions");
}

/// The median, or else the mean. Its interval comes from the deviation, as if the times were normal: then a median is
/// sqrt(pi / 2) less certain than a mean.
static void settle_aggregates(report_point *point, const aggregates *from) {
  const bool median = from->median > 0;
  const double n = from->repetitions, factor = median ? 1.2533141373155 : 1.0;
  point->median = median ? from->median : from->mean;
  point->low = point->high = NAN;
  if (!(n >= 2 && from->deviation >= 0)) return;
  const double half = student_t95(n - 1) * factor * from->deviation / sqrt(n) / point->median;
  point->low = point->median * exp(-half);
  point->high = point->median * exp(half);
}

/// The name of what a row measured.
static const char *name_of(const json_t *row) {
  const char *name = report_text(row, "run_name");
  return name ? name : report_text(row, "name");
}

static bool is_aggregate(const json_t *row) {
  const char *type = report_text(row, "run_type");
  return type && strcmp(type, "iteration") != 0;
}

/// Whether two rows measured the same.
static bool repeats(const json_t *row, const json_t *first) {
  const char *name = name_of(row);
  return name && strcmp(name, name_of(first)) == 0 && threads_of(row) == threads_of(first);
}

/// The axes are in the name, and the number of threads may be in a field.
static xpbd_status set_axes(const char *path, const json_t *row, const char *name, json_t *axes) {
  const json_t *named = json_object_get(axes, "threads");
  const json_int_t threads = threads_of(row);
  if (!named) json_object_set_new(axes, "threads", json_integer(threads));
  XPBD_REQUIRE(!json_object_get(row, "threads") || !json_is_integer(named) || json_integer_value(named) == threads,
               XPBD_ERR_BAD_FILE, "%s: %.200s: its name and its field threads, %" JSON_INTEGER_FORMAT ", differ", path,
               name, threads);
  return XPBD_OK;
}

static void take_failure(const json_t *row, report_point *point) {
  if (point->reason) return;
  point->state = REPORT_INVALID;
  point->reason = report_text(row, "error_message");
  if (!point->reason) point->reason = "the row says that an error occurred";
}

/// Collect the rows that measured the same as `first`.
static xpbd_status take_rows(const char *path, json_t *rows, const json_t *first, double *times, report_point *point) {
  size_t i;
  json_t *row;
  int count = 0;
  aggregates all = {NAN, NAN, NAN, NAN};
  json_array_foreach(rows, i, row) {
    if (!repeats(row, first)) continue;
    const bool failed = json_is_true(json_object_get(row, "error_occurred")) || json_object_get(row, "skipped");
    if (failed) take_failure(row, point);
    if (failed) continue;
    XPBD_TRY(check_unit(path, row, point->name));
    if (is_aggregate(row)) take_aggregate(row, &all);
    if (is_aggregate(row)) continue;
    times[count] = seconds_of(row);
    XPBD_REQUIRE(times[count++] > 0, XPBD_ERR_BAD_FILE, "%s: %.200s: its real_time is not a time above 0", path,
                 point->name);
  }
  if (point->state != REPORT_OK) return XPBD_OK;
  if (count > 0) settle(point, times, count);
  if (count == 0) settle_aggregates(point, &all);
  XPBD_REQUIRE(point->median > 0, XPBD_ERR_BAD_FILE, "%s: %.200s: its real_time is not a time above 0", path,
               point->name);
  point->has_numbers = true;       /* compare_join() derives rates from these */
  point->state = REPORT_UNCHECKED; /* it has no state that anyone could recompute */
  return XPBD_OK;
}

static xpbd_status read_point(const char *path, json_t *rows, const json_t *first, double *times, report_run *run) {
  report_point *point = &run->points[run->count];
  const char *name = name_of(first);
  json_t *holder = json_object(), *axes = axes_of(name);
  json_array_append_new(json_object_get(run->root, "held"), holder); /* the run that owns the points */
  json_object_set_new(holder, "benchmark", json_stringn(name, strcspn(name, "/")));
  json_object_set_new(holder, "axes", axes);
  XPBD_TRY(set_axes(path, first, name, axes));
  XPBD_REQUIRE(!report_lost(), XPBD_ERR_OUT_OF_MEMORY, "no memory for the row %.80s", name);
  *point = (report_point){.json = holder, .axes = axes, .name = name, .benchmark = report_text(holder, "benchmark")};
  point->particles = point->p05 = point->p95 = point->p99 = point->most = point->host_bytes = NAN;
  return take_rows(path, rows, first, times, point);
}

/// Whether a row has a time. A deviation has none, nor has the fit of a complexity.
static bool has_time(const json_t *row) {
  const char *aggregate = report_text(row, "aggregate_name");
  if (!name_of(row) || !is_aggregate(row)) return name_of(row);
  return aggregate && (strcmp(aggregate, "mean") == 0 || strcmp(aggregate, "median") == 0);
}

/// Whether a row is the first of what it measured.
static bool begins(const json_t *rows, size_t index) {
  const json_t *row = json_array_get(rows, index);
  if (!has_time(row)) return false;
  for (size_t k = 0; k < index; k++)
    if (has_time(json_array_get(rows, k)) && repeats(json_array_get(rows, k), row)) return false;
  return true;
}

static xpbd_status read_rows(const char *path, json_t *rows, report_run *run) {
  const size_t room = json_array_size(rows);
  XPBD_REQUIRE(room > 0, XPBD_ERR_BAD_FILE, "%s: its list of benchmarks is empty", path);
  double *times = calloc(room, sizeof *times);
  run->points = calloc(room, sizeof *run->points);
  xpbd_status status =
      times && run->points ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for %zu rows", path, room);
  for (size_t i = 0; i < room && status == XPBD_OK; i++) {
    if (!begins(rows, i)) continue;
    status = read_point(path, rows, json_array_get(rows, i), times, run);
    const report_point *point = &run->points[run->count++];
    run->in_state[point->state]++;
    run->with_numbers += point->has_numbers;
  }
  free(times);
  return status;
}

xpbd_status compare_google_load(const char *path, report_run *out) {
  report_run run = {.complete = true, .root = read_root(path)};
  if (!run.root) return XPBD_ERR_BAD_FILE;
  json_object_set_new(run.root, "held", json_array()); /* data that the points refer to */
  const xpbd_status status = read_rows(path, json_object_get(run.root, "benchmarks"), &run);
  if (status != XPBD_OK)
    report_free(&run);
  else
    *out = run;
  return status;
}
