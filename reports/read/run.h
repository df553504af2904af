/* Why this file exists: everything in a report comes from the results of one run of xpbd-bench. They are read here,
 * once. Numbers that a point may not show, because its row failed its checks, are dropped here, so that no figure and
 * no table can show them by mistake. The format is benches/harness/FORMAT.md. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "trust.h"
#include "xpbd/status.h"

/// The status of a point.
typedef enum report_state {
  REPORT_OK,
  REPORT_UNCHECKED, ///< It has numbers, but nobody checked them.
  REPORT_INEXACT,   ///< From a device that does not follow IEEE 754. Its numbers stay in the file, marked.
  REPORT_SKIPPED,
  REPORT_INVALID, ///< A check failed.
  REPORT_ERROR,
  REPORT_INTERRUPTED,
  REPORT_STATES
} report_state;

/// One combination of axes. Texts belong to the run. NULL and NaN mean "none".
typedef struct report_point {
  const json_t *json;
  json_t *axes;
  const char *name, *benchmark;
  report_state state;
  report_trust trust; ///< Rows that are ok are certified only if they are not merely claimed.
  const char *reason, *checked, *stop, *hash;
  bool has_numbers;                                             ///< Only then are the next two lines finite.
  double median, low, high, relative, tau, p05, p95, p99, most; ///< Frame time [s].
  double fps, fps_low, fps_high, ns_each, ns_low, ns_high, per_second;
  double particles, constraints, projections, host_bytes, threads, lanes;
  double episodes, samples, frames, psi_during;
  int processes, launches; ///< Processes that measured it, and planned ones. Several share one interval.
  bool flagged;
} report_point;

typedef struct report_run {
  char *bytes; ///< The original file.
  size_t size;
  json_t *root;
  const json_t *xb;
  report_point *points; ///< In plan order.
  int count;
  int in_state[REPORT_STATES];
  int certified, audited; ///< Rows that are ok and not merely claimed; those of them that were audited.
  report_seal seal;
  int with_numbers;
  bool complete, quick;
  bool compared;    ///< Points of a comparison. Intervals of single processes are widened, see compare_join().
  bool first_alone; ///< Percentiles come from the first of several processes.
} report_run;

/// Read and check a file. XPBD_ERR_IO or XPBD_ERR_BAD_FILE with one line that says what is wrong and where. Numbers that
/// contradict each other are refused, too (relations.h).
xpbd_status report_load(const char *path, report_run *out);
/// The same with contradictions, and only if `audited` with the audit beside the file.
xpbd_status report_load_any(const char *path, bool audited, report_run *out);
void report_free(report_run *run);
/// The line for a file that could not be parsed. The parser says nothing if memory ran out.
xpbd_status report_not_json(const char *path, const json_error_t *error);

const char *report_state_name(report_state state);

/// Why a row with numbers has no interval.
const char *report_too_few(const report_point *point);

/// The value of a check by its name, NaN if the point has no such number.
double report_check(const report_point *point, const char *name);

/// Member of an object by a path like "frame_s.median". NULL if any part is missing.
json_t *report_at(const json_t *object, const char *path);
const char *report_text(const json_t *object, const char *path);   ///< NULL unless it is a string.
double report_number(const json_t *object, const char *path);      ///< NaN unless it is a number.
double report_env_number(const report_run *run, const char *path); ///< NaN unless known, e.g. "cpu.cache_l2".
const char *report_env_text(const report_run *run, const char *path);
/// A mesh or formula file that two runs name alike but that has different content.
typedef struct report_other {
  const char *kind, *name;  ///< "mesh" or "formula", and which.
  const char *own, *theirs; ///< What each of the two runs says about it.
} report_other;
/// The first such file that differs between two runs, given by their "xb". False if there is none.
bool report_other_file(const json_t *own, const json_t *theirs, report_other *out);
/// Name of the device of a backend in this run, NULL if it has none or it is unknown.
const char *report_device_name(const report_run *run, const char *backend, char *out, size_t capacity);

/// Value of an axis as a number (NaN = none), or as text in `out`, which is returned ("" = none).
double report_axis_number(const report_point *point, const char *axis);
const char *report_axis_text(const report_point *point, const char *axis, char *out, size_t capacity);
/// Whether two points have the same value of an axis, or both have none.
bool report_same_axis(const report_point *a, const report_point *b, const char *axis);
/// The same, except that 1 and 1.0 are equal, as for a reader.
bool report_same_value(const report_point *a, const report_point *b, const char *axis);

/// The value of an axis as a reader sees it. For 0 (the scene's default) or auto (the method's precision) it is the
/// value that was really used. If the results do not say, it is "as the scene" or auto.
const char *report_axis_shown(const report_point *point, const char *axis, char *out, size_t capacity);

/// The question that a benchmark answers, found from its points.
typedef enum report_kind {
  REPORT_SPEEDS,      ///< Frames per second along sizes and iterations.
  REPORT_PROJECTIONS, ///< Nanoseconds of single projections.
  REPORT_PUBLISHED,   ///< Our frame rates beside published ones.
  REPORT_SCENES,      ///< Named scenes by several methods.
  REPORT_HISTORIES,   ///< How areas or volumes are kept.
  REPORT_COURSES,     ///< Closeness to the motion, for the time spent.
  REPORT_PEERS,       ///< Other people's solvers beside ours.
  REPORT_METHODS      ///< Our methods on workloads with a recorded answer.
} report_kind;
report_kind report_kind_of(const report_run *run, const char *benchmark);

/// Whether it is the first point of its benchmark.
bool report_is_first(const report_run *run, int index);

/// The plan's entry for a benchmark or for one of its axes, NULL if there is none.
const json_t *report_benchmark(const report_run *run, const char *benchmark);
const json_t *report_axis(const report_run *run, const char *benchmark, const char *axis);
