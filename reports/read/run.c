/* Why this file exists: reads the JSON of xpbd-bench into points. A file may come from anywhere, so everything in it is
 * checked first. */
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"

#define SCHEMA "xb/1"
enum { FILE_LIMIT = 512 << 20, NAME_LIMIT = 64 };

static const char *const state_names[REPORT_STATES] = {"ok",      "unchecked", "inexact",    "skipped",
                                                       "invalid", "error",     "interrupted"};

const char *report_state_name(report_state state) {
  return state_names[state];
}

json_t *report_at(const json_t *object, const char *path) {
  while (object) {
    const size_t length = strcspn(path, ".");
    char key[NAME_LIMIT];
    if (length >= sizeof key) return NULL;
    memcpy(key, path, length);
    key[length] = '\0';
    json_t *member = json_object_get(object, key);
    if (path[length] == '\0') return member;
    object = member;
    path += length + 1;
  }
  return NULL;
}

const char *report_text(const json_t *object, const char *path) {
  return json_string_value(report_at(object, path));
}

double report_number(const json_t *object, const char *path) {
  const json_t *value = report_at(object, path);
  return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static const json_t *known_field(const report_run *run, const char *path) {
  const json_t *field = report_at(json_object_get(run->xb, "env"), path);
  const char *state = report_text(field, "state");
  return state && strcmp(state, "known") == 0 ? field : NULL;
}

double report_env_number(const report_run *run, const char *path) {
  return report_number(known_field(run, path), "value");
}

const char *report_env_text(const report_run *run, const char *path) {
  return report_text(known_field(run, path), "value");
}

bool report_other_file(const json_t *own, const json_t *theirs, report_other *out) {
  static const char *const kinds[][2] = {{"mesh", "env.mesh"}, {"formula", "env.formula"}};
  const char *name;
  json_t *field;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    json_t *files = report_at(own, kinds[i][1]), *others = report_at(theirs, kinds[i][1]);
    json_object_foreach(files, name, field) {
      const char *one = report_text(field, "value"), *two = report_text(json_object_get(others, name), "value");
      if (!one || !two || strcmp(one, two) == 0) continue;
      *out = (report_other){kinds[i][0], name, one, two};
      return true;
    }
  }
  return false;
}

const char *report_device_name(const report_run *run, const char *backend, char *out, size_t capacity) {
  const bool opencl = strcmp(backend, "opencl") == 0;
  const char *text = opencl                         ? report_env_text(run, "gpu.opencl")
                     : strcmp(backend, "cuda") == 0 ? report_env_text(run, "gpu.name")
                                                    : NULL;
  if (!text) return NULL;
  if (!opencl) {
    snprintf(out, capacity, "%s", text);
    return out;
  }
  const char *kind = strstr(text, ": "); // "GPU: name, platform, driver ..."
  const char *name = kind ? kind + 2 : text;
  snprintf(out, capacity, "%.*s", (int)strcspn(name, ","), name);
  return out;
}

double report_axis_number(const report_point *point, const char *axis) {
  const json_t *value = json_object_get(point->axes, axis);
  if (!json_is_string(value)) return json_is_number(value) ? json_number_value(value) : (double)NAN;
  char *end; /* a scene's default for a parameter is text */
  const char *text = json_string_value(value);
  const double number = strtod(text, &end);
  return end > text && *end == '\0' && isfinite(number) ? number : (double)NAN;
}

