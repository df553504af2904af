/* Why this file exists: a processor that gets hot lowers its clock, and few virtual machines tell it. So the time of a
 * fixed amount of integer work tells it: nothing else of the machine makes that slower. */
#pragma once

/// Processor seconds of the calling thread for the work: the shortest of `repeats` times, so that one interruption does
/// not count. NaN if they cannot be read. `self` is not used.
double bench_pace_seconds(void *self, int repeats);
