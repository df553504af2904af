/* Why this file exists: compares methods by the time of answers with equal errors. The cost of a time step and of an
 * iteration differs between methods. Each method therefore runs a grid of both. The states of a row give its error. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "course_case.h"
#include "harness/run/run.h"
#include "solver_case.h"
#include "subject/method_numbers.h"
#include "subject/named_scene.h"
#include "subject/solver_point.h"
#include "subject/workload_scene.h"
#include "xpbd/xpbd.h"

#define METHODS "xpbd,jacobi,energy,fms,newton,vbd,avbd,admm,multigrid"

static const bench_axis axes[] = {
    WORKLOAD_SCENE_AXIS("cloth_41,chain,flag,mesh,drape,torus,stack,slide,cantilever_small,inflation"),
    {.name = "method",
     .about = "methods that minimise the energies of a workload",
     .text = true,
     .standard = METHODS,
     .in_name = true,
     .beside = true,
     .cost = true,
     .known = named_scene_method},
    {.name = "substeps",
     .about = "time steps per frame",
     .standard = "10",
     .in_name = true,
     .block = true,
     .leads = true, /* every workload has rows before the longest frames take the rest of the time */
     .minimum = 1,
     .maximum = 100000},
    {.name = "iterations",
     .about = "iterations per time step; newton and multigrid end a step when it is solved, and have their own limit",
     .standard = "20",
     .in_name = true,
     .minimum = 1,
     .maximum = 100000},
    SOLVER_AXIS_BACKEND("seq", .in_name = false),
    {.name = "precision",
     .about = SOLVER_PRECISIONS,
     .text = true,
     .standard = "auto",
     .cost = true,
     .known = solver_case_precision},
    SOLVER_AXIS_THREADS,
};

static const bench_sweep sweeps[] = {
    {.name = "methods",
     .about = "error against time per frame of every method, from few long time steps to many short ones",
     .axis = "substeps",
     .plan = "substeps=4,10,40,100 iterations=2,10",
     .quick = "workload=cantilever_small substeps=4 iterations=2"},
};

/// Methods that end a step when it is solved have one row for each number of steps.
static bool settle(bench_point *point) {
  const xpbd_method_info *method = named_scene_method_of(point);
  const int axis = bench_axis_find(point->owner, "iterations");
  if (method->traits & XPBD_UNTIL_SOLVED) {
    point->values[axis].number = method->iterations;
    point->present &= ~(UINT64_C(1) << axis);
  }
  return true;
}

static bool sensible(const bench_point *point, char *why, size_t capacity) {
  const xpbd_method_info *method = named_scene_method_of(point);
  if (method->traits & XPBD_DROPS_COMPLIANCE) {
    snprintf(why, capacity, "%s drops the compliance, which is another model", method->name);
    return false;
  }
  const char *idle = method_numbers_idle(point, method);
  if (idle) {
    method_numbers_say(idle, method, why, capacity);
    return false;
  }
  return solver_case_sensible(point, why, capacity);
}

static bench_status check(bench_ctx *ctx, int32_t frames) {
  return course_case_check(ctx, frames, NAN);
}

/* ------------------------------------------------------------------------------------------- the table at the end */

static const double tolerances[] = {0.1, 0.01, 0.001};
enum { TOLERANCES = sizeof tolerances / sizeof tolerances[0] };

static bool same(const bench_point *a, const bench_point *b, const char *axis) {
  return strcmp(bench_text(a, axis), bench_text(b, axis)) == 0;
}

/// The fastest row of the workload and method of `like` within a tolerance. -1 = none.
static int fastest(const bench_run *run, const bench_point *like, double tolerance) {
  int best = -1;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *p = &run->plan->points[i];
    const bench_result *r = &run->results[i];
    if (p->owner != like->owner || !same(p, like, "workload") || !same(p, like, "method")) continue;
    if (!bench_has_numbers(r) || !(r->facts.error <= tolerance)) continue;
    if (best < 0 || r->interval.median < run->results[best].interval.median) best = i;
  }
  return best;
}

/// Whether point k is the first of its workload and method.
static bool leads(const bench_run *run, int k) {
  const bench_point *p = &run->plan->points[k];
  for (int i = 0; i < k; i++) {
    const bench_point *q = &run->plan->points[i];
    if (q->owner == p->owner && same(p, q, "workload") && same(p, q, "method")) return false;
  }
  return true;
}

static void summary(const bench_run *run, FILE *stream) {
  bool any = false;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *p = &run->plan->points[i];
    if (p->owner->summary != summary || !leads(run, i) || fastest(run, p, INFINITY) < 0) continue;
    if (!any)
      fprintf(stream,
              "\nms per frame of the fastest row within an error, and its time steps x iterations\n%-18s %-12s %-22s "
              "%-22s %s\n",
              "workload", "method", "10%", "1%", "0.1%");
    any = true;
    fprintf(stream, "%-18s %-12s", bench_text(p, "workload"), bench_text(p, "method"));
    for (int t = 0; t < TOLERANCES; t++) {
      char text[64] = "-";
      const int row = fastest(run, p, tolerances[t]);
      const bench_result *r = row < 0 ? NULL : &run->results[row];
      const int end =
          !r ? 0 : snprintf(text, sizeof text, "%.3g, %d", 1e3 * r->interval.median, (int)r->facts.substeps);
      if (r && !r->facts.ends_early) snprintf(text + end, sizeof text - (size_t)end, " x %d", (int)r->facts.iterations);
      fprintf(stream, t + 1 < TOLERANCES ? " %-22s" : " %s\n", text);
    }
  }
}

const bench_case bench_methods = {
    .name = "methods",
    .about = "every method on the workloads: the error of its answers against their time",
    .total_budget = 1800.0,
    .total_budget_quick = 30.0,
    .unit = "projections",
    .axes = axes,
    .axis_count = sizeof axes / sizeof axes[0],
    .more_axes = method_numbers_axes,
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
    .reference = solver_case_reference,
    .setup = course_case_setup,
    .expect = solver_case_expect,
    .reset = course_case_reset,
    .frame = course_case_frame,
    .check = check,
    .summary = summary,
    .teardown = course_case_teardown,
};
