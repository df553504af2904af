/* Why this file exists: memory lies elsewhere in every process, and other programs come and go. The interval of one process does not show that. So the plan can be measured in several processes, one after the other, each with all points. */
#ifndef BENCH_PROCESSES_H
#define BENCH_PROCESSES_H

#include "harness/store/past.h"
#include "launch.h"

/// In place of bench_run_all(): run settings->processes processes of this program with its command line. A point has numbers if one process has numbers and none refutes them. Returns 0, or after one line on stderr the exit code for processes
/// that ended early, whose points are missing. `past` (bench_past_new()) owns texts of the results.
int bench_processes_run(bench_run *run, const bench_launcher *launcher, bench_past *past);
/// The result of a point from those of all processes; `all` is [processes][plan->count], zeroed where a process gave none, and
/// keeps its arrays but for the series of the result. False: no memory for all samples.
bool bench_processes_merge(bench_run *run, bench_result *all, int point);

#endif
