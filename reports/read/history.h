/* Why this file exists: a point may record its areas or volumes over simulated time (`series` in
 * benches/harness/FORMAT.md). Figures and the table of preservation read and check them here, once. */
#pragma once

#include "run.h"

enum { HISTORY_TIME, HISTORY_TOTAL, HISTORY_ERROR, HISTORY_LEAST, HISTORY_MOST, HISTORY_SAG, HISTORY_KEYS };

/// Values at each moment: volumes if the point has them, else areas.
typedef struct report_history {
  const report_point *point;
  bool volume;
  int count;
  double *values[HISTORY_KEYS]; ///< [count] each. HISTORY_SAG is NULL if the point has none.
} report_history;

/// The numbers of an array of a series, [count]. The caller frees them. NULL unless there are `count`, all finite.
double *report_values(const json_t *series, const char *name, int count);

/// False, with nothing to free, if the point has no valid history: it is missing, its row did not pass, its arrays do
/// not match, or they contain anything but numbers.
bool report_history_read(const report_point *point, report_history *out);
void report_history_free(report_history *history);

/// Whether a point of the benchmark has a history.
bool report_has_history(const report_run *run, const char *benchmark);
/// Whether the benchmark has points of different named scenes. No line of sizes or iterations goes through these.
bool report_has_scenes(const report_run *run, const char *benchmark);
/// The scene of a point, NULL if its axes name none.
const char *report_scene(const report_point *point);
/// Whether no earlier point has the same scene and benchmark. False for a point without a scene.
bool report_is_first_of_scene(const report_run *run, int index);

/// Smallest and largest value of a key over time.
double report_history_low(const report_history *history, int key);
double report_history_high(const report_history *history, int key);
