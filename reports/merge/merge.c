/* Why this file exists: reads the parts of a sweep, refuses parts that do not belong together, and chooses the source
 * of each point (see merge.h). It reports duplicate and missing points. */
#include "merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "support/cli.h"
#include "read/keep.h"
#include "read/memory.h"
#include "read/results.h"

enum { EXIT_INCOMPLETE = 2, EXIT_RUNTIME = 3, NAMED_HOLES = 3 };

static const char *target;

static const cli_option options[] = {
    {.name = "out",
     .letter = 'o',
     .kind = CLI_TEXT,
     .target = &target,
     .value = "OUT",
     .help =
         "Folder for results.json, created if missing; or a file that ends in .json; or - for the standard output."},
};

static const cli_program program = {
    .name = "xpbd-report merge",
    .usage = "RUN... --out OUT",
    .about = "Joins the results of one plan that was measured in parts (xpbd-bench --shard I/N) or in several runs. "
             "RUN is a results.json or its folder. If several runs measured a point, the best row is taken (checked, "
             "with numbers), of equals the first. A failed check counts wherever it was seen. Points that no run "
             "measured stay missing, and the result says so. The last line is the path of the file.\n"
             "  xpbd-report merge shard-1 shard-2 shard-3 --out all\n"
             "Exit codes: 0 fine, 1 usage or unusable input, 2 written, but points are missing, 3 run-time error.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
};

/// Whether two sources measured a point, but their results cannot both be right. Differing checks do not count, because
/// they are a setting. An inexact device has its own bits. Hashes count only for equal numbers of frames.
static bool disagree(const report_point *a, const report_point *b) {
  const bool failed = a->state >= REPORT_INVALID || b->state >= REPORT_INVALID;
  if (failed && a->state != b->state) return true;
  if (a->state == REPORT_INEXACT || b->state == REPORT_INEXACT) return false;
  const double one = report_number(a->json, "state_frames"), two = report_number(b->json, "state_frames");
  return one >= two && one <= two && a->hash && b->hash && strcmp(a->hash, b->hash) != 0;
}

/// The point of a source if it was measured there, whatever the outcome, else NULL.
static const report_point *measured_in(const merge_source *source, const char *name, int hint) {
  const report_point *point = merge_find(source, name, hint);
  return point && merge_rank_of(source, point) > MERGE_LEFT_OUT ? point : NULL;
}

/// Count the points that several sources measured, each once.
static void count_overlap(merge *self, int index) {
  const char *name = self->sources[0].run.points[index].name;
  bool overlap = false, differs = false;
  for (int s = 1; s < self->count; s++) {
    const report_point *point = measured_in(&self->sources[s], name, index);
    for (int k = 0; k < s && point && !differs; k++) {
      const report_point *other = measured_in(&self->sources[k], name, index);
      overlap = overlap || other;
      differs = other && disagree(other, point);
    }
  }
  self->overlaps += overlap;
  self->disagreements += differs;
}

static void choose_point(merge *self, int index) {
  const char *name = self->sources[0].run.points[index].name;
  merge_rank best = MERGE_ELSEWHERE;
  for (int s = 0; s < self->count; s++) {
    const report_point *point = merge_find(&self->sources[s], name, index);
    if (!point) continue;
    const merge_rank own = merge_rank_of(&self->sources[s], point);
    if (self->from[index] && own <= best) continue;
    best = own;
    self->from[index] = &self->sources[s];
  }
  self->holes += best == MERGE_ELSEWHERE || best == MERGE_CUT_OFF;
}

static void choose(merge *self) {
  for (int i = 0; i < self->sources[0].run.count; i++) {
    choose_point(self, i);
    count_overlap(self, i);
    const report_point *point = merge_find(self->from[i], self->sources[0].run.points[i].name, i);
    for (int s = 0; s < self->count; s++)
      self->sources[s].taken += self->from[i] == &self->sources[s] && merge_has(self->from[i], point);
  }
}

