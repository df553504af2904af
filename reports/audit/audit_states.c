/* Why this file exists: the bits of a state do not depend on the machine, so any machine can recompute what a row
 * claims. xpbd-bench does it, because only it knows how to make the scene of a row. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "audit_files.h"
#include "base/error.h"
#include "base/file.h"
#include "support/cli.h"
#include "support/process.h"

enum { PATH = 4096, WORDS = 16 + 2 * AUDIT_FILES, EXIT_RUNTIME = 3 };
#define SAME 1e-9 ///< Errors and residuals are sums in double, which a compiler may round otherwise.

static const cli_program program = {.name = "xpbd-report audit"};

/// Whether the state of a row can be asked for. Otherwise its outcome says why not.
static bool is_wanted(const audit_files *files, audit_row *row) {
  const report_point *p = row->point;
  const double frames = report_number(p->json, "state_frames");
  const char *lacking = audit_files_lack(files, p);
  if (p->state == REPORT_INEXACT)
    audit_say(row, AUDIT_NOT, "its device does not compute the bits of others");
  else if (p->state != REPORT_OK && p->state != REPORT_UNCHECKED)
    audit_say(row, AUDIT_NOT, "%s: %.200s", report_state_name(p->state), p->reason ? p->reason : "no reason given");
  else if (!p->hash || !(frames >= 1))
    audit_say(row, p->state == REPORT_OK ? AUDIT_DIFFERENT : AUDIT_NOT, "it has no state");
  else if (lacking)
    audit_say(row, AUDIT_NOT, "%s", lacking);
  else
    return true;
  return false;
}

/// Set an axis to what the row says was really used, where the axis leaves that to the program: versions may choose
/// another precision.
static void take_used(const report_point *p, json_t *axes, const char *axis, const char *path) {
  const char *asked = json_string_value(json_object_get(axes, axis)), *used = report_text(p->json, path);
  if (asked && used && (strcmp(asked, "auto") == 0 || strcmp(asked, "float") == 0))
    json_object_set_new(axes, axis, json_string(used));
}

/// Ask for the state of a row. A mesh has the path that it has here.
static void ask(FILE *stream, const audit_files *files, const audit_row *row, int index) {
  const report_point *p = row->point;
  json_t *axes = json_copy(p->axes);
  const char *mesh = json_string_value(json_object_get(axes, "mesh"));
  take_used(p, axes, "precision", "solver.precision");
  const char *here = mesh ? audit_files_mesh(files, mesh) : NULL;
  if (here) json_object_set_new(axes, "mesh", json_string(here));
  const bool error = !isnan(report_number(p->json, "error"));
  json_t *line = json_pack("{s:i,s:s,s:f,s:s*,s:o}", "row", index, "benchmark", p->benchmark, "frames",
                           report_number(p->json, "state_frames"), "measure",
                           error                                               ? "error"
                           : !isnan(report_number(p->json, "solver.residual")) ? "residual"
                                                                               : NULL,
                           "axes", axes);
  json_dumpf(line, stream, JSON_COMPACT | JSON_ENSURE_ASCII);
  fputc('\n', stream);
  json_decref(line);
}

static int ask_all(audit *self, const audit_files *files, FILE *stream) {
  int count = 0;
  for (int i = 0; i < self->run.count; i++) {
    if (!is_wanted(files, &self->rows[i])) continue;
    ask(stream, files, &self->rows[i], i);
    count++;
  }
  return fflush(stream) == 0 && !ferror(stream) ? count : -1;
}

/// The mesh of a recorded file must be the one that was read here. Its hash is known only after that.
static void check_meshes(audit *self, const audit_files *files, const json_t *head) {
  for (int k = 0; k < files->count; k++) {
    const audit_file *file = &files->items[k];
    const char *here = json_string_value(json_object_get(json_object_get(head, "mesh"), file->path));
    if (!file->path[0] || !here || strncmp(file->value, here, 16) == 0) continue;
    for (int i = 0; i < self->run.count; i++)
      if (strcmp(file->kind, "mesh") == 0 && audit_file_is_used(file, &self->run.points[i]))
        audit_say(&self->rows[i], AUDIT_NOT, "the mesh %.100s here is another file: %.16s, not %.16s", file->path, here,
                  file->value);
  }
}

/// Compare the counts of a row with what the scene has here.
static void compare_work(audit_row *row, const json_t *answer) {
  static const char *const pairs[][2] = {{"work.projections_per_frame", "projections_per_frame"},
                                         {"work.particles", "particles"},
                                         {"work.constraints", "constraints"},
                                         {"work.frame_time_s", "frame_time_s"},
                                         {"solver.substeps", "substeps"},
                                         {"solver.iterations", "iterations"}};
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    const double have = report_number(row->point->json, pairs[k][0]), want = report_number(answer, pairs[k][1]);
    if (want > 0 && !audit_same(have, want)) /* 0 = the program does not know it */
      audit_say(row, AUDIT_DIFFERENT, "%s is %.10g, and %.10g here", pairs[k][0], have, want);
  }
}

