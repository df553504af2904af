/* Why this file exists: every process has its memory elsewhere, and other programs come and go. The interval of one
 * process does not show that. So several processes can measure the plan, one after the other, each with all points.
 * Without --processes, they measure only the headline. */
#pragma once

#include "harness/store/past.h"
#include "launch.h"

/// Replaces bench_run_all(): run settings->processes processes of this program with its command line. A point has
/// numbers if one process has numbers and none refutes them. Returns 0, or the exit code after one line on stderr if
/// processes ended early. Their points are then missing. `past` (bench_past_new()) owns texts of the results.
int bench_processes_run(bench_run *run, const bench_launcher *launcher, bench_past *past);
/// Before bench_run_all(): measure the headline in processes. It has numbers afterwards, except points without time or
/// room: those stay pending, and bench_run_all() decides. Does nothing if no headline point is left. Returns as above.
int bench_headline_run(bench_run *run, const bench_launcher *launcher, bench_past *past);
/// Whether the next call of it starts processes.
bool bench_headline_due(const bench_run *run);
/// In such a process: leave out all other points.
void bench_headline_begin(bench_run *run);
/// Its share of the total budget [s].
double bench_headline_budget(double total);
/// Combine the results of a point from all processes. `all` is [processes][plan->count], zeroed where a process gave
/// none. It keeps its arrays except the series that the result takes. False: no memory for all samples.
bool bench_processes_merge(bench_run *run, bench_result *all, int point);
