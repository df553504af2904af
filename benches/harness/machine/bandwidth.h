/* Why this file exists: memory bandwidth bounds every large mesh. It also checks whether the measured number can be a
 * memory bandwidth at all. */
#pragma once

#include "environment.h"

/// Add the fields "triad", "triad_half", "triad_bytes" and "triad_one" of the group "machine".
void bench_bandwidth_measure(bench_environment *env);

/// Say what is wrong with the bandwidth over whole arrays, given the bandwidth over half of each. NULL = nothing.
/// Memory bandwidth does not depend on the array size, but cache bandwidth falls with it.
const char *bench_bandwidth_doubt(double whole, double half);

/// Bytes of the three arrays: far more than all last-level caches, and at most a quarter of the available memory. NaN
/// arguments are unknown.
double bench_bandwidth_bytes(double cache, double caches, double available);
