/* Why this file exists: finds the slices, lines and panels of a run. */
#include "select.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "peers.h"

static bool same(double a, double b) {
  return a >= b && a <= b;
}

/// Whether the plan has a point only to compare values without a number, for instance meshes, while a sweep runs along
/// this axis. Beside the sweep's lines the point would be a line of one point.
static bool compares_words(const report_run *run, const report_point *p, const char *along) {
  const json_t *own = json_object_get(p->json, "sweeps"), *sweep;
  bool beside = false, words = false;
  size_t i;
  if (json_array_size(own) != 1) return false;
  json_array_foreach(json_object_get(report_benchmark(run, p->benchmark), "sweeps"), i, sweep) {
    const char *axis = report_text(sweep, "axis");
    const char *kind = axis ? report_text(report_axis(run, p->benchmark, axis), "kind") : NULL;
    beside = beside || (axis && strcmp(axis, along) == 0);
    if (json_equal(json_object_get(sweep, "name"), json_array_get(own, 0))) words = kind && strcmp(kind, "text") == 0;
  }
  return beside && words;
}

static bool candidate(const report_run *run, const report_point *p, const char *benchmark, const char *axis) {
  return p->has_numbers && strcmp(p->benchmark, benchmark) == 0 && report_axis_number(p, axis) > 0 &&
         !compares_words(run, p, axis);
}

/// Points that a line needs: three, or two if no line has more.
static int least_of_line(const report_slice *slice) {
  int longest = 0;
  for (int s = 0; s < slice->series_count; s++)
    if (slice->series[s].count > longest) longest = slice->series[s].count;
  return longest > 2 ? 3 : 2;
}

static bool on_line(const report_point *p, const report_slice *slice) {
  for (int s = 0; s < slice->series_count; s++)
    for (int i = 0; i < slice->series[s].count; i++)
      if (slice->series[s].points[i] == p) return slice->series[s].count >= least_of_line(slice);
  return false;
}

static bool in_slice(const report_run *run, const report_point *p, const report_slice *slice) {
  if (!candidate(run, p, slice->benchmark, slice->axis) || (slice->whole && !on_line(p, slice->whole))) return false;
  return !slice->fixed_axis || same(report_axis_number(p, slice->fixed_axis), slice->fixed);
}

/// Distinct values of an axis over the points of a slice, ascending, into `out` (room for all points).
static int distinct(const report_run *run, const report_slice *slice, const char *axis, double *out) {
  int count = 0;
  for (int i = 0; i < run->count; i++) {
    if (!in_slice(run, &run->points[i], slice)) continue;
    const double value = report_axis_number(&run->points[i], axis);
    int at = 0;
    while (at < count && out[at] < value) at++;
    if (at < count && same(out[at], value)) continue;
    memmove(out + at + 1, out + at, (size_t)(count - at) * sizeof *out);
    out[at] = value;
    count++;
  }
  return count;
}

/// Hold the other axis at the value with most points. Among equals the standard value counts, else the first.
static void hold_axis(const report_run *run, report_slice *slice, double *room) {
  const char *text = report_text(report_axis(run, slice->benchmark, slice->fixed_axis), "standard");
  const double standard = text ? strtod(text, NULL) : (double)NAN;
  double best = NAN;
  int most = 0;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!candidate(run, p, slice->benchmark, slice->axis)) continue;
    slice->fixed = report_axis_number(p, slice->fixed_axis);
    if (same(slice->fixed, best)) continue;
    const int count = distinct(run, slice, slice->axis, room);
    if (count > most || (count == most && same(slice->fixed, standard))) most = count, best = slice->fixed;
  }
  slice->fixed = best;
}

static bool has_axis(const report_run *run, const char *benchmark, const char *axis) {
  for (int i = 0; i < run->count; i++)
    if (candidate(run, &run->points[i], benchmark, axis)) return true;
  return false;
}

int report_constraint_index(const report_run *run, const char *constraint) {
  char text[REPORT_LABEL], seen[REPORT_LABEL];
  int index = 0;
  for (int i = 0; i < run->count; i++) {
    report_axis_text(&run->points[i], "constraint", text, sizeof text);
    if (!text[0]) continue;
    bool first = true;
    for (int k = 0; k < i && first; k++)
      first = strcmp(report_axis_text(&run->points[k], "constraint", seen, sizeof seen), text) != 0;
    if (!first) continue;
    if (strcmp(text, constraint) == 0) return index;
    index++;
  }
  return 0;
}

