/* Why this file exists: on some processors an operation on a subnormal number takes a hundred cycles more. Then a row
 * measures its numbers, not its code. So its frames are timed a second time with subnormal numbers flushed to 0. */
#pragma once

#include "clock.h"

/// From this ratio on, a row reports that subnormal numbers cost it time.
#define BENCH_SUBNORMAL_LIMIT 1.05

/// Text for a row above the limit. It lacks the ratio, so that several processes print it once.
#define BENCH_NOTE_SUBNORMAL                                                                                           \
  "subnormal numbers cost more than 5 % of the time: ieee_over_flushed is the time relative to that with them "        \
  "flushed to 0"

/// Whether this thread takes subnormal inputs and results as 0. False if this cannot be found out.
bool bench_subnormal_flushed(void);
/// Make this thread, the library in it, and the threads that it starts flush subnormal numbers to 0, or follow IEEE
/// 754. False on processors other than x86-64 and 64-bit Arm.
bool bench_subnormal_flush(bool flush);
/// Time of the frames divided by their time with subnormal numbers flushed to 0. Of processor time and elapsed time,
/// the ratio nearer to 1 counts. The point is set up. Both modes take turns, each from a reset, on threads of their
/// own, so no other thread changes its mode. Leaves the point reset. NaN for devices, for several threads, if a
/// callback or a thread fails, or if the processor's mode is unknown.
double bench_subnormal_ratio(const bench_clock *clock, bench_ctx *ctx);
