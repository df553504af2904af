/* Why this file exists: the real launcher: processes of support/process.h, and the clock and files of this machine. */
#include "launch.h"

#include <time.h>
#include <unistd.h>

#include "harness/plan/bench.h"
#include "support/process.h"

static int run(const char *program, char *const *argv, bool shown) {
  const process_job job = {.argv = argv,
                           .program = program,
                           .output = shown ? PROCESS_SAME : PROCESS_NOWHERE,
                           .interrupted = bench_interrupted};
  process_result result;
  process_run(&job, &result);
  return process_code(&result);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static bool allowed(const char *path, int how) {
  return access(path, how) == 0;
}

const bench_launcher bench_launcher_real = {run, bench_interrupted, now, allowed};