/// Whether an axis, except the usual ones, varies in the slice. It then goes into labels.
static bool varies(const report_run *run, const report_slice *slice, const char *axis) {
  static const char *const usual[] = {"backend", "constraint"};
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
    if (strcmp(usual[i], axis) == 0) return false;
  if (strcmp(axis, slice->axis) == 0 || (slice->fixed_axis && strcmp(axis, slice->fixed_axis) == 0)) return false;
  const json_t *first = NULL;
  for (int i = 0; i < run->count; i++) {
    const json_t *value = json_object_get(run->points[i].axes, axis);
    if (!value || !in_slice(run, &run->points[i], slice)) continue; /* some backends do not use an axis */
    if (first && !json_equal(first, value)) return true;
    first = value;
  }
  return false;
}

static void find_varying(const report_run *run, report_slice *slice) {
  const report_point *most = NULL;
  for (int i = 0; i < run->count; i++)
    if (in_slice(run, &run->points[i], slice) &&
        (!most || json_object_size(run->points[i].axes) > json_object_size(most->axes)))
      most = &run->points[i];
  if (!most) return;
  const char *key;
  json_t *value;
  json_object_foreach(most->axes, key, value) {
    if (slice->varying_count < REPORT_VARYING && varies(run, slice, key)) slice->varying[slice->varying_count++] = key;
  }
}

/// Add a part to a label, unless the name of the run, which ends it, has that part.
static void add_part(const char *run, const char *part, char out[REPORT_LABEL]) {
  if (!part[0] || (part != run && strstr(run, part))) return;
  if (out[0]) strncat(out, ", ", REPORT_LABEL - 1 - strlen(out));
  strncat(out, part, REPORT_LABEL - 1 - strlen(out));
}

/// Sides of a comparison are often named by their backend or their settings, which a label does not repeat.
static void label_of(const report_slice *slice, const report_point *p, char out[REPORT_LABEL]) {
  char value[REPORT_LABEL], part[2 * REPORT_LABEL], run[REPORT_LABEL] = "";
  out[0] = '\0';
  for (int i = 0; i < slice->varying_count; i++)
    if (strcmp(slice->varying[i], "run") == 0) report_axis_text(p, "run", run, sizeof run);
  add_part(run, report_axis_text(p, "backend", value, sizeof value), out);
  for (int i = 0; i < slice->varying_count; i++) {
    const char *axis = slice->varying[i];
    const bool text = json_is_string(json_object_get(p->axes, axis)); /* "f64" says enough, "2" does not */
    if (strcmp(axis, "run") == 0) continue;
    report_axis_text(p, axis, value, sizeof value);
    snprintf(part, sizeof part, "%.64s%s%s", text ? "" : axis, text ? "" : " ", value);
    add_part(run, value[0] ? part : "", out);
  }
  add_part(run, run, out);
}

const report_point *report_point_at(const report_series *line, const char *axis, double x) {
  for (int i = 0; i < line->count; i++)
    if (same(report_axis_number(line->points[i], axis), x)) return line->points[i];
  return NULL;
}

bool report_is_peer_row(const report_point *p) {
  char backend[REPORT_LABEL];
  return report_is_foreign(p) || strcmp(report_axis_text(p, "backend", backend, sizeof backend), "loop") == 0;
}

bool report_is_peer(const report_series *line) {
  return report_is_peer_row(line->points[0]);
}

/// The same backend and other axes of the line. Labels may be cut before they differ.
static bool same_way(const report_slice *slice, const report_point *a, const report_point *b) {
  if (!report_same_value(a, b, "backend")) return false;
  for (int i = 0; i < slice->varying_count; i++)
    if (!report_same_value(a, b, slice->varying[i])) return false;
  return true;
}

static int backend_rank(const char *label) {
  static const char *const known[] = {"seq", "omp", "cuda"};
  const size_t length = strcspn(label, ",");
  for (int i = 0; i < 3; i++)
    if (strlen(known[i]) == length && strncmp(known[i], label, length) == 0) return i;
  return 3;
}