const char *report_axis_text(const report_point *point, const char *axis, char *out, size_t capacity) {
  const json_t *value = json_object_get(point->axes, axis);
  out[0] = '\0';
  if (json_is_string(value)) snprintf(out, capacity, "%s", json_string_value(value));
  if (json_is_integer(value)) snprintf(out, capacity, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
  if (json_is_real(value)) snprintf(out, capacity, "%.9g", json_real_value(value));
  return out;
}

bool report_same_axis(const report_point *a, const report_point *b, const char *axis) {
  const json_t *one = json_object_get(a->axes, axis), *two = json_object_get(b->axes, axis);
  return one == two || json_equal(one, two); /* json_equal() is false for two NULL */
}

bool report_same_value(const report_point *a, const report_point *b, const char *axis) {
  const double one = report_axis_number(a, axis), two = report_axis_number(b, axis);
  return report_same_axis(a, b, axis) || (one >= two && one <= two);
}

const char *report_axis_shown(const report_point *point, const char *axis, char *out, size_t capacity) {
  static const struct {
    const char *axis, *used;
  } own[] = {{"substeps", "solver.substeps"},
             {"iterations", "solver.iterations"},
             {"size", NULL},
             {"resolution", NULL},
             {"sweeps", NULL}};
  report_axis_text(point, axis, out, capacity);
  if (strcmp(axis, "precision") == 0 && (strcmp(out, "auto") == 0 || strcmp(out, "float") == 0)) {
    const char *used = report_text(point->json, "solver.precision");
    if (used) snprintf(out, capacity, "%s", used);
    return out;
  }
  if (strcmp(out, "0") != 0) return out;
  for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
    if (strcmp(own[i].axis, axis) != 0) continue;
    const double used = own[i].used ? report_number(point->json, own[i].used) : (double)NAN;
    if (used > 0)
      snprintf(out, capacity, "%.0f", used);
    else
      snprintf(out, capacity, "as the scene");
  }
  return out;
}

static const json_t *named(const json_t *list, const char *name) {
  size_t i;
  json_t *item;
  json_array_foreach(list, i, item) {
    const char *other = report_text(item, "name");
    if (other && strcmp(other, name) == 0) return item;
  }
  return NULL;
}

const json_t *report_benchmark(const report_run *run, const char *benchmark) {
  return named(report_at(run->xb, "plan.benchmarks"), benchmark);
}

const json_t *report_axis(const report_run *run, const char *benchmark, const char *axis) {
  return named(json_object_get(report_benchmark(run, benchmark), "axes"), axis);
}

bool report_is_first(const report_run *run, int index) {
  for (int k = 0; k < index; k++)
    if (strcmp(run->points[k].benchmark, run->points[index].benchmark) == 0) return false;
  return true;
}

/// The folder of `xpbd-bench ab --out` has no results itself, but a folder of them. One line says so if this is why a
/// file could not be opened.
static xpbd_status say_runs(const char *path, xpbd_status status) {
  char runs[4096];
  struct stat what;
  const char *name = strrchr(path, '/');
  if (!name || strcmp(name, "/results.json") != 0 || stat(path, &what) == 0) return status;
  const int length = (int)(name - path);
  snprintf(runs, sizeof runs, "%.*s/runs", length, path);
  if (stat(runs, &what) != 0 || !S_ISDIR(what.st_mode)) return status;
  return xpbd_fail(status, "%.*s: has no results.json; xpbd-bench ab wrote its runs to the files of %s: give those",
                   length, path, runs);
}

static xpbd_status too_large(const char *path, size_t bytes) {
  return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: does not fit into memory (%zu bytes, at most %d are read)", path, bytes,
                   FILE_LIMIT);
}

static xpbd_status read_file(const char *path, report_run *run) {
  FILE *stream = NULL;
  xpbd_status status = xpbd_file_open(path, "the JSON file that xpbd-bench --json wrote", &stream);
  if (status != XPBD_OK) return say_runs(path, status);
  struct stat what;
  size_t capacity = 0;
  if (fstat(fileno(stream), &what) == 0 && S_ISREG(what.st_mode) && what.st_size > FILE_LIMIT)
    status = too_large(path, (size_t)what.st_size);
  while (status == XPBD_OK) {
    if (run->size == capacity) {
      capacity = capacity == 0 ? 1 << 16 : 2 * capacity;
      char *larger = capacity > FILE_LIMIT ? NULL : realloc(run->bytes, capacity);
      if (!larger) {
        status = too_large(path, capacity);
        break;
      }
      run->bytes = larger;
    }
    const size_t got = fread(run->bytes + run->size, 1, capacity - run->size, stream);
    if (memchr(run->bytes + run->size, '\0', got)) /* a device or a sparse file may go on so without end */
      status = xpbd_fail(XPBD_ERR_BAD_FILE, "%s: is not JSON: it has a zero byte", path);
    run->size += got;
    if (got == 0) break;
  }
  if (status == XPBD_OK) status = xpbd_file_check_read(stream, path);
  fclose(stream);
  return status;
}

