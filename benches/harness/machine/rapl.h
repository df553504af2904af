/* Why this file exists: the energy of a processor, where the kernel lets one read it. Its counters (RAPL) count whole
 * packages: all their cores and caches, and what other programs do on them. */
#pragma once

#include "environment.h"

enum { BENCH_MAX_PACKAGES = 16 };

/// Counters of all packages at one moment [uJ]. A package that cannot be read is NaN.
typedef struct bench_rapl_mark {
  double counted[BENCH_MAX_PACKAGES];
} bench_rapl_mark;

/// Find the packages and add the field "energy" of the group "cpu": their names, or why there are none. The folder is
/// /sys/class/powercap, or what XPBD_POWERCAP names.
void bench_rapl_capture(bench_environment *env);
/// Whether all packages could be read then.
bool bench_rapl_known(void);
bench_rapl_mark bench_rapl_read(void);
/// Joules of all packages together between two moments `seconds` apart. NaN if one of the counters is unknown, or could
/// have wrapped around twice.
double bench_rapl_between(const bench_rapl_mark *before, const bench_rapl_mark *after, double seconds);
