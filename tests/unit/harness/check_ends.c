/* Why this file exists: scripts rely on the exit code of a benchmark, and a run can end in several ways at once: wrong
 * rows, failed rows, rows left out, an interrupt, a file that could not be written. For every pair this tests which one
 * is reported, on a benchmark that ends as it is told to. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/program.h"
#include "runner/check.h"

static const char *end_names(int index) {
  static const char *const names[] = {"good", "wrong", "failed", "absent", "signal"};
  return index < 5 ? names[index] : NULL;
}

static char end_of(const bench_point *point) {
  return bench_text(point, "end")[0];
}

static int64_t end_work(const bench_point *point) {
  return 1000;
}

static void end_key(const bench_point *point, char *out, size_t capacity) {
  snprintf(out, capacity, "%s", bench_text(point, "end"));
}

static bench_status end_setup(bench_ctx *ctx) {
  return end_of(ctx->point) == 'a' ? bench_say(ctx, BENCH_SKIP, "it is not here") : BENCH_OK;
}

static bench_status end_expect(bench_ctx *ctx, int32_t frames, uint64_t *hash) {
  *hash = (uint64_t)frames;
  return BENCH_OK;
}

static int32_t frames_done;

static bench_status end_reset(bench_ctx *ctx) {
  frames_done = 0;
  return BENCH_OK;
}

static bench_status end_frame(bench_ctx *ctx) {
  if (end_of(ctx->point) == 'f') return bench_say(ctx, BENCH_ERROR, "it fell over");
  if (end_of(ctx->point) == 's') raise(SIGINT);
  frames_done++;
  return BENCH_OK;
}

static bench_status end_hash(bench_ctx *ctx, uint64_t *hash) {
  *hash = (uint64_t)frames_done;
  return BENCH_OK;
}

static bench_status end_check(bench_ctx *ctx, int32_t frames) {
  if (end_of(ctx->point) == 'w') bench_check_at_most(ctx, "residual", NAN, 1.0, "it is wrong");
  return BENCH_OK;
}

static void end_teardown(bench_ctx *ctx) {}

static const bench_axis end_axes[] = {
    {.name = "end", .text = true, .standard = "good", .in_name = true, .known = end_names}};
static const bench_case end_case = {.name = "ends",
                                    .about = "ends as it is told to",
                                    .unit = "units",
                                    .standard = true,
                                    .axes = end_axes,
                                    .axis_count = 1,
                                    .work = end_work,
                                    .key = end_key,
                                    .setup = end_setup,
                                    .expect = end_expect,
                                    .reset = end_reset,
                                    .frame = end_frame,
                                    .hash = end_hash,
                                    .check = end_check,
                                    .teardown = end_teardown};

/// A run in a separate process: its exit code, -1 = none, and its standard error.
static int end_code(const char *rows, const char *json, char *said, size_t capacity) {
  static const bench_hooks none = {0};
  static const bench_case *const cases[] = {&end_case};
  char axis[64], file[64];
  snprintf(axis, sizeof axis, "end=%s", rows);
  snprintf(file, sizeof file, "%s", json);
  char *words[] = {"ends",       "-a",         axis,  "--benchmark_dry_run", "--order",
                   "sequential", "--progress", "off", "--processes",         "1",
                   "--json",     file,         NULL};
  int status = 0;
  fflush(NULL);
  FILE *errors = tmpfile();
  const pid_t child = errors ? fork() : -1;
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(fileno(errors), STDERR_FILENO);
    _exit(bench_main(cases, 1, &none, (int)(sizeof words / sizeof words[0]) - 1, words));
  }
  const bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
  if (errors) rewind(errors);
  said[errors ? fread(said, 1, capacity - 1, errors) : 0] = '\0';
  if (errors) fclose(errors);
  return ended ? WEXITSTATUS(status) : -1;
}

/// How many of the names are this one.
static int count_of(const char *rows, const char *name) {
  const char *at = strstr(rows, name);
  return at ? 1 + count_of(at + 1, name) : 0;
}

/// The line that counts the points.
static void counts(const char *rows, char *out, size_t capacity) {
  const int good = count_of(rows, "good"), wrong = count_of(rows, "wrong"), failed = count_of(rows, "failed"),
            absent = count_of(rows, "absent"), stopped = count_of(rows, "signal");
  const int all = good + wrong + failed + absent + stopped;
  snprintf(out, capacity,
           "\n%d point%s: %d ok, 0 unchecked, %d skipped, %d failed their check, %d error%s, %d interrupted; ", all,
           all == 1 ? "" : "s", good, absent, wrong, failed, failed == 1 ? "" : "s", stopped);
}

static void codes(check *self, int argument) {
  static const struct {
    const char *rows;
    int written, unwritten; ///< Exit code, and the one if the file cannot be written; -1 = not tested.
  } known[] = {
      {"good", BENCH_EXIT_OK, BENCH_EXIT_ERROR},
      {"wrong", BENCH_EXIT_INVALID, BENCH_EXIT_INVALID},
      {"failed", BENCH_EXIT_ERROR, BENCH_EXIT_ERROR},
      {"absent", BENCH_EXIT_NOTHING, BENCH_EXIT_ERROR},
      {"signal", BENCH_EXIT_INTERRUPTED, BENCH_EXIT_INTERRUPTED},
      {"good,wrong", BENCH_EXIT_INVALID, -1},
      {"good,failed", BENCH_EXIT_ERROR, -1},
      {"good,absent", BENCH_EXIT_OK, -1},
      {"good,signal", BENCH_EXIT_INTERRUPTED, -1},
      {"wrong,failed", BENCH_EXIT_INVALID, -1},
      {"wrong,absent", BENCH_EXIT_INVALID, -1},
      {"wrong,signal", BENCH_EXIT_INTERRUPTED, -1},
      {"failed,absent", BENCH_EXIT_ERROR, -1},
      {"failed,signal", BENCH_EXIT_INTERRUPTED, -1},
      {"absent,signal", BENCH_EXIT_INTERRUPTED, -1},
  };
  const bool full = access("/dev/full", W_OK) == 0;
  char said[8192], wanted[256];
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    const int code = end_code(known[k].rows, "/dev/null", said, sizeof said);
    check_true(self, code == known[k].written, "%s: exit code %d, not %d", known[k].rows, code, known[k].written);
    counts(known[k].rows, wanted, sizeof wanted);
    check_true(self, strstr(said, wanted) != NULL, "%s: '%s' is not said: %s", known[k].rows, wanted + 1, said);
    if (!full || known[k].unwritten < 0) continue;
    const int unwritten = end_code(known[k].rows, "/dev/full", said, sizeof said);
    check_true(self, unwritten == known[k].unwritten, "%s and a full disk: exit code %d, not %d", known[k].rows,
               unwritten, known[k].unwritten);
  }
  end_code("good,wrong", "/dev/null", said, sizeof said);
  counts("good,failed", wanted, sizeof wanted);
  check_control(self, strstr(said, wanted) == NULL, "one outcome for another");
}

void check_group_ends(check_registry *registry) {
  check_add(registry, "codes", "exit code of runs that end in two ways at once", codes, 0);
}
