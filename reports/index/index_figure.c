/* Why this file exists: the figure of an archive: one line for each machine, by its fastest backend at each size. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure/curves.h"
#include "index.h"
#include "read/memory.h"

/// How many sizes of the work of the headlines a member has. A line has at least two.
static int sizes_of(const index_set *set, const index_member *member) {
  int count = 0;
  for (int i = 0; i < member->row_count && !member->reason[0]; i++)
    count += strcmp(member->rows[i].work, set->work) == 0;
  return count;
}

/// The rows of a member, from the smallest to the largest, after `above`. NULL = no more.
static const index_row *next_row(const index_set *set, const index_member *member, double above) {
  const index_row *next = NULL;
  for (int i = 0; i < member->row_count; i++) {
    const index_row *row = &member->rows[i];
    if (strcmp(row->work, set->work) != 0 || !(row->particles > above)) continue;
    if (!next || row->particles < next->particles) next = row;
  }
  return next;
}

static double speed_of(const index_member *member) {
  return member->headline ? member->headline->fps : 0;
}

/// The fastest first, and of equals the one with the earlier name.
static int by_speed(const void *a, const void *b) {
  const index_member *one = *(const index_member *const *)a, *other = *(const index_member *const *)b;
  const double difference = speed_of(other) - speed_of(one);
  return difference > 0 ? 1 : difference < 0 ? -1 : strcmp(one->name, other->name);
}

static void put_line(const index_set *set, const index_member *member, curves *chart) {
  double last = 0;
  if (!curves_line(chart, member->name)) return;
  for (const index_row *row; (row = next_row(set, member, last)) != NULL; last = row->particles) {
    curves_put(chart, 0, row->particles, row->fps, NAN, NAN);
    curves_put(chart, 1, row->particles, 1e-9 * row->per_second, NAN, NAN);
  }
}

bool index_draft_sizes(const report_subject *subject, int index, report_draft *draft) {
  const index_set *set = subject->compared;
  if (index > 0 || !set->work[0]) return false;
  curves *chart = report_memory(1, sizeof *chart);
  if (!chart) return false;
  chart->panel_count = 2;
  chart->marks = true;
  chart->panels[0] = (curves_panel){"frames per second", "vertices", "frames per second", true, true};
  chart->panels[1] = (curves_panel){"projections per second", "vertices", "billion projections per second", true, true};
  const index_member **lines = report_memory((size_t)set->count, sizeof *lines);
  int count = 0;
  for (int i = 0; i < set->count && lines; i++)
    if (sizes_of(set, &set->items[i]) > 1) lines[count++] = &set->items[i];
  if (lines) qsort(lines, (size_t)count, sizeof *lines, by_speed);
  for (int i = 0; i < count && i < CURVES_LINES; i++) put_line(set, lines[i], chart);
  free(lines);
  snprintf(draft->name, sizeof draft->name, "machines_sizes");
  fprintf(draft->title, "All machines: speed against size, %s", set->work);
  fputs("Each machine has a line, by its fastest backend at each size, on logarithmic scales. The list below is in the "
        "order of their speed.",
        draft->caption);
  if (count > CURVES_LINES) fprintf(draft->caption, " Left out: the %d slowest.", count - CURVES_LINES);
  if (!curves_draw(chart, draft)) draft->body = NULL;
  free(chart);
  return true;
}
