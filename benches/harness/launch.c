/* Why this file exists: the real launcher, which starts processes with support/process.h. */
#include "launch.h"

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

const bench_launcher bench_launcher_real = {run, bench_interrupted};
