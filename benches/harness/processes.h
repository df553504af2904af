/* Why this file exists: every process has its memory elsewhere, and other programs come and go. The interval of one
 * process does not show that. So several processes can measure the plan, one after the other, each with all points. */
#ifndef BENCH_PROCESSES_H
#define BENCH_PROCESSES_H

#include "harness/store/past.h"
#include "launch.h"

/// Replaces bench_run_all(): run settings->processes processes of this program with its command line. A point has
/// numbers if one process has numbers and none refutes them. Returns 0, or the exit code after one line on stderr if
/// processes ended early. Their points are then missing. `past` (bench_past_new()) owns texts of the results.
int bench_processes_run(bench_run *run, const bench_launcher *launcher, bench_past *past);
/// Combine the results of a point from all processes. `all` is [processes][plan->count], zeroed where a process gave
/// none. It keeps its arrays except the series that the result takes. False: no memory for all samples.
bool bench_processes_merge(bench_run *run, bench_result *all, int point);

#endif
