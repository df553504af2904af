/* Why this file exists: everything in a report comes from the results of one run of xpbd-bench. They are read here,
 * once. Numbers that a point may not show, because its row failed its checks, are dropped here, so that no figure and
 * no table can show them by mistake. The format is benches/harness/FORMAT.md. */
#ifndef REPORT_RUN_H
#define REPORT_RUN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "xpbd/status.h"

/// The status of a point.
typedef enum report_state {
  REPORT_OK,
  REPORT_UNCHECKED, ///< It has numbers, but nobody checked them.
  REPORT_INEXACT,   ///< From a device that does not compute as IEEE 754 asks: its numbers stay in the file, with its
                    ///< mark.
  REPORT_SKIPPED,
  REPORT_INVALID, ///< A check failed.
  REPORT_ERROR,
  REPORT_INTERRUPTED,
  REPORT_STATES
} report_state;

/// One combination of axes. Texts are owned by the run; NULL and NaN mean "there is none".
typedef struct report_point {
  const json_t *json;
  json_t *axes;
  const char *name, *benchmark;
  report_state state;
  const char *reason, *checked, *stop, *hash;
  bool has_numbers;                                             ///< Only then are the next two lines finite.
  double median, low, high, relative, tau, p05, p95, p99, most; ///< Frame time [s].
  double fps, fps_low, fps_high, ns_each, ns_low, ns_high, per_second;
  double particles, constraints, projections, host_bytes, threads, lanes;
  double episodes, samples, frames, psi_during;
  int processes, launches; ///< Processes that measured it, and that were to measure it. With several, the interval is
                           ///< one over them.
  bool flagged;
} report_point;

typedef struct report_run {
  char *bytes; ///< The file as it was.
  size_t size;
  json_t *root;
  const json_t *xb;
  report_point *points; ///< In the order of the plan.
  int count;
  int in_state[REPORT_STATES];
  int with_numbers;
  bool complete, quick;
  bool compared;    ///< Points of a comparison: intervals of single processes are widened, see compare_join().
  bool first_alone; ///< Percentiles come from the first of several processes.
} report_run;

/// Read and check a file. XPBD_ERR_IO or XPBD_ERR_BAD_FILE with one line that says what is wrong and where.
xpbd_status report_load(const char *path, report_run *out);
void report_free(report_run *run);
/// The line for a file that could not be parsed. The parser says nothing if memory ran out.
xpbd_status report_not_json(const char *path, const json_error_t *error);

const char *report_state_name(report_state state);

/// Why a row with numbers has no interval.
const char *report_too_few(const report_point *point);

/// The value of a check by its name; NaN when the point has no such number.
double report_check(const report_point *point, const char *name);

/// Member of an object by a path like "frame_s.median"; NULL when any part is missing.
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
/// The first of these in two runs, given by their "xb"; false when there is none.
bool report_other_file(const json_t *own, const json_t *theirs, report_other *out);
/// Name of the device that a backend of this run computes on, NULL if it has none or it is not known.
const char *report_device_name(const report_run *run, const char *backend, char *out, size_t capacity);

/// Value of an axis as a number (NaN: the point has none) or as text in `out`, which is returned ("" when there is none).
double report_axis_number(const report_point *point, const char *axis);
const char *report_axis_text(const report_point *point, const char *axis, char *out, size_t capacity);
/// Whether two points have the same value of an axis, or both have none.
bool report_same_axis(const report_point *a, const report_point *b, const char *axis);
/// The same, but 1 and 1.0 are one number, as they are for a reader.
bool report_same_value(const report_point *a, const report_point *b, const char *axis);

/// The same as a reader sees it. If 0 stands for the scene's own value, or auto for the precision of the method, it
/// gives what was really computed. It gives "as the scene" or auto when the results do not say.
const char *report_axis_shown(const report_point *point, const char *axis, char *out, size_t capacity);

/// The question that a benchmark answers, found from its points.
typedef enum report_kind {
  REPORT_SPEEDS,      ///< Frames per second along sizes and iterations.
  REPORT_PROJECTIONS, ///< Nanoseconds of single projections.
  REPORT_PUBLISHED,   ///< Our frame rates beside published ones.
  REPORT_SCENES,      ///< Named scenes by several methods.
  REPORT_HISTORIES,   ///< How areas or volumes are kept.
  REPORT_COURSES      ///< How close to the motion a body comes for its time.
} report_kind;
report_kind report_kind_of(const report_run *run, const char *benchmark);

/// Whether it is the first point of its benchmark.
bool report_is_first(const report_run *run, int index);

/// What the plan says about a benchmark or about one of its axes; NULL when it says nothing.
const json_t *report_benchmark(const report_run *run, const char *benchmark);
const json_t *report_axis(const report_run *run, const char *benchmark, const char *axis);

#endif
