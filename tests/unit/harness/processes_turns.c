/* Why this file exists: xpbd-bench ab tells how long it will take from the time so far, which a test of the whole
 * program would have to wait for: here the processes are none, and each moves a clock of our own by ten seconds. Part
 * of the group processes. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "unit/capture.h"
#include "processes_checks.h"

#define bench_ab_main     paired_main
#define bench_spawn       paired_spawn
#define bench_interrupted paired_interrupted
#include "harness/ab.h"
#include "base/file.h"
#include "support/cli.h"
#include "support/compare_rules.h"
#include "harness/plan/options.h"
#include "harness/program.h"
#include "harness/run/run.h"
#include "harness/spawn.h"

static struct {
  double seconds; ///< Of the clock.
  int calls;
  int last;  ///< The user interrupts it in this call; 0 = never.
  int lacks; ///< This call writes no results; 0 = none.
  char files[512];
} acted;

static int read_clock(struct timespec *out) {
  *out = (struct timespec){.tv_sec = (time_t)acted.seconds, .tv_nsec = (long)(1e9 * fmod(acted.seconds, 1.0))};
  return 0;
}

bool paired_interrupted(void) {
  return acted.last > 0 && acted.calls >= acted.last;
}

/// Which file each process writes, in their order.
int paired_spawn(const char *program, char *const *argv, int shown) {
  (void)program, (void)shown;
  const size_t end = strlen(acted.files);
  for (int i = 0; argv[i]; i++)
    if (strncmp(argv[i], "--json=", 7) == 0)
      snprintf(acted.files + end, sizeof acted.files - end, "%s ", strrchr(argv[i], '/') + 1);
  acted.calls++;
  acted.seconds += 10.0;
  return 0;
}

static int look_for(const char *path) {
  (void)path;
  return acted.lacks == acted.calls ? -1 : 0;
}

static int take_away(const char *path) {
  return path ? 0 : -1;
}

#define clock_gettime(which, out) read_clock(out)
#define access(path, mode)        look_for(path)
#define unlink(path)              take_away(path)
#include "harness/ab.c"
#undef clock_gettime
#undef access
#undef unlink

/// All processes of a sitting; the exit code, and what is said.
static int sit(int each, sitting *self, char *said, size_t capacity) {
  static char *own[] = {(char *)"one"};
  int saved;
  acted.seconds = 100.5, acted.calls = 0, acted.files[0] = '\0';
  processes = each;
  *self = (sitting){.sides = {{own, 1}, {own, 1}}, .own = "/bin/program", .folder = "/results", .budget = 2.0};
  FILE *errors = capture_begin(STDERR_FILENO, &saved);
  const int code = measure_all(self);
  capture_end(errors, STDERR_FILENO, saved, said, capacity);
  return code;
}

static void turns(check *self, int argument) {
  (void)argument;
  static sitting made;
  char said[1024];
  check_true(self, processes == 5 && strcmp(budget_text, "10m") == 0 && equal == 0, "five of each in ten minutes");
  acted.last = acted.lacks = 0;
  check_same(self, (uint64_t)sit(3, &made, said, sizeof said), 0, "exit code");
  check_true(self,
             strcmp(said, "[ 1/6] A, process 1 of 3\n"
                          "[ 2/6] B, process 1 of 3\n"
                          "[ 3/6] B, process 2 of 3, time left about 40 s\n"
                          "[ 4/6] A, process 2 of 3, time left about 30 s\n"
                          "[ 5/6] A, process 3 of 3, time left about 20 s\n"
                          "[ 6/6] B, process 3 of 3, time left about 10 s\n") == 0,
             "what is left after 20 s, 30 s and so on: %s", said);
  static const char files[] = "a-01.json b-01.json b-02.json a-02.json a-03.json b-03.json ";
  check_true(self, strcmp(acted.files, files) == 0, "files: %s", acted.files);
  check_true(self, made.done == 3 && !made.wrong, "%d pairs", made.done);
  acted.last = 4;
  check_same(self, (uint64_t)sit(3, &made, said, sizeof said), 130, "exit code of one that is interrupted");
  check_same(self, (uint64_t)made.done, 1, "pairs that are complete");
  acted.last = 0, acted.lacks = 5;
  check_same(self, (uint64_t)sit(4, &made, said, sizeof said), 3, "exit code where there are no results");
  check_same(self, (uint64_t)made.done, 2, "pairs that are complete");
  const char *end = strstr(said, "xpbd-bench ab: ");
  check_control(self,
                end && strcmp(end, "xpbd-bench ab: process 3 of A (/bin/program) gave no results: exit code 0\n") == 0,
                "a process that wrote nothing: %s", said);
}

void check_processes_turns(check_registry *registry) {
  check_add(registry, "turns", "who is next, and how long the others will take", turns, 0);
}
