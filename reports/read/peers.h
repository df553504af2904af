/* Why this file exists: rows of other people's solvers stand beside ours, and our methods beside each other. Page and
 * figure take the rows of a solver or method, its best row and our row to compare with from here, by one rule. */
#pragma once

#include "select.h"

/// A row within this error answers the workload. It is that of the score and of the answers.
#define PEERS_ERROR 0.01

/// Whether another program computed the row. It is known only for rows that ran.
bool report_is_foreign(const report_point *p);
/// Whether a benchmark has such rows.
bool report_has_peers(const report_run *run, const char *benchmark);
/// Whether the row's method ends a step when it is solved, so that its planned projections are the most it can do.
bool report_ends_early(const report_point *p);
/// Whether a benchmark runs methods on workloads, each with a grid of settings of its own.
bool report_has_methods(const report_run *run, const char *benchmark);
/// The fastest row of a workload and of the method of `like` within an error. NULL = none.
const report_point *report_method_best(const report_run *run, const report_point *like, const char *workload,
                                       double error);
/// The error of a row with numbers, NaN = unknown.
double report_peer_error(const report_point *p);
/// What its program left out of the scene, NULL = nothing. Such a row is near: it is ranked with no row of the whole scene.
const char *report_peer_without(const report_point *p);
/// The workload number `index` of the benchmark, NULL past the last.
const char *report_peer_workload(const report_run *run, const char *benchmark, int index);
/// Whether a row with numbers and error belongs to that workload.
bool report_peer_belongs(const report_point *p, const char *benchmark, const char *workload);
/// "newton-xpbd, relaxation:0.3": the solver of a row with its setting, unless that is its default.
const char *report_peer_label(const report_point *p, char *out, size_t capacity);
/// Whether a row is the best of its solver for its workload: the fastest within PEERS_ERROR, else the smallest error. Rows
/// that are near have a best one of their own.
bool report_peer_is_best(const report_run *run, const report_point *p);
/// Our fastest row of that workload whose error is at most that of `p`, NULL = none. Our recorded setting does not count,
/// because no such search was made for others. A row that is near has none.
const report_point *report_peer_ours(const report_run *run, const report_point *p);
