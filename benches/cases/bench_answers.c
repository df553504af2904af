/* Why this file exists: frames per second of a wrong answer are worth nothing. This benchmark measures what a right
 * answer costs: for each workload and backend, the fastest setting of the solver that stays within a tolerance of the
 * recorded answer. The candidates come from the recorded errors, which depend on neither backend nor machine. The
 * error of a measured row is computed in the run, from its own states. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course_case.h"
#include "harness/run/run.h"
#include "solver_case.h"
#include "subject/named_scene.h"
#include "subject/solver_scene.h"
#include "subject/workload_scene.h"
#include "support/cli.h"
#include "xpbd/xpbd.h"

/// A value of an axis of the rung that is not given: the search finds it.
#define BEST "best"
enum { CANDIDATES = 4 };
/// Candidates take at most this many times the least work. Costs of steps, iterations and precisions differ between
/// backends, but not by more.
static const double MOST_WORK = 3.0;

static const char *tolerance_name(int index) {
  static const char *const names[] = {"10%", "1%", "0.1%"};
  return index < (int)(sizeof names / sizeof *names) ? names[index] : NULL;
}

static const char *method_or_best(int index) {
  return index == 0 ? BEST : xpbd_method_name(index - 1);
}

static const char *precision_or_best(int index) {
  static const xpbd_precision all[] = {XPBD_F32, XPBD_F32X, XPBD_F64};
  return index == 0 ? BEST : index <= 3 ? xpbd_precision_name((int)all[index - 1]) : NULL;
}

static const bench_axis axes[] = {
    WORKLOAD_SCENE_AXIS("*"),
    {.name = "tolerance",
     .about = "largest error of the course, in the measure of the workload",
     .text = true,
     .standard = "1%",
     .in_name = true,
     .block = true,
     .known = tolerance_name},
    {.name = "candidate",
     .about = "which of the recorded settings within the tolerance, the least work first; the fastest is measured",
     .standard = "1,2,3,4",
     .minimum = 1,
     .maximum = CANDIDATES},
    SOLVER_AXIS_BACKEND("*", .in_name = true, .beside = true),
    {.name = "method",
     .about = "best = of the candidates",
     .text = true,
     .standard = BEST,
     .cost = true,
     .race = true,
     .known = method_or_best},
    {.name = "precision",
     .about = "best = of the candidates",
     .text = true,
     .standard = BEST,
     .cost = true,
     .race = true,
     .known = precision_or_best},
    {.name = "substeps",
     .about = "time steps per frame, 0 = of the candidates",
     .standard = "0",
     .race = true,
     .maximum = 100000},
    {.name = "iterations",
     .about = "iterations per time step, 0 = of the candidates",
     .standard = "0",
     .race = true,
     .maximum = 100000},
    SOLVER_AXIS_THREADS,
    {.name = "strategy",
     .about = "how a device schedules the groups; auto chooses by size",
     .text = true,
     .standard = "auto",
     .cost = true,
     .known = solver_case_strategy},
    {.name = "device", .about = "number of the device", .standard = "0", .maximum = 255},
};

static const bench_sweep sweeps[] = {
    {.name = "answers",
     .about = "what an answer within 1 % costs, for the workloads that take seconds",
     .axis = "workload",
     .plan = "workload=cloth_41,chain,flag,mesh,drape,torus,stack,slide,cantilever_small,inflation,batch",
     .quick = "workload=cloth_41,slide,cantilever_small"},
};

/* ------------------------------------------------------------------------------------------------- the candidates */

static double tolerance_of(const bench_point *point) {
  return 0.01 * strtod(bench_text(point, "tolerance"), NULL);
}

static bool is_best(const bench_point *point, const char *axis) {
  return strcmp(bench_text(point, axis), BEST) == 0;
}

/// Whether a rung has the numbers that are given.
static bool fits(const bench_point *point, const workload_rung *rung) {
  const int64_t steps = bench_int(point, "substeps"), iterations = bench_int(point, "iterations");
  return (is_best(point, "method") || strcmp(bench_text(point, "method"), xpbd_method_name((int)rung->method)) == 0) &&
         (is_best(point, "precision") ||
          strcmp(bench_text(point, "precision"), xpbd_precision_name((int)rung->precision)) == 0) &&
         (steps == 0 || steps == rung->substeps) && (iterations == 0 || iterations == rung->iterations);
}

/// Whether the recorded answer is known too badly for the tolerance of a point.
static bool is_too_fine(const bench_point *point) {
  return 2.0 * workload_scene_error(point) > tolerance_of(point);
}

static void take(bench_point *point, const char *axis, bench_value value) {
  const int index = bench_axis_find(point->owner, axis);
  point->values[index] = value;
}