static xpbd_status load(const char *path, merge_source *out) {
  out->path = report_results_of(path);
  XPBD_REQUIRE(out->path, XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for its name", path);
  struct stat what;
  char *samples = stat(out->path, &what) == 0 ? NULL : report_join(path, "samples.jsonl");
  const bool begun = samples && stat(samples, &what) == 0;
  free(samples);
  XPBD_REQUIRE(!begun, XPBD_ERR_IO, "%s: has no results yet; xpbd-bench --resume %s continues it", path, path);
  return report_load(out->path, &out->run);
}

/// A point that only one of the two has, or NULL.
static const char *only_in(const merge_source *one, const merge_source *other) {
  for (int i = 0; i < one->run.count; i++)
    if (!merge_find(other, one->run.points[i].name, i)) return one->run.points[i].name;
  return NULL;
}

static xpbd_status check_plan(const merge_source *first, const merge_source *other) {
  const char *a = report_text(first->run.xb, "plan.hash"), *b = report_text(other->run.xb, "plan.hash");
  XPBD_REQUIRE(a && b, XPBD_ERR_BAD_FILE, "%s: names no plan", a ? other->path : first->path);
  const double parts = report_number(first->run.xb, "shard.count"), own = report_number(other->run.xb, "shard.count");
  XPBD_REQUIRE(!(parts > own || parts < own), XPBD_ERR_BAD_FILE, "%s: is one of %.0f parts, but %s one of %.0f",
               other->path, own, first->path, parts);
  if (strcmp(a, b) == 0) return XPBD_OK;
  const char *here = only_in(other, first), *there = only_in(first, other);
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: has another plan than %s: %s%.200s", other->path, first->path,
                   here    ? "only it has "
                   : there ? "it does not have "
                           : "the frames of the same points differ",
                   here    ? here
                   : there ? there
                           : "");
}

static void say(const merge *self) {
  const int count = self->sources[0].run.count;
  for (int s = 0; s < self->count; s++) {
    const char *host = report_env_text(&self->sources[s].run, "os.host");
    cli_print("%s: %d of %d points, measured on %s\n", self->sources[s].path, self->sources[s].taken, count,
              host ? host : "an unknown machine");
  }
  if (self->overlaps > 0)
    printf("overlap: %d point%s measured more than once; the best row counts\n", self->overlaps,
           self->overlaps > 1 ? "s were" : " was");
  if (self->disagreements > 0)
    cli_print("***WARNING*** %d of these ended in different states or statuses\n", self->disagreements);
  char text[MERGE_TEXT];
  if (merge_other_file(self, text)) cli_print("***WARNING*** %s\n", text);
  int named = 0;
  for (int i = 0; i < count && self->holes > 0; i++) {
    const report_point *point = &self->sources[0].run.points[i];
    const report_point *taken = merge_find(self->from[i], point->name, i);
    if (merge_has(self->from[i], taken) || named++ >= NAMED_HOLES) continue;
    cli_print("missing: %s\n", point->name);
  }
  if (self->holes > NAMED_HOLES) printf("missing: %d more\n", self->holes - NAMED_HOLES);
}

/// The path of the result. The caller frees it. NULL without memory. *folder: the folder to create first, or NULL.
static char *place_of_result(const char **folder) {
  const size_t length = strlen(target);
  const bool file = xpbd_file_is_stdout(target) || (length > 5 && strcmp(target + length - 5, ".json") == 0);
  *folder = file ? NULL : target;
  return file ? strdup(target) : report_join(target, "results.json");
}

/// The result must not overwrite measurements: neither one of its parts nor another run.
static xpbd_status check_place(const merge *self, const json_t *root, const char *path) {
  if (xpbd_file_is_stdout(path)) return XPBD_OK;
  for (int s = 0; s < self->count; s++)
    XPBD_REQUIRE(!report_same_file(self->sources[s].path, path), XPBD_ERR_BAD_FILE,
                 "%s: is one of the joined runs and would be lost; choose another path", path);
  return report_keep(json_object_get(root, "xb"), path);
}

