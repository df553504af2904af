/* Why this file exists: frames per second alone favour a method with few iterations, which is fast but soft. This
 * benchmark shows what the time buys. A beam whose material has Young's modulus E swings under its weight, and each
 * row records how its centre of mass sinks. The difference from the run with the shortest time steps is the error of
 * the row. */
#include <math.h>
#include <string.h>

#include "subject/named_scene.h"
#include "harness/run/run.h"
#include "scene_series.h"
#include "solver_case.h"
#include "subject/solver_scene.h"
#include "xpbd/measure.h"

/// Frames that are compared: 2 s, one swing of the standard beam.
enum { FRAMES = 48 };

static const bench_axis axes[] = {
    SCENE_AXIS_SCENE("beam_tets"),
    SCENE_AXIS_CONSTRAINT("stvk_strain_tet:E=50000", .in_name = true),
    {.name = "method",
     .about = "methods that use compliance or energies",
     .text = true,
     .standard = "xpbd",
     .in_name = true,
     .cost = true,
     .known = named_scene_method},
    SCENE_AXIS_SUBSTEPS,
    SCENE_AXIS_ITERATIONS,
    SCENE_AXIS_SIZE,
    SOLVER_AXIS_BACKEND("seq", .in_name = false, .beside = true),
    {.name = "precision", /* with short time steps, float rounds the motion away */
     .about = "precision of the state",
     .text = true,
     .standard = "f64",
     .in_name = true,
     .cost = true,
     .known = solver_case_precision},
    SOLVER_AXIS_ORDER(.in_name = false),
    SOLVER_AXIS_THREADS,
    SOLVER_AXIS_LANES(.in_name = false),
};

/* One time step of more and more iterations, as many time steps of one iteration, and the reference for both. */
#define BEAM "size=8 "
#define MATERIALS                                                                                                      \
  "constraint=stvk_strain_tet:E=50000,corotated_root_tet:E=50000,stable_neo_hookean_tet:E=50000,"                      \
  "stvk_strain_tet:E=50000+fibre_tet:E_f=50000 "
#define WORK(what, counts) BEAM what "substeps=1 iterations=" counts " | " BEAM what "substeps=" counts " iterations=1"
#define SHORTEST(what)     " | " BEAM what "substeps=400 iterations=5"

static const bench_sweep sweeps[] = {
    {.name = "materials",
     .about = "iterations in one time step against time steps of one iteration, for four materials",
     .axis = "iterations",
     .plan = WORK(MATERIALS, "5,20,100,400") SHORTEST(MATERIALS),
     .quick = WORK("", "5,20,100") " | " BEAM "substeps=200 iterations=2"},
    {.name = "methods",
     .about = "the same for one material with other methods",
     .axis = "method",
     .plan = WORK("method=energy,jacobi ", "5,20,100,400"),
     .quick = WORK("method=energy,jacobi ", "20")},
    {.name = "precision",
     .about = "the same in float: f32, or f32x where time steps are short",
     .axis = "precision",
     .plan = WORK("precision=float ", "5,20,100,400"),
     .quick = WORK("precision=float ", "20,100")},
};

static int32_t series_frames(const bench_point *point) {
  const xpbd_scene_info *info = named_scene_info(point);
  return !info ? 0 : info->frames < FRAMES ? info->frames : FRAMES;
}

static xpbd_status measure(const scene_series *self, const solver_scene *made, const double *positions,
                           const double *velocities, double *row) {
  xpbd_measures start, now;
  (void)self;
  const xpbd_scene *scene = made->scene;
  xpbd_status status = xpbd_measure(scene, xpbd_scene_positions(scene), xpbd_scene_velocities(scene), &start);
  if (status == XPBD_OK) status = xpbd_measure(scene, positions, velocities, &now);
  if (status == XPBD_OK) row[0] = start.centre[1] - now.centre[1];
  return status;
}

static bench_status series(bench_ctx *ctx, int32_t frames, uint64_t hash) {
  static const scene_series columns = {1, {"drop_m"}, measure};
  return scene_series_record(ctx, &columns, series_frames(ctx->point), frames, hash);
}

/* ------------------------------------------------------------------------------------------- the table at the end */

static bool same_axis(const bench_point *a, const bench_point *b, const char *axis) {
  return strcmp(bench_text(a, axis), bench_text(b, axis)) == 0;
}

/// Whether both simulate the same body, so that one can be the reference of the other.
static bool same_body(const bench_point *a, const bench_point *b) {
  return a->owner == b->owner && same_axis(a, b, "scene") && same_axis(a, b, "constraint") &&
         bench_int(a, "size") == bench_int(b, "size") && named_scene_same_parameters(a, b);
}