/// Put a candidate's numbers into the axes of the rung. False if there is no such candidate.
static bool settle(bench_point *point) {
  static workload_rung rungs[WORKLOAD_SCENE_RUNGS];
  const int64_t candidate = bench_int(point, "candidate");
  const int axis = bench_axis_find(point->owner, "candidate");
  point->present &= ~(UINT64_C(1) << axis);
  point->values[axis].number = 0;
  const bool given = bench_int(point, "substeps") > 0 && bench_int(point, "iterations") > 0;
  const int known = workload_scene_rungs(point, given ? (double)INFINITY : tolerance_of(point), rungs);
  const int count = !given && is_too_fine(point) ? 0 : known;
  int64_t fitting = 0;
  double least = INFINITY;
  for (int k = 0; k < count; k++) {
    if (!fits(point, &rungs[k]) || workload_rung_work(&rungs[k]) > MOST_WORK * least) continue;
    least = fmin(least, workload_rung_work(&rungs[k]));
    if (++fitting != candidate) continue;
    take(point, "method", (bench_value){.text = xpbd_method_name((int)rungs[k].method)});
    take(point, "precision", (bench_value){.text = xpbd_precision_name((int)rungs[k].precision)});
    take(point, "substeps", (bench_value){.number = rungs[k].substeps});
    take(point, "iterations", (bench_value){.number = rungs[k].iterations});
    return true;
  }
  if (given && fitting == 0) { /* a rung of the user's own that is not recorded */
    if (is_best(point, "method")) take(point, "method", (bench_value){.text = "xpbd"});
    if (is_best(point, "precision"))
      take(point, "precision",
           (bench_value){.text = named_scene_method_of(point)->traits & XPBD_IN_DOUBLE ? "f64" : "f32"});
  }
  return candidate == 1 && fitting == 0; /* the row says why it cannot run */
}

static bool sensible(const bench_point *point, char *why, size_t capacity) {
  if (!solver_case_sensible(point, why, capacity)) return false;
  if (bench_int(point, "substeps") > 0 && bench_int(point, "iterations") > 0) return true;
  workload_rung rungs[WORKLOAD_SCENE_RUNGS];
  char known[CLI_LEFT];
  if (workload_scene_rungs(point, tolerance_of(point), rungs) < 0)
    snprintf(why, capacity, "%s", xpbd_last_error());
  else if (is_too_fine(point))
    snprintf(why, capacity, "the recorded answer is only known to %s %%, so nothing is searched within %s",
             cli_percent(workload_scene_error(point), known), bench_text(point, "tolerance"));
  else
    snprintf(why, capacity, "no recorded setting of that kind is within %s; -a substeps=N -a iterations=N measures one",
             bench_text(point, "tolerance"));
  return false;
}

/// The recorded state at the end of the course. False if this setting is not recorded.
static bool recorded(const bench_point *point, uint64_t *hash) {
  static workload_rung rungs[WORKLOAD_SCENE_RUNGS];
  const int count = workload_scene_rungs(point, INFINITY, rungs);
  for (int k = 0; k < count; k++)
    if (fits(point, &rungs[k])) {
      *hash = rungs[k].hash;
      return true;
    }
  return false;
}

static const char *reference(const bench_point *point) {
  uint64_t hash;
  return point->horizon == course_case_frames(point) && recorded(point, &hash) ? "recorded" : "seq";
}

static bench_status expect(bench_ctx *ctx, int32_t frames, uint64_t *hash) {
  if (frames == course_case_frames(ctx->point) && recorded(ctx->point, hash)) return BENCH_OK;
  return solver_case_expect(ctx, frames, hash);
}

static bench_status check(bench_ctx *ctx, int32_t frames) {
  return course_case_check(ctx, frames, tolerance_of(ctx->point));
}

/* ------------------------------------------------------------------------------------------- the table at the end */

static void summary(const bench_run *run, FILE *stream) {
  bool any = false;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *p = &run->plan->points[i];
    const bench_result *r = &run->results[i];
    if (p->owner->summary != summary || !bench_has_numbers(r) || run->settings->score) continue;
    if (!any)
      fprintf(stream,
              "\nwhat an answer costs: the fastest setting within the tolerance\n%-20s %9s %-7s %-20s %8s %10s %12s\n",
              "workload", "tolerance", "backend", "setting", "error", "ms/frame", "sim s per s");
    any = true;
    char setting[64];
    snprintf(setting, sizeof setting, "%s %s %d x %d", bench_text(p, "method"),
             r->facts.precision ? r->facts.precision : "?", (int)r->facts.substeps, (int)r->facts.iterations);
    fprintf(stream, "%-20s %9s %-7s %-20s %7.2g%% %10.3g %12.3g\n", bench_text(p, "workload"),
            bench_text(p, "tolerance"), bench_text(p, "backend"), setting, 100.0 * r->facts.error,
            1e3 * r->interval.median, r->facts.frame_time / r->interval.median);
  }
}

const bench_case bench_answers = {
    .name = "answers",
    .about = "what a right answer costs: the fastest setting within a tolerance, for each workload",
    .standard = true,
    .total_budget = 60.0,
    .total_budget_quick = 15.0,
    .unit = "projections",
    .axes = axes,
    .axis_count = sizeof axes / sizeof axes[0],
    .sweeps = sweeps,
    .sweep_count = sizeof sweeps / sizeof sweeps[0],
    .work = solver_case_work,
    .memory = solver_case_memory,
    .key = solver_point_key,
    .hash = solver_case_hash,
    .release = solver_case_release,
    .in_callers_mode = true,
    .has_error = true,
    .settle = settle,
    .sensible = sensible,
    .course = course_case_frames,
    .reference = reference,
    .setup = course_case_setup,
    .expect = expect,
    .reset = course_case_reset,
    .frame = course_case_frame,
    .check = check,
    .summary = summary,
    .teardown = course_case_teardown,
};
