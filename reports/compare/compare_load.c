/* Why this file exists: people compare what they have: a results file, the folder of a report, one file for each
 * process, or the JSON of Google Benchmark. Each becomes an input here, or one line that explains why not. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "compare.h"
#include "compare_google.h"
#include "read/results.h"

void compare_note(compare_set *set, const char *format, ...) {
  if (set->note_count == COMPARE_NOTES) return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(set->notes[set->note_count++], COMPARE_TEXT, format, arguments);
  va_end(arguments);
}

/// The file for a name. The caller frees it.
static char *file_of(const char *name, size_t length) {
  char *path = strndup(name, length), *file = !path ? NULL : report_results_of(path);
  free(path);
  return file;
}

/// Name of the device of a backend, or of all GPUs. NULL = none is known.
static const char *device_of(const report_run *run, const char *backend, char out[COMPARE_TEXT]) {
  return backend[0] ? report_device_name(run, backend, out, COMPARE_TEXT) : report_env_text(run, "gpu.names");
}

/// One line that says why a file cannot be a process of the same run. The texts may be NULL.
static xpbd_status refuse_other(const char *path, const char *first, const char *what, const char *own,
                                const char *other) {
  if (own == other || (own && other && strcmp(own, other) == 0)) return XPBD_OK;
  return xpbd_fail(XPBD_ERR_BAD_FILE,
                   "%s: is not a process of the same run as %s: its %s differs (%.80s, %.80s); to compare separate "
                   "runs, put a blank between them",
                   path, first, what, own ? own : "not known", other ? other : "not known");
}

/// Files of meshes and formulas may change between processes of one run. Check that they did not.
static xpbd_status same_files(const compare_input *input, const char *path, const report_run *run) {
  report_other other;
  char what[192];
  for (int i = 0; i + 1 < input->count; i++) {
    if (!report_other_file(run->xb, input->runs[i].xb, &other)) continue;
    snprintf(what, sizeof what, "%s %.150s", other.kind, other.name);
    return refuse_other(path, input->paths[i], what, other.own, other.theirs);
  }
  return XPBD_OK;
}

/// Check that processes of one run have equal plans, machines, builds and files.
static xpbd_status same_run(const compare_input *input, const char *path, const report_run *run) {
  static const struct {
    const char *path, *what;
  } fields[] = {{"plan.hash", "plan"},
                {"env.cpu.model.value", "processor"},
                {"tool.git.sha.value", "commit"},
                {"tool.git.dirty.value", "state of the sources"},
                {"tool.version.value", "version"},
                {"tool.build.compiler.value", "compiler"},
                {"tool.build.type.value", "type of build"},
                {"tool.build.flags.value", "set of compiler flags"}};
  static const char *const backends[] = {"", "cuda", "opencl"};
  const report_run *first = &input->runs[0];
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    XPBD_TRY(refuse_other(path, input->paths[0], fields[i].what, report_text(run->xb, fields[i].path),
                          report_text(first->xb, fields[i].path)));
  for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++) {
    char own[COMPARE_TEXT], other[COMPARE_TEXT];
    XPBD_TRY(refuse_other(path, input->paths[0], "GPU", device_of(run, backends[i], own),
                          device_of(first, backends[i], other)));
  }
  return same_files(input, path, run);
}

static xpbd_status add_file(const char *name, size_t length, compare_input *input) {
  input->paths[input->count] = file_of(name, length);
  const char *path = input->paths[input->count];
  XPBD_REQUIRE(path, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for a name", name);
  report_run *run = &input->runs[input->count++];
  const bool google = compare_google_is(path);
  XPBD_TRY(google ? compare_google_load(path, run) : report_load(path, run));
  XPBD_REQUIRE(input->count == 1 || google == input->google, XPBD_ERR_BAD_FILE,
               "%s: is not of the same program as %s, as processes of one run must be", path, input->paths[0]);
  input->google = google;
  return same_run(input, path, run);
}

/// "a.json", "folder" or "1.json,2.json,3.json". A comma in the name of an existing file belongs to the name.
static xpbd_status add_operand(const char *operand, compare_input *input) {
  struct stat what;
  size_t files = 1;
  const bool whole = stat(operand, &what) == 0;
  for (const char *c = operand; *c && !whole; c++) files += *c == ',';
  XPBD_REQUIRE(files <= COMPARE_PROCESSES, XPBD_ERR_INVALID_ARGUMENT, "%.60s...: %zu files, at most %d processes",
               operand, files, COMPARE_PROCESSES);
  input->runs = calloc(files, sizeof *input->runs);
  input->paths = calloc(files, sizeof *input->paths);
  XPBD_REQUIRE(input->runs && input->paths, XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu files", files);
  for (const char *at = operand;; at++) {
    const size_t length = whole ? strlen(at) : strcspn(at, ",");
    XPBD_TRY(add_file(at, length, input));
    at += length;
    if (*at == '\0') return XPBD_OK;
  }
}

/// The same file, or a copy of it.
static bool same_file(const compare_input *a, int i, const compare_input *b, int k) {
  struct stat one, two;
  if (stat(a->paths[i], &one) == 0 && stat(b->paths[k], &two) == 0 && one.st_dev == two.st_dev &&
      one.st_ino == two.st_ino)
    return true;
  const report_run *x = &a->runs[i], *y = &b->runs[k];
  return x->bytes && y->bytes && x->size == y->size && memcmp(x->bytes, y->bytes, x->size) == 0;
}

/// A row with identical times in two files, because one process measured both: an interrupted run, and the same run
/// resumed. Processes that merely started in the same second share no such row. NULL = none.
static const char *shared_row(const report_run *x, const report_run *y) {
  const char *one = report_text(x->xb, "started"), *two = report_text(y->xb, "started");
  if (!one || !two || strcmp(one, two) != 0) return NULL;
  for (int i = 0; i < x->count; i++)
    for (int k = 0; k < y->count; k++) {
      const report_point *a = &x->points[i], *b = &y->points[k];
      if (a->has_numbers && b->has_numbers && strcmp(a->name, b->name) == 0 && json_equal(a->axes, b->axes) &&
          json_equal(json_object_get(a->json, "frame_s"), json_object_get(b->json, "frame_s")))
        return a->name;
    }
  return NULL;
}

static xpbd_status refuse_pair(const compare_input *a, int i, const compare_input *b, int k) {
  XPBD_REQUIRE(!same_file(a, i, b, k), XPBD_ERR_INVALID_ARGUMENT,
               "%s and %s are the same run twice; give a different one", a->paths[i], b->paths[k]);
  const char *row = shared_row(&a->runs[i], &b->runs[k]);
  XPBD_REQUIRE(
      !row, XPBD_ERR_INVALID_ARGUMENT,
      "%s and %s are the same run twice: both started at %.40s, and %.100s has the same times; give one of them",
      a->paths[i], b->paths[k], report_text(a->runs[i].xb, "started"), row);
  return XPBD_OK;
}

/// Whether two inputs are the same files in the same order.
static bool same_files_of(const compare_input *a, const compare_input *b) {
  bool same = a->count == b->count;
  for (int i = 0; i < a->count && same; i++) same = same_file(a, i, b, i);
  return same;
}

/// A run given twice differs in nothing, unless different rows were chosen for each side.
static xpbd_status refuse_twins(const compare_set *set) {
  for (int a = 0; a < set->input_count; a++)
    for (int i = 0; i < set->inputs[a].count; i++)
      for (int b = a; b < set->input_count; b++)
        for (int k = b == a ? i + 1 : 0; k < set->inputs[b].count && !compare_are_apart(set, a, b); k++)
          XPBD_TRY(refuse_pair(&set->inputs[a], i, &set->inputs[b], k));
  return XPBD_OK;
}

/// " (2 of 5 processes)", or "" for a run in one file.
static const char *part_of(const compare_input *input, int count, char out[64]) {
  out[0] = '\0';
  if (input->count > 1) snprintf(out, 64, " (%d of %d processes)", count, input->count);
  return out;
}

/// What a reader must know about each run before its numbers.
static void note_inputs(compare_set *set) {
  const char *first = NULL;
  int claimed = 0;
  for (int a = 0; a < set->input_count; a++) {
    const compare_input *input = &set->inputs[a];
    const char *path = input->paths[0], *stop = NULL;
    int incomplete = 0, unchecked = 0, quick = 0;
    char part[64];
    for (int i = 0; i < input->count; i++) {
      const report_run *run = &input->runs[i];
      if (!run->complete && incomplete++ == 0) stop = report_text(run->xb, "stop");
      unchecked += run->in_state[REPORT_UNCHECKED];
      quick += run->quick;
    }
    if (incomplete > 0)
      compare_note(set, "%.150s is not complete (ended by: %.40s)%s; the rows it has are used", path,
                   stop ? stop : "an unknown cause", part_of(input, incomplete, part));
    if (unchecked > 0)
      compare_note(set, "%.150s has %d row%s that nobody checked (%s)", path, unchecked, unchecked > 1 ? "s" : "",
                   input->google ? "another program" : "--validate off");
    for (int i = 0; i < input->count; i++)
      if (input->runs[i].seal.state == FILE_SEAL_BROKEN)
        compare_note(set, "%.150s was CHANGED after it was sealed", input->paths[i]);
    for (int i = 0; i < input->count && !input->google; i++)
      if (input->runs[i].certified < input->runs[i].in_state[REPORT_OK] && claimed++ == 0) first = input->paths[i];
    if (quick > 0)
      compare_note(set, "%.150s is a quick run%s: short episodes, wide intervals", path, part_of(input, quick, part));
  }
  if (claimed > 0)
    compare_note(set, "%d file%s only claimed, not certified: %sxpbd-report audit %.100s", claimed,
                 claimed > 1 ? "s are" : " is", claimed > 1 ? "for example " : "", first);
}

xpbd_status compare_load(const char *const *operands, int count, compare_set *out) {
  out->inputs = calloc((size_t)count, sizeof *out->inputs);
  XPBD_REQUIRE(out->inputs, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d runs", count);
  out->input_count = count;
  for (int i = 0; i < count; i++) XPBD_TRY(add_operand(operands[i], &out->inputs[i]));
  XPBD_TRY(compare_check_choices(out));
  XPBD_TRY(refuse_twins(out));
  out->same = count == 2 && same_files_of(&out->inputs[0], &out->inputs[1]);
  out->rule.paired = out->rule.paired || out->same; /* each process of one run measured both */
  note_inputs(out);
  return XPBD_OK;
}

void compare_free(compare_set *set) {
  for (int i = 0; set->inputs && i < set->input_count; i++) {
    compare_input *input = &set->inputs[i];
    for (int k = 0; k < input->count; k++) {
      report_free(&input->runs[k]);
      free(input->paths[k]);
    }
    free(input->runs);
    free(input->paths);
  }
  for (int r = 0; r < set->row_count; r++) {
    free(set->rows[r].cells);
    free(set->rows[r].ratios);
  }
  for (int s = 0; s < set->side_count; s++) json_decref(set->sides[s].best);
  free(set->inputs);
  free(set->axes);
  free(set->rows);
  free(set);
}
