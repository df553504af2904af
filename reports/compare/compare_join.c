/* Why this file exists: draws lines of two runs in one figure by treating them as one run with one
 * more axis. See compare_join(). */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "compare.h"
#include "read/memory.h"

/// Whether the axes alone distinguish the sides of a benchmark, in a way that the figures of a run use.
static bool told_by_axes(const compare_set *set, const char *benchmark) {
  bool told = false;
  for (int i = 0; i < set->axis_count; i++) {
    const compare_axis *axis = &set->axes[i];
    if (!axis->compared || strcmp(axis->benchmark, benchmark) != 0) continue;
    if (strcmp(axis->name, "constraint") == 0) return false; /* it has its own panels */
    for (int a = 0; a < set->side_count; a++)
      for (int b = 0; b < a; b++)
        if (strcmp(axis->values[a], axis->values[b]) == 0) return false;
    told = true;
  }
  return told;
}

static bool has_pairs(const compare_set *set, const char *benchmark) {
  for (int r = 0; r < set->row_count; r++)
    if (compare_in_pair(set, &set->rows[r], 0) && strcmp(set->rows[r].benchmark, benchmark) == 0) return true;
  return false;
}

/// With set->best each side is one line, however it computed its rows.
static void drop_ways(const compare_set *set, report_point *point) {
  for (int i = 0; i < set->axis_count; i++)
    if (set->axes[i].free && strcmp(set->axes[i].benchmark, point->benchmark) == 0)
      json_object_del(point->axes, set->axes[i].name);
}

static xpbd_status add(const compare_set *set, const compare_row *row, int side, report_run *out) {
  const compare_cell *cell = &row->cells[side];
  if (!cell->point || cell->bad || !has_pairs(set, row->benchmark)) return XPBD_OK;
  report_point *point = &out->points[out->count];
  const compare_time time = compare_time_of(cell, &set->rule);
  *point = *cell->point;
  point->axes = json_copy(cell->point->axes);
  XPBD_REQUIRE(point->axes && json_array_append_new(out->root, point->axes) == 0, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for %s", point->name);
  out->count++;
  out->with_numbers++;
  drop_ways(set, point);
  if (!told_by_axes(set, row->benchmark)) {
    json_object_set_new(point->axes, "run", json_string_nocheck(set->sides[side].label));
    XPBD_REQUIRE(!report_lost(), XPBD_ERR_OUT_OF_MEMORY, "no memory for %s", point->name);
    for (int i = 0; i < set->axis_count; i++)
      if (set->axes[i].compared && strcmp(set->axes[i].name, "constraint") == 0)
        json_object_del(point->axes, "constraint");
  }
  /* Percentiles come from the process of the point and keep their ratio to its median. */
  const double scale = time.seconds / point->median;
  double *const of_median[] = {&point->p05, &point->p95, &point->p99, &point->most};
  for (size_t i = 0; i < sizeof of_median / sizeof of_median[0]; i++) *of_median[i] *= scale;
  point->processes = time.processes;
  out->first_alone = out->first_alone || set->sides[side].input->count > 1;
  point->median = time.seconds;
  point->low = time.low;
  point->high = time.high;
  point->fps = 1 / time.seconds;
  point->fps_low = 1 / time.high;
  point->fps_high = 1 / time.low;
  return XPBD_OK;
}

xpbd_status compare_join(const compare_set *set, report_run *out) {
  *out = (report_run){.xb = set->sides[0].input->runs[0].xb, .complete = true, .compared = true};
  out->root = json_array();
  out->points = calloc((size_t)(set->row_count * set->side_count), sizeof *out->points);
  XPBD_REQUIRE(out->root && out->points, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d rows", set->row_count);
  for (int s = 0; s < set->side_count; s++)
    for (int r = 0; r < set->row_count; r++) XPBD_TRY(add(set, &set->rows[r], s, out));
  return XPBD_OK;
}

void compare_join_free(report_run *run) {
  json_decref(run->root);
  free(run->points);
  *run = (report_run){0};
}
