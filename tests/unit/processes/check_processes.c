/* Why this file exists: xpbd-bench ab predicts its duration from the time so far. Testing this with real programs would
 * take that long. Here the processes are made up, and each moves a made-up clock by ten seconds. (Ends of
 * processes and rows of several: tests/texts.) */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/ab.h"
#include "harness/stats/outside.h"
#include "unit/parts.h"
#include "unit/capture.h"

static double seconds; ///< Of the clock.

static int now(clockid_t which, struct timespec *out) {
  *out = (struct timespec){.tv_sec = (time_t)seconds};
  return 0;
}

static bool interrupted(void) {
  return false;
}

static int run(const char *program, char *const *argv, bool shown) {
  if (!shown) seconds += 10.0;
  return 0;
}

static int allowed(const char *path, int how) {
  return 0;
}

static void turns(check *self, int argument) {
  static const bench_launcher made = {run, interrupted};
  char *words[] = {(char *)"ab", (char *)"-n",  (char *)"3",  (char *)"--program-a", (char *)"/bin/program",
                   (char *)"--", (char *)"one", (char *)"--", (char *)"other"};
  char said[1024];
  bench_outside outside = bench_system;
  outside.time = now, outside.access = allowed;
  seconds = 100.0;
  capture errors = capture_begin(STDERR_FILENO);
  bench_outside_asked = &outside;
  const int code = bench_ab_main((int)(sizeof words / sizeof words[0]), words, &made);
  bench_outside_asked = &bench_system;
  capture_end(&errors, said, sizeof said);
  check_same(self, (uint64_t)code, 0, "exit code");
  check_true(self,
             strcmp(said, "[ 1/6] A, process 1 of 3\n"
                          "[ 2/6] B, process 1 of 3\n"
                          "[ 3/6] B, process 2 of 3, time left about 40 s\n"
                          "[ 4/6] A, process 2 of 3, time left about 30 s\n"
                          "[ 5/6] A, process 3 of 3, time left about 20 s\n"
                          "[ 6/6] B, process 3 of 3, time left about 10 s\n") == 0,
             "what is left after 20 s, 30 s and so on: %s", said);
  check_control(self, strstr(said, "about 50 s") == NULL, "after one process");
}

void check_group_processes(check_registry *registry);

void check_group_processes(check_registry *registry) {
  check_processes_apart(registry);
  check_add(registry, "turns", "who is next, and how long the others will take", turns, 0);
}