static int find_panel(report_slice *slice, const char *name) {
  for (int i = 0; i < slice->panel_count; i++)
    if (strcmp(slice->panels[i], name) == 0) return i;
  snprintf(slice->panels[slice->panel_count], REPORT_LABEL, "%s", name);
  return slice->panel_count++;
}

static xpbd_status add_point(report_slice *slice, const report_point *p) {
  char label[REPORT_LABEL], constraint[REPORT_LABEL];
  label_of(slice, p, label);
  const int panel = find_panel(slice, report_axis_text(p, "constraint", constraint, sizeof constraint));
  report_series *series = NULL;
  for (int i = 0; i < slice->series_count && !series; i++)
    if (slice->series[i].panel == panel && same_way(slice, slice->series[i].points[0], p)) series = &slice->series[i];
  if (!series) {
    series = &slice->series[slice->series_count];
    series->points = calloc((size_t)slice->x_count, sizeof(const report_point *));
    XPBD_REQUIRE(series->points, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d points", slice->x_count);
    slice->series_count++;
    series->panel = panel;
    memcpy(series->label, label, sizeof label);
  }
  const double x = report_axis_number(p, slice->axis);
  int at = 0;
  while (at < series->count && report_axis_number(series->points[at], slice->axis) < x) at++;
  if (series->count == slice->x_count ||
      (at < series->count && same(report_axis_number(series->points[at], slice->axis), x)))
    return XPBD_OK; /* the same point twice: the first one counts */
  for (int k = series->count; k > at; k--) series->points[k] = series->points[k - 1];
  series->points[at] = p;
  series->count++;
  return XPBD_OK;
}

/// "omp" becomes "omp, 2 threads": the label of a parallel line includes its threads.
static void add_threads(report_series *series) {
  const json_t *axes = series->points[0]->axes;
  if (json_object_get(axes, "run") && !json_object_get(axes, "backend")) return; /* a machine, however it computed */
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i < series->count; i++) {
    const double threads = series->points[i]->threads;
    if (!(threads >= 1)) return;
    least = fmin(least, threads);
    most = fmax(most, threads);
  }
  const int rank = backend_rank(series->label);
  if (rank == 0 || rank == 2 || strstr(series->label, "threads"))
    return; /* a GPU's threads follow from the mesh size */
  const size_t length = strlen(series->label);
  snprintf(series->label + length, sizeof series->label - length, ", %s%.0f thread%s", least < most ? "up to " : "",
           most, most > 1 ? "s" : "");
}

static int compare_styles(const void *a, const void *b) {
  const report_series *one = *(const report_series *const *)a, *two = *(const report_series *const *)b;
  const int difference = backend_rank(one->label) - backend_rank(two->label);
  return difference != 0 ? difference : one < two ? -1 : one > two;
}

static int compare_series(const void *a, const void *b) {
  const report_series *one = a, *two = b;
  return one->panel != two->panel ? one->panel - two->panel : one->style - two->style;
}

/// The colour that a backend has in all figures, -1 = none of its own.
static int own_colour(const char *backend) {
  static const struct {
    const char *backend;
    int colour;
  } known[] = {{"seq", 0}, {"omp", 1}, {"cuda", 2}, {"opencl", 3}, {"loop", 6}};
  for (size_t i = 0; i < sizeof known / sizeof known[0] && backend; i++)
    if (strcmp(known[i].backend, backend) == 0) return known[i].colour;
  return -1;
}

int report_next_colour(const char *const *backends, const int *colours, int index, int count) {
  static const int others[REPORT_LINE_COLOURS] = {4, 5, 3, 6, 1, 0, 2};
  bool taken[REPORT_LINE_COLOURS] = {false}, any = false, own = own_colour(backends[index]) >= 0;
  for (int i = 0; i < index; i++) {
    taken[colours[i] % REPORT_LINE_COLOURS] = true;
    own = own && colours[i] != own_colour(backends[index]);
  }
  if (own) return own_colour(backends[index]);
  for (int i = 0; i < count; i++) {
    if (own_colour(backends[i]) < 0) continue;
    taken[own_colour(backends[i])] = any = true;
  }
  for (int i = 0; i < REPORT_LINE_COLOURS && any; i++)
    if (!taken[others[i]]) return others[i];
  return index % REPORT_LINE_COLOURS;
}

/// The backend of the largest point. In a comparison the axes of points may lack it, so it is read from the results.
static const char *backend_of(const report_series *series) {
  return report_text(series->points[series->count - 1]->json, "axes.backend");
}

