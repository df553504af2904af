/* Why this file exists: on some processors an operation on a subnormal number takes a hundred cycles more. A row that is
 * slow for them measures its numbers, not its code. So its frames are timed a second time with subnormal numbers as 0. */
#ifndef BENCH_SUBNORMAL_H
#define BENCH_SUBNORMAL_H

#include "clock.h"

/// From this ratio on a row says that subnormal numbers cost it time.
#define BENCH_SUBNORMAL_LIMIT 1.05

/// The words of a row with a ratio above the limit; without the ratio, so that several processes say it once.
#define BENCH_NOTE_SUBNORMAL                                                                                           \
  "subnormal numbers cost more than 5 % of the time: ieee_over_flushed is the time relative to that with them "        \
  "flushed to 0"

/// Whether this thread takes subnormal numbers as 0, and their results as well. False where nobody knows how to ask.
bool bench_subnormal_flushed(void);
/// Let this thread and the threads that it starts take them as 0, or compute as IEEE 754 asks. False where nobody knows
/// how: on other processors than x86 with SSE and 64-bit Arm.
bool bench_subnormal_flush(bool flush);
/// Processor time of frames as they are over that of the same frames with subnormal numbers as 0, or the same ratio of time, whichever
/// is nearer to 1. The point is set up. Each mode in
/// turns, from a reset, on threads of its own: no thread of the program changes its mode. Leaves the point reset. NaN where
/// it is not measured: the frames are a device's or those of several threads, a callback fails, no thread starts or the processor's mode is unknown.
double bench_subnormal_ratio(const bench_clock *clock, bench_ctx *ctx);

#endif
