/* Why this file exists: xpbd-bench ab predicts its duration from the time so far. Testing this with real programs would
 * take that long. Here the processes are made up, and each moves a made-up clock by ten seconds. Part of the group
 * processes. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/ab.h"
#include "harness/stats/outside.h"
#include "unit/parts.h"
#include "unit/capture.h"

static struct {
  double seconds; ///< Of the clock.
  int calls;
  int last;  ///< The user interrupts it in this call; 0 = never.
  int lacks; ///< This call writes no results; 0 = none.
  char files[512], compared[512];
} acted;

static int now(clockid_t which, struct timespec *out) {
  (void)which;
  *out = (struct timespec){.tv_sec = (time_t)acted.seconds};
  return 0;
}

static bool interrupted(void) {
  return acted.last > 0 && acted.calls >= acted.last;
}

/// Records which file each process writes, in order, and which files are compared.
static int run(const char *program, char *const *argv, bool shown) {
  if (shown) {
    for (int i = 1; argv[i]; i++) {
      const char *name = strrchr(argv[i], '/');
      strncat(acted.compared, name ? name + 1 : argv[i], 64);
      strcat(acted.compared, " ");
    }
    return 0;
  }
  const size_t end = strlen(acted.files);
  for (int i = 0; argv[i]; i++)
    if (strncmp(argv[i], "--json=", 7) == 0)
      snprintf(acted.files + end, sizeof acted.files - end, "%s ", strrchr(argv[i], '/') + 1);
  acted.calls++;
  acted.seconds += 10.0;
  return 0;
}

static int allowed(const char *path, int how) {
  (void)path;
  return how != R_OK || acted.lacks != acted.calls ? 0 : -1;
}

/// All processes of a sitting, `each` of each side. Returns the exit code and the output.
static int sit(const char *each, char *said, size_t capacity) {
  static const bench_launcher made = {run, interrupted};
  bench_outside outside = bench_system;
  outside.time = now, outside.access = allowed;
  char *words[] = {(char *)"ab", (char *)"-n",  (char *)each, (char *)"--program-a", (char *)"/bin/program",
                   (char *)"--", (char *)"one", (char *)"--", (char *)"other"};
  acted.seconds = 100.0, acted.calls = 0, acted.files[0] = acted.compared[0] = '\0';
  capture errors = capture_begin(STDERR_FILENO);
  bench_outside_asked = &outside;
  const int code = bench_ab_main((int)(sizeof words / sizeof words[0]), words, &made);
  bench_outside_asked = &bench_system;
  capture_end(&errors, said, capacity);
  return code;
}

static void turns(check *self, int argument) {
  char said[1024];
  acted.last = acted.lacks = 0;
  check_same(self, (uint64_t)sit("3", said, sizeof said), 0, "exit code");
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
  check_true(self, strcmp(acted.compared, "compare a-03.json b-03.json --paired ") == 0, "three pairs: %s",
             acted.compared);
  acted.last = 4;
  check_same(self, (uint64_t)sit("3", said, sizeof said), 130, "exit code of one that is interrupted");
  check_true(self, strcmp(acted.compared, "compare a-01.json b-01.json --paired ") == 0, "one pair: %s",
             acted.compared);
  acted.last = 0, acted.lacks = 5;
  check_same(self, (uint64_t)sit("4", said, sizeof said), 3, "exit code where there are no results");
  check_true(self, strcmp(acted.compared, "compare a-02.json b-02.json --paired ") == 0, "two pairs: %s",
             acted.compared);
  check_control(self,
                strstr(said, "xpbd-bench ab: process 3 of A (/bin/program) gave no results: exit code 0\n") != NULL,
                "a process that wrote nothing: %s", said);
}

void check_processes_turns(check_registry *registry) {
  check_add(registry, "turns", "who is next, and how long the others will take", turns, 0);
}