/// The user's key if every part has the user's seal: then the joined results get one, too.
static xpbd_status find_key(const merge *self, bool *sealed, file_seal_key *key) {
  char why[FILE_SEAL_WHY];
  *sealed = true;
  for (int s = 0; s < self->count; s++) *sealed = *sealed && self->sources[s].run.seal.state == FILE_SEAL_GOOD;
  XPBD_REQUIRE(!*sealed || file_seal_find_key(false, key, why), XPBD_ERR_IO, "%s", why);
  return XPBD_OK;
}

static xpbd_status write_out(const merge *self, const json_t *root, const char *folder, const char *path) {
  if (folder) XPBD_TRY(xpbd_folder_create(folder));
  file_seal_text text;
  file_seal_key key;
  bool sealed;
  XPBD_TRY(find_key(self, &sealed, &key));
  FILE *memory = file_seal_text_open(&text);
  if (memory) merge_write(memory, root);
  if (!memory || !file_seal_text_close(memory)) {
    free(text.bytes);
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "%s: no memory for the joined results", path);
  }
  xpbd_file out;
  xpbd_status status = xpbd_file_create(path, &out);
  if (status == XPBD_OK) {
    file_seal_write(out.stream, text.bytes, text.size, sealed ? &key : NULL);
    status = report_commit(&out);
  }
  free(text.bytes);
  return status;
}

/// Write the joined results and print a summary.
static int finish(const merge *self, const json_t *root, const char *folder, const char *path) {
  if (check_place(self, root, path) != XPBD_OK) return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  if (write_out(self, root, folder, path) != XPBD_OK) return cli_fail(&program, EXIT_RUNTIME, "%s", xpbd_last_error());
  const bool complete = json_is_true(report_at(root, "xb.complete"));
  say(self);
  if (!complete) cli_fail(&program, EXIT_INCOMPLETE, "some points were not measured to the end; %s says so", path);
  cli_print_path(path);
  return cli_flush(&program, complete ? CLI_EXIT_OK : EXIT_INCOMPLETE, EXIT_RUNTIME);
}

static int join(merge *self, const char *const *paths) {
  for (int s = 0; s < self->count; s++)
    if (load(paths[s], &self->sources[s]) != XPBD_OK ||
        (s > 0 && check_plan(&self->sources[0], &self->sources[s]) != XPBD_OK))
      return cli_fail(&program, CLI_EXIT_USAGE, "%s", xpbd_last_error());
  self->from = calloc((size_t)self->sources[0].run.count, sizeof *self->from);
  if (!self->from) return cli_fail(&program, EXIT_RUNTIME, "no memory for %d points", self->sources[0].run.count);
  choose(self);
  const char *folder;
  char *path = place_of_result(&folder);
  json_t *root = path ? merge_make(self) : NULL;
  const int code = root ? finish(self, root, folder, path)
                        : cli_fail(&program, EXIT_RUNTIME, "%s: no memory for the joined results", target);
  json_decref(root);
  free(path);
  return code;
}

int report_merge_main(int argc, char **argv) {
  const char **paths = calloc((size_t)argc, sizeof *paths);
  merge self = {0};
  if (!paths) return cli_fail(&program, EXIT_RUNTIME, "out of memory");
  int code = cli_parse(&program, argc, argv, paths, argc, &self.count);
  if (code < 0 && (self.count == 0 || !target))
    code = cli_fail(&program, CLI_EXIT_USAGE, "%s? xpbd-report merge RUN... --out OUT",
                    self.count == 0 ? "which runs" : "where shall the result go");
  if (code < 0) code = cli_outputs(&program, &(cli_output){.name = "out", .path = target}, 1, paths, self.count);
  if (code < 0) {
    self.sources = calloc((size_t)self.count, sizeof *self.sources);
    code = self.sources ? join(&self, paths) : cli_fail(&program, EXIT_RUNTIME, "out of memory");
  }
  for (int s = 0; self.sources && s < self.count; s++) {
    free(self.sources[s].path);
    json_decref(self.sources[s].rows);
    report_free(&self.sources[s].run);
  }
  free(self.sources);
  free(self.from);
  free(paths);
  return code;
}
