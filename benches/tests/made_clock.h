/* Why this file exists: tests of files, words and exit codes run whole benchmarks but need no real
 * seconds. Each reading of this clock is a tenth of a millisecond later, plus or minus a percent.
 * Each process has its own numbers. */
#pragma once

#include <unistd.h>

#include "harness/machine/clock.h"
#include "harness/stats/stats.h"

static double made_now(void *self) {
  static uint64_t random;
  static double seconds = 1.0;
  (void)self;
  if (random == 0) random = (uint64_t)getpid();
  return seconds += 1e-4 * (0.99 + 0.02 * bench_random_unit(&random));
}

static bench_clock made_clock(void) {
  return (bench_clock){.now = made_now, .processor = made_now};
}