static xpbd_status colour_series(report_slice *slice) {
  const int count = slice->style_count;
  const char **backends = calloc((size_t)count, sizeof *backends);
  int *colours = calloc((size_t)count, sizeof *colours);
  const bool good = backends && colours;
  for (int i = slice->series_count - 1; i >= 0 && good; i--)
    backends[slice->series[i].style] = backend_of(&slice->series[i]);
  for (int i = 0; i < count && good; i++) colours[i] = report_next_colour(backends, colours, i, count);
  for (int i = 0; i < slice->series_count && good; i++) slice->series[i].colour = colours[slice->series[i].style];
  free((void *)backends);
  free(colours);
  return good ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %d colours", count);
}

static xpbd_status order_series(report_slice *slice) {
  const report_series **sorted = calloc((size_t)slice->series_count, sizeof(const report_series *));
  XPBD_REQUIRE(sorted, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d lines", slice->series_count);
  for (int i = 0; i < slice->series_count; i++) sorted[i] = &slice->series[i];
  qsort(sorted, (size_t)slice->series_count, sizeof *sorted, compare_styles);
  for (int i = 0; i < slice->series_count; i++) {
    report_series *series = &slice->series[sorted[i] - slice->series];
    int k = 0;
    while (k < i && !same_way(slice, sorted[k]->points[0], series->points[0])) k++;
    series->style = k < i ? sorted[k]->style : slice->style_count++;
  }
  free(sorted);
  XPBD_TRY(colour_series(slice));
  qsort(slice->series, (size_t)slice->series_count, sizeof *slice->series, compare_series);
  for (int i = 0; i < slice->series_count; i++) add_threads(&slice->series[i]);
  return XPBD_OK;
}

static xpbd_status fill(const report_run *run, report_slice *slice) {
  const size_t room = (size_t)run->count;
  slice->x = calloc(room, sizeof *slice->x);
  slice->panels = calloc(room, sizeof *slice->panels);
  slice->series = calloc(room, sizeof *slice->series);
  XPBD_REQUIRE(slice->x && slice->panels && slice->series, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d points",
               run->count);
  if (slice->fixed_axis && !slice->whole) hold_axis(run, slice, slice->x);
  slice->x_count = distinct(run, slice, slice->axis, slice->x);
  find_varying(run, slice);
  slice->square = slice->x_count > 0 && strcmp(slice->axis, "size") == 0;
  for (int i = 0; i < run->count; i++) {
    const report_point *p = &run->points[i];
    if (!in_slice(run, p, slice)) continue;
    XPBD_TRY(add_point(slice, p));
    const double side = report_axis_number(p, slice->axis);
    slice->square = slice->square && same(p->particles, side * side);
  }
  return slice->series_count > 0 ? order_series(slice) : XPBD_OK;
}

xpbd_status report_slice_make(const report_run *run, const char *benchmark, const char *axis, const char *fixed_axis,
                              report_slice *out) {
  *out = (report_slice){.benchmark = benchmark, .axis = axis, .fixed = NAN};
  if (!has_axis(run, benchmark, axis)) return XPBD_OK;
  report_slice slice = *out;
  if (has_axis(run, benchmark, fixed_axis)) slice.fixed_axis = fixed_axis;
  const xpbd_status status = fill(run, &slice);
  if (status == XPBD_OK)
    *out = slice;
  else
    report_slice_free(&slice);
  return status;
}

xpbd_status report_slice_lines(const report_run *run, const report_slice *whole, report_slice *out) {
  *out = (report_slice){.benchmark = whole->benchmark,
                        .axis = whole->axis,
                        .fixed_axis = whole->fixed_axis,
                        .fixed = whole->fixed,
                        .whole = whole};
  for (int s = 0; s < whole->series_count; s++)
    if (whole->series[s].count < least_of_line(whole)) out->alone += whole->series[s].count;
  const xpbd_status status = fill(run, out);
  out->whole = NULL;
  if (status != XPBD_OK) report_slice_free(out);
  return status;
}

void report_slice_free(report_slice *slice) {
  for (int i = 0; i < slice->series_count; i++) free((void *)slice->series[i].points);
  free(slice->series);
  free(slice->panels);
  free(slice->x);
  *slice = (report_slice){0};
}