static xpbd_status find_state(const char *path, const char *name, const char *status, report_state *out) {
  for (int s = 0; s < REPORT_STATES; s++) {
    if (strcmp(status, state_names[s]) != 0) continue;
    *out = (report_state)s;
    return XPBD_OK;
  }
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: the point '%.100s' has the unknown status '%.40s'", path, name, status);
}

/// Name of the first check that did not pass, NULL if all did.
static const char *failed_check(const json_t *point) {
  size_t i;
  json_t *check;
  json_array_foreach(json_object_get(point, "checks"), i, check) {
    if (json_is_true(json_object_get(check, "pass"))) continue;
    const char *name = report_text(check, "name");
    return name ? name : "without a name";
  }
  return NULL;
}

double report_check(const report_point *point, const char *name) {
  return report_number(named(json_object_get(point->json, "checks"), name), "value");
}

static void read_numbers(report_point *p) {
  const json_t *json = p->json;
  p->median = report_number(json, "frame_s.median");
  p->low = report_number(json, "frame_s.lo95");
  p->high = report_number(json, "frame_s.hi95");
  p->relative = report_number(json, "frame_s.rel_err");
  p->tau = report_number(json, "frame_s.tau");
  p->p05 = report_number(json, "frame_s.p05");
  p->p95 = report_number(json, "frame_s.p95");
  p->p99 = report_number(json, "frame_s.p99");
  p->most = report_number(json, "frame_s.max");
  p->fps = report_number(json, "fps.median");
  p->fps_low = report_number(json, "fps.lo95");
  p->fps_high = report_number(json, "fps.hi95");
  p->ns_each = report_number(json, "counters.ns_per_projection.value");
  p->ns_low = p->ns_each * p->low / p->median;
  p->ns_high = p->ns_each * p->high / p->median;
  p->per_second = report_number(json, "counters.projections_per_second.value");
}

/// Clear the numbers, as for a row that did not pass.
static void clear_numbers(report_point *p) {
  p->median = p->low = p->high = p->relative = p->tau = p->p05 = p->p95 = p->p99 = p->most = NAN;
  p->fps = p->fps_low = p->fps_high = p->ns_each = p->ns_low = p->ns_high = p->per_second = NAN;
}

/// Processes of a row, and those that have a number. One if the row does not mention several.
static void count_processes(report_point *p) {
  const json_t *medians = report_at(p->json, "processes.medians_s");
  size_t i;
  json_t *entry;
  int count = 0;
  json_array_foreach(medians, i, entry) count += json_is_number(entry);
  p->processes = count > 0 ? count : 1;
  p->launches = json_array_size(medians) > 1 ? (int)json_array_size(medians) : 1;
}

const char *report_too_few(const report_point *point) {
  return point->launches > 1 ? "fewer than two processes" : "fewer than six episodes";
}

/// Why a row that says ok or unchecked cannot be believed, or NULL.
static const char *contradiction(const report_point *p, bool timed) {
  const bool ok = p->state == REPORT_OK;
  if (failed_check(p->json))
    return ok ? "the row says ok, but one of its checks did not pass"
              : "the row says unchecked, but one of its checks did not pass";
  if (ok && !p->checked) return "the row says ok, but not how it was checked";
  if (timed && !(p->median > 0 && p->fps > 0))
    return ok ? "the row says ok, but its frame time is not valid"
              : "the row says unchecked, but its frame time is not valid";
  return NULL;
}

/// `different` is what an audit found, or NULL.
static void settle(report_point *p, const char *different) {
  if (p->state == REPORT_OK || p->state == REPORT_UNCHECKED) {
    read_numbers(p);
    const bool timed = json_is_object(json_object_get(p->json, "frame_s")); /* --validate only: checked, not timed */
    const char *why = different ? different : contradiction(p, timed);
    if (why) p->state = REPORT_INVALID, p->reason = why;
    p->has_numbers = timed && !why;
    if (p->has_numbers) return;
  }
  clear_numbers(p);
}

