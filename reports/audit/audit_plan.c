/* Why this file exists: who leaves rows out, adds, renames or moves one breaks what the run as a whole says of them: the
 * hash of the plan, the counts, the names, the times, and the rows for other tools. */
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "base/hash.h"
#include "harness/stats/stats.h"
#include "read/peers.h"

enum { NAME = 512, ROWS = 10, AGGREGATES = 4, EXPORT_COLUMNS = 6 };

/// Whether `value` may be left out of a name: it is the default, or the default is a list of unknown first value.
static bool may_be_left_out(const json_t *axis, const char *value) {
  const char *standard = report_text(axis, "standard");
  if (!standard) return true;
  const size_t length = strcspn(standard, ",");
  return strchr("*[", standard[0]) || (strlen(value) == length && strncmp(value, standard, length) == 0) ||
         strcmp(value, standard) == 0;
}

/// The name of a point is its benchmark and its axes, in the order of the plan.
static void check_name(const audit *self, audit_row *row) {
  const report_point *p = row->point;
  const json_t *axes = json_object_get(report_benchmark(&self->run, p->benchmark), "axes");
  const char *rest = p->name;
  char value[NAME], part[2 * NAME];
  size_t i, known = 0;
  json_t *axis;
  const size_t length = strlen(p->benchmark);
  if (strncmp(rest, p->benchmark, length) != 0) {
    audit_say(row, AUDIT_DIFFERENT, "its name does not begin with its benchmark %.60s", p->benchmark);
    return;
  }
  rest += length;
  json_array_foreach(axes, i, axis) {
    const char *name = report_text(axis, "name");
    if (!name || !json_object_get(p->axes, name)) continue;
    known++;
    report_axis_text(p, name, value, sizeof value);
    snprintf(part, sizeof part, "/%.64s:%s", name, value);
    const size_t used = strlen(part);
    if (strncmp(rest, part, used) == 0 && (rest[used] == '/' || rest[used] == '\0'))
      rest += used;
    else if (!may_be_left_out(axis, value))
      audit_say(row, AUDIT_DIFFERENT, "its axis %.40s is %.60s, and its name says otherwise", name, value);
  }
  if (*rest) audit_say(row, AUDIT_DIFFERENT, "its name has '%.60s', and its axes have not", rest);
  if (known != json_object_size(p->axes)) audit_say(row, AUDIT_DIFFERENT, "it has axes that its benchmark has not");
}

static void check_hash(audit *self) {
  uint64_t hash = XPBD_FNV_START;
  for (int i = 0; i < self->run.count; i++) {
    char line[NAME + 64];
    const report_point *p = &self->run.points[i];
    snprintf(line, sizeof line, "%s %.0f %.0f\n", p->name, report_number(p->json, "warm"), p->frames);
    hash = xpbd_fnv(hash, line, strlen(line));
  }
  char text[32];
  snprintf(text, sizeof text, "%016" PRIx64, hash);
  const char *said = report_text(self->run.xb, "plan.hash");
  if (!said || strcmp(said, text) != 0)
    audit_fault(self, "its rows are not those of its plan: their hash is %s, and the plan has %.20s", text,
                said ? said : "none");
}

/// A complete run has no row that was cut off.
static void check_complete(audit *self) {
  const report_run *run = &self->run;
  int cut = 0;
  for (int i = 0; i < run->count; i++) {
    const char *stop = run->points[i].stop;
    cut += run->points[i].state == REPORT_INTERRUPTED ||
           (run->points[i].state == REPORT_SKIPPED && stop && strcmp(stop, "total-budget") == 0);
  }
  if (run->complete && cut > 0) audit_fault(self, "it says that it is complete, and rows were cut off: %d", cut);
}

/// Index of a point by its name. The search begins at `from`, because both lists have one order. -1 = none.
static int find(const audit *self, const char *name, int from) {
  for (int k = 0; name && k < self->run.count; k++) {
    const int at = (from + k) % self->run.count;
    if (strcmp(self->run.points[at].name, name) == 0) return at;
  }
  return -1;
}

/// What the rows for other tools of one point have.
typedef struct exported {
  int count, aggregates;
  double values[EXPORT_COLUMNS][ROWS];
} exported;

static const char *const columns[EXPORT_COLUMNS] = {
    "real_time", "cpu_time", "fps", "ns_per_projection", "projections_per_second", "real_time_factor"};