/// What a DIFFERENT row may be, besides forged.
static const char *excuse(const audit *self) {
  const char *sha = report_text(self->run.xb, "tool.git.sha.value");
  return sha && strcmp(sha, self->sha) == 0 ? "" : "; the row is of another commit, which may have had other bits";
}

/// A number that was not recomputed. xpbd-bench names an option of its own for a reference that takes too long.
static void say_claimed(audit_row *row, const char *name, const char *reason) {
  const char *hint = strstr(reason, "; --errors");
  audit_say(row, AUDIT_SAME, "its %s is only claimed: %.*s%s", name, hint ? (int)(hint - reason) : 160, reason,
            hint ? "; --all computes it" : "");
}

/// Compare what the checks of xpbd-bench find. What it does not find, or what another version found, stays a claim, and
/// the row says so.
static void compare_found(audit *self, audit_row *row, const json_t *answer) {
  static const char *const pairs[][2] = {{"error", "error"},
                                         {"error_of_reference", "error_of_reference"},
                                         {"error_frames", "error_frames"},
                                         {"solver.residual", "residual"}};
  const char *version = report_text(self->run.xb, "tool.version.value"), *reason = report_text(answer, "error_reason");
  const bool other = !version || strcmp(version, self->version) != 0;
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    const double have = report_number(row->point->json, pairs[k][0]), want = report_number(answer, pairs[k][1]);
    if (isnan(have)) continue;
    const bool known = !isnan(want) && !other;
    *(known ? &self->found : &self->only_claimed) += 1;
    if (known && !(fabs(have - want) <= SAME * fmax(fabs(have), fabs(want))))
      audit_say(row, AUDIT_DIFFERENT, "%s is %.10g, and %.10g here%s", pairs[k][0], have, want, excuse(self));
    else if (!known && row->why[0] == '\0')
      say_claimed(row, pairs[k][0],
                  other                 ? "another version computed it"
                  : reason && reason[0] ? reason
                                        : "unknown here");
  }
}

void audit_visit(audit *self, audit_row *row, const json_t *answer) {
  const char *hash = report_text(answer, "state_hash"), *version, *what;
  if (row->outcome == AUDIT_NOT) return; /* another file */
  if (strcmp(hash, row->point->hash) == 0) {
    compare_work(row, answer);
    audit_say(row, AUDIT_SAME, "%s", "");
    compare_found(self, row, answer);
  } else if (audit_changed(self, row->point, &version, &what)) {
    audit_say(row, AUDIT_NOT, "the bits of %s changed in version %s, and the row is older", what, version);
  } else {
    audit_say(row, AUDIT_DIFFERENT, "its state after %.0f frames is %.16s, and %.16s here%s",
              report_number(answer, "frames"), row->point->hash, hash, excuse(self));
  }
}