static xpbd_status read_point(const char *path, size_t index, const json_t *json, const report_seal *seal,
                              report_point *p) {
  const char *different;
  p->json = json;
  p->name = report_text(json, "name");
  p->benchmark = report_text(json, "benchmark");
  p->axes = json_object_get(json, "axes");
  const char *status = report_text(json, "status");
  XPBD_REQUIRE(p->name && p->benchmark && status && json_is_object(p->axes), XPBD_ERR_BAD_FILE,
               "%s: point %zu has no name, benchmark, status or axes", path, index + 1);
  XPBD_TRY(find_state(path, p->name, status, &p->state));
  p->reason = report_text(json, "reason");
  p->checked = report_text(json, "checked");
  p->stop = report_text(json, "stop");
  p->hash = report_text(json, "state_hash");
  p->particles = report_number(json, "work.particles");
  p->constraints = report_number(json, "work.constraints");
  p->projections = report_number(json, "work.projections_per_frame");
  p->host_bytes = report_number(json, "memory.host");
  p->threads = report_number(json, "solver.threads");
  p->lanes = report_number(json, "solver.lanes");
  p->episodes = report_number(json, "episodes");
  p->samples = report_number(json, "samples");
  p->frames = report_number(json, "frames");
  count_processes(p);
  p->psi_during = report_number(json, "noise.psi_cpu_during");
  p->flagged = json_is_true(json_object_get(json, "flagged"));
  p->trust = report_seal_trust(seal, (int)index, p->name, &different);
  settle(p, different);
  return XPBD_OK;
}

static xpbd_status read_points(const char *path, report_run *run) {
  const json_t *list = json_object_get(run->xb, "points");
  const size_t count = json_array_size(list);
  XPBD_REQUIRE(count > 0, XPBD_ERR_BAD_FILE, "%s: holds no points, so there is nothing to report", path);
  run->points = calloc(count, sizeof *run->points);
  XPBD_REQUIRE(run->points, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for %zu points", path, count);
  for (size_t i = 0; i < count; i++) {
    const report_point *p = &run->points[i];
    XPBD_TRY(read_point(path, i, json_array_get(list, i), &run->seal, &run->points[i]));
    run->in_state[p->state]++;
    run->certified += p->state == REPORT_OK && p->trust != REPORT_CLAIMED;
    run->audited += p->state == REPORT_OK && p->trust == REPORT_AUDITED;
    run->with_numbers += run->points[i].has_numbers;
  }
  run->count = (int)count;
  return XPBD_OK;
}

xpbd_status report_not_json(const char *path, const json_error_t *error) {
  XPBD_REQUIRE(*error->text, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for its content", path);
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s:%d: is not JSON: %s", path, error->line, error->text);
}

static xpbd_status parse(const char *path, bool audited, report_run *run) {
  json_error_t error;
  XPBD_REQUIRE(run->size > 0, XPBD_ERR_BAD_FILE, "%s: is empty", path);
  run->root = json_loadb(run->bytes, run->size, JSON_REJECT_DUPLICATES, &error);
  if (!run->root) return report_not_json(path, &error);
  run->xb = json_object_get(run->root, "xb");
  XPBD_REQUIRE(json_is_object(run->xb), XPBD_ERR_BAD_FILE,
               "%s: is not a result of xpbd-bench --json: it has no section \"xb\"", path);
  const char *schema = report_text(run->xb, "schema");
  XPBD_REQUIRE(schema, XPBD_ERR_BAD_FILE, "%s: is not a result of xpbd-bench --json: it names no schema", path);
  XPBD_REQUIRE(strcmp(schema, SCHEMA) == 0, XPBD_ERR_BAD_FILE,
               "%s: has the schema '%.40s', but this xpbd-report reads " SCHEMA "; use the one of the same version",
               path, schema);
  run->complete = json_is_true(json_object_get(run->xb, "complete"));
  run->quick = json_is_true(report_at(run->xb, "plan.settings.quick"));
  report_seal_read(path, run->bytes, run->size, &run->seal);
  if (!audited) report_seal_free(&run->seal);
  return read_points(path, run);
}

xpbd_status report_load_any(const char *path, bool audited, report_run *out) {
  *out = (report_run){0};
  report_run run = {0};
  xpbd_status status = read_file(path, &run);
  if (status == XPBD_OK) status = parse(path, audited, &run);
  if (status != XPBD_OK) {
    report_free(&run);
    return status;
  }
  *out = run;
  return XPBD_OK;
}

void report_free(report_run *run) {
  report_seal_free(&run->seal);
  json_decref(run->root);
  free(run->points);
  free(run->bytes);
  *run = (report_run){0};
}
