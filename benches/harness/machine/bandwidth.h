/* Why this file exists: how fast memory streams, which bounds every large mesh; and whether the number that came out
 * can be
 * one of memory at all. */
#ifndef BENCH_BANDWIDTH_H
#define BENCH_BANDWIDTH_H

#include "environment.h"

/// Add the fields "triad", "triad_half", "triad_bytes" and "triad_one" of the group "machine".
void bench_bandwidth_measure(bench_environment *env);

/// What is wrong with a bandwidth that was measured over arrays, given the one over half of each: NULL when nothing is.
/// That of memory does not depend on how much is streamed; that of a cache falls with it.
const char *bench_bandwidth_doubt(double whole, double half);

/// Bytes of the three arrays: far more than all caches of the last level, and no more than a quarter of the memory
/// that is
/// available. Arguments that are not known are NaN.
double bench_bandwidth_bytes(double cache, double caches, double available);

#endif