static void want(audit_row *row, const json_t *item, const char *column, double value) {
  const double have = report_number(item, column);
  const bool same = fabs(have - value) <= 1e-9 * fmax(fabs(have), fabs(value)) || (isnan(have) && isnan(value));
  if (!same)
    audit_say(row, AUDIT_DIFFERENT, "a row for other tools has %s %.10g, and it follows as %.10g", column, have, value);
}

/// Its time lies within those of its point, and its other numbers follow from that.
static void check_iteration(audit_row *row, const json_t *item, exported *out) {
  const json_t *p = row->point->json;
  const double least = 1e9 * report_number(p, "frame_s.min"), most = 1e9 * report_number(p, "frame_s.max");
  const double time = report_number(item, "real_time"), work = row->point->projections;
  if (!(time >= (1 - 1e-10) * least && time <= (1 + 1e-10) * most))
    audit_say(row, AUDIT_DIFFERENT, "a row for other tools has %.6g ns, outside %.6g to %.6g ns", time, least, most);
  want(row, item, "fps", 1e9 / time);
  want(row, item, "ns_per_projection", work > 0 ? time / work : (double)NAN);
  want(row, item, "projections_per_second", work > 0 ? work * 1e9 / time : 0.0);
  want(row, item, "real_time_factor", report_number(p, "work.frame_time_s") * 1e9 / time);
  for (int k = 0; k < EXPORT_COLUMNS && out->count < ROWS; k++)
    out->values[k][out->count] = report_number(item, columns[k]);
  out->count++;
}

/// Mean, median, standard deviation and its share of the ten rows before.
static void check_aggregate(audit_row *row, const json_t *item, exported *out) {
  static const char *const names[] = {"mean", "median", "stddev", "cv"};
  const char *name = report_text(item, "aggregate_name");
  int kind = 0;
  out->aggregates++;
  while (kind < 4 && !(name && strcmp(name, names[kind]) == 0)) kind++;
  if (kind == 4) audit_say(row, AUDIT_DIFFERENT, "a row for other tools is no mean, median, stddev or cv");
  if (kind == 4 || out->count != ROWS) return; /* a wrong number of rows is found at the end */
  for (int k = 0; k < EXPORT_COLUMNS; k++) {
    double scratch[ROWS];
    const double mean = bench_mean(out->values[k], ROWS), deviation = bench_stddev(out->values[k], ROWS);
    const double all[] = {mean, bench_median(out->values[k], ROWS, scratch), deviation, deviation / mean};
    const bool written = isfinite(all[kind]) || k != 1; /* without a spread of the processor's clock it is 0 */
    want(row, item, columns[k], written ? all[kind] : 0.0);
  }
}

static void check_exported(audit *self, int index, const json_t *item, exported *out) {
  const char *type = report_text(item, "run_type"), *unit = report_text(item, "time_unit");
  audit_row *row = &self->rows[index];
  if (!unit || strcmp(unit, "ns") != 0) audit_say(row, AUDIT_DIFFERENT, "a row for other tools is not in ns");
  if (type && strcmp(type, "iteration") == 0)
    check_iteration(row, item, out);
  else
    check_aggregate(row, item, out);
}

/// Each timed row of ten samples has ten rows for other tools and four aggregates. Files of old versions may lack all.
static void check_all_exported(audit *self) {
  const json_t *list = json_object_get(self->run.root, "benchmarks");
  if (json_array_size(list) == 0 && audit_before(self, "0.3.0")) return;
  exported *all = calloc((size_t)self->run.count, sizeof *all);
  int last = 0;
  size_t i;
  json_t *item;
  if (!all) audit_fault(self, "no memory for its rows for other tools");
  if (!all) return;
  json_array_foreach(list, i, item) {
    const int row = find(self, report_text(item, "run_name"), last);
    if (row < 0) audit_fault(self, "row %zu for other tools belongs to none of its points", i + 1);
    if (row >= 0) check_exported(self, last = row, item, &all[row]);
  }
  for (int k = 0; k < self->run.count; k++) {
    const report_point *p = &self->run.points[k];
    const bool wanted = p->has_numbers && p->samples >= ROWS && p->state != REPORT_INEXACT && !report_is_foreign(p);
    if (all[k].count != (wanted ? ROWS : 0) || all[k].aggregates != (wanted ? AGGREGATES : 0))
      audit_say(&self->rows[k], AUDIT_DIFFERENT, "it has %d rows for other tools, not %d", all[k].count,
                wanted ? ROWS : 0);
  }
  free(all);
}

void audit_plan(audit *self) {
  check_hash(self);
  check_complete(self);
  for (int i = 0; i < self->run.count; i++) check_name(self, &self->rows[i]);
  check_all_exported(self);
}