static void take_answer(audit *self, const json_t *answer) {
  const double index = report_number(answer, "row");
  if (!(index >= 0 && index < self->run.count)) return;
  audit_row *row = &self->rows[(int)index];
  const char *why = report_text(answer, "why"), *left = report_text(answer, "left");
  if (report_text(answer, "state_hash")) audit_visit(self, row, answer);
  if (why) audit_say(row, AUDIT_NOT, "%s", why);
  if (left) audit_say(row, AUDIT_NOT, "no time left for it (%s); --seconds or --all", left);
}

static int take_answers(audit *self, const audit_files *files, const char *text, size_t size) {
  bool first = true;
  for (const char *at = text, *end; at < text + size; at = end + 1) {
    end = memchr(at, '\n', (size_t)(text + size - at));
    if (!end) break;
    json_t *answer = json_loadb(at, (size_t)(end - at), 0, NULL);
    if (first) {
      const char *version = report_text(answer, "version"), *sha = report_text(answer, "sha");
      snprintf(self->version, sizeof self->version, "%s", version ? version : "unknown");
      snprintf(self->sha, sizeof self->sha, "%s", sha ? sha : "unknown");
      check_meshes(self, files, answer);
    } else {
      take_answer(self, answer);
    }
    first = false;
    json_decref(answer);
  }
  return first ? cli_fail(&program, EXIT_RUNTIME, "xpbd-bench gave no answer") : 0;
}

static int run_bench(audit *self, const audit_files *files, int requests) {
  char beside[PATH], states[64], backend[80], budget[48];
  const char *name = self->request->program;
  if (!name) name = xpbd_file_beside_program("xpbd-bench", beside, sizeof beside) ? beside : "xpbd-bench";
  snprintf(states, sizeof states, "--states=/dev/fd/%d", requests);
  snprintf(backend, sizeof backend, "backend=%.60s", self->request->backend);
  snprintf(budget, sizeof budget, "--total-budget=%.9g", self->request->seconds);
  const char *words[WORDS] = {name, states, "-a", backend};
  int count = 4;
  words[count++] = self->request->seconds > 0 ? budget : "--errors=10000h"; /* --all: as long as it takes */
  for (int k = 0; k < files->count; k++) {
    bool seen = !files->items[k].path[0] || strcmp(files->items[k].kind, "formula") != 0;
    for (int i = 0; i < k && !seen; i++) seen = strcmp(files->items[i].path, files->items[k].path) == 0;
    if (!seen) words[count++] = "--formula", words[count++] = files->items[k].path;
  }
  const process_job job = {.argv = (char *const *)words, .output = PROCESS_TAKEN};
  process_result result;
  process_run(&job, &result);
  const int code = process_code(&result);
  int failed = EXIT_RUNTIME; /* interrupted */
  if (result.end == PROCESS_NOT_STARTED)
    cli_fail(&program, failed, "%s cannot be started: %s; --program PATH names it", name, strerror(result.code));
  else if (result.lost)
    cli_fail(&program, failed, "the answers of %s cannot be read: %s", name, strerror(result.lost));
  else if (code != 0 && code != 130)
    cli_fail(&program, failed, "%s ended with exit code %d", name, code);
  else if (code == 0)
    failed = take_answers(self, files, result.output, result.output_size);
  process_free(&result);
  return failed;
}

int audit_states(audit *self) {
  audit_files *files = calloc(1, sizeof *files);
  FILE *requests = tmpfile();
  int failed = 0;
  if (files) audit_files_find(self, files);
  const int count = files && requests ? ask_all(self, files, requests) : -1;
  if (count < 0) failed = cli_fail(&program, EXIT_RUNTIME, "no memory or no temporary file for the requests");
  if (count > 0) failed = run_bench(self, files, fileno(requests));
  if (requests) fclose(requests);
  free(files);
  return failed;
}
