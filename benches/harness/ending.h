/* Why this file exists: what a run says of itself when it has ended, and the exit code that it ends with. */
#ifndef BENCH_ENDING_H
#define BENCH_ENDING_H

#include <time.h>

#include "harness/run/run.h"

/// Count outcomes, say what needs saying, and choose the exit code.
int bench_conclude(const bench_run *run);
/// Add the warnings that only the results can give, and print them unless the run is quiet.
void bench_warn_of_results(const bench_run *run, bench_environment *env);
/// A moment as ISO 8601: UTC, or local time with its offset.
void bench_time_text(time_t now, bool local, char *out, size_t capacity);

#endif
