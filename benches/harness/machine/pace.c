/* Why this file exists: each step of the work needs the result of the one before, and no memory. So its time is a number
 * of cycles that other threads of the core and other programs hardly change. */
#include "pace.h"

#include <math.h>
#include <stdint.h>
#include <time.h>

#include "harness/stats/outside.h"

enum { STEPS = 40000 }; /* 0.05 ms at 3 GHz */

static double thread_seconds(void) {
  struct timespec time;
  if (bench_outside_asked->time(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return NAN;
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double bench_pace_seconds(void *self, int repeats) {
  static volatile uint64_t result; /* so that the work has to be done */
  double least = INFINITY;
  (void)self;
  for (int k = 0; k < repeats; k++) {
    const double start = thread_seconds();
    uint64_t value = result + 1;
    for (int i = 0; i < STEPS; i++) value = value * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    result = value;
    const double spent = thread_seconds() - start;
    if (!(spent > 0.0)) return NAN;
    least = fmin(least, spent);
  }
  return least;
}