/// The constraint, and the parameters that differ from the scene's own: "scene angle=30".
static const char *label_of(const bench_point *point, char out[BENCH_TEXT]) {
  snprintf(out, BENCH_TEXT, "%s", bench_text(point, "constraint"));
  named_scene_say_parameters(point, out, BENCH_TEXT);
  return out;
}

/// Shorter time steps are more accurate, then double precision, then more iterations. Among equals, the first in the
/// plan is the reference, because methods differ only with too few iterations.
static bool nearer(const bench_result *a, const bench_point *at, const bench_result *b, const bench_point *other) {
  const int steps = a->facts.substeps - b->facts.substeps, sweep_count = a->facts.iterations - b->facts.iterations;
  const int doubles =
      (strcmp(bench_text(at, "precision"), "f64") == 0) - (strcmp(bench_text(other, "precision"), "f64") == 0);
  return steps != 0 ? steps > 0 : doubles != 0 ? doubles > 0 : sweep_count > 0;
}

/// The reference row for all rows of its body, -1 = none.
static int finest(const bench_run *run, const bench_point *point) {
  int best = -1;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *p = &run->plan->points[i];
    if (!same_body(point, p) || run->results[i].series.count == 0) continue;
    if (best < 0 || nearer(&run->results[i], p, &run->results[best], &run->plan->points[best])) best = i;
  }
  return best;
}

/// Root mean square of the difference of two paths, relative to the second. NaN if they do not belong together.
static double course_error(const bench_series *a, const bench_series *b) {
  double off = 0.0, all = 0.0;
  if (a->count == 0 || a->count != b->count || a->column_count != 2 || b->column_count != 2) return NAN;
  for (int k = 0; k < a->count; k++) {
    const double mine = a->values[2 * k + 1], right = b->values[2 * k + 1];
    off += (mine - right) * (mine - right);
    all += right * right;
  }
  return sqrt(off / all);
}

static void write_row(const bench_run *run, int index, int width, FILE *stream) {
  const bench_point *p = &run->plan->points[index];
  const bench_result *r = &run->results[index];
  const int by = finest(run, p);
  char label[BENCH_TEXT];
  char size[16] = "-"; /* the scene's own */
  if (bench_int(p, "size") > 0) snprintf(size, sizeof size, "%d", (int)bench_int(p, "size"));
  fprintf(stream, "%-*s %5s %-8s %-4s", width, label_of(p, label), size, bench_text(p, "method"),
          bench_text(p, "precision"));
  if (by < 0 || r->series.count == 0) {
    fprintf(stream, "  %s\n", r->reason);
    return;
  }
  fprintf(stream, " %6d %6d", (int)r->facts.substeps, (int)r->facts.iterations);
  if (isnan(r->interval.median)) /* checked, not timed */
    fprintf(stream, " %12s", "-");
  else
    fprintf(stream, " %12.4f", 1e3 * r->interval.median);
  if (by == index)
    fprintf(stream, " %12s", "reference");
  else
    fprintf(stream, " %11.3g%%", 100 * course_error(&r->series, &run->results[by].series));
  fprintf(stream, "%s\n", scene_series_mark(r));
}

static void summary(const bench_run *run, FILE *stream) {
  int width = 12, mine = 0;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *p = &run->plan->points[i];
    if (p->owner->summary != summary) continue;
    char label[BENCH_TEXT];
    const int length = (int)strlen(label_of(p, label));
    mine++;
    if (length > width) width = length;
  }
  if (mine == 0) return;
  fprintf(
      stream,
      "\nerror of the path of the centre of mass, relative to the run of the same body with the shortest time steps\n"
      "%-*s %5s %-8s %-4s %6s %6s %12s %12s\n",
      width, "constraint", "size", "method", "", "steps", "iters", "ms per frame", "error");
  for (int i = 0; i < run->plan->count; i++)
    if (run->plan->points[i].owner->summary == summary) write_row(run, i, width, stream);
}

const bench_case bench_accuracy = {
    .name = "accuracy",
    .about = "how accurate a method is for its time: a rubber beam, more iterations against shorter time steps",
    .episode_work = 2000000,
    .episode_work_quick = 200000,
    .total_budget = 200.0,
    .total_budget_quick = 55.0,
    .more_axes = named_scene_axes,
    .has_error = true,
    SOLVER_CASE,
    .series = series,
    .series_frames = series_frames,
    .summary = summary,
};
