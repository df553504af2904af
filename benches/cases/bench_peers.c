/* Why this file exists: solvers of others are compared by the same scenes, the same checks and the same statistics as ours,
 * in turns with them. A row has a time only if its states pass. RULES.md says what is searched for each of them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "course_case.h"
#include "harness/run/run.h"
#include "peer_case.h"
#include "solver_case.h"
#include "subject/named_scene.h"
#include "subject/peer_list.h"
#include "subject/solver_point.h"
#include "subject/solver_scene.h"
#include "subject/workload_scene.h"
#include "xpbd/xpbd.h"

/// Our recorded setting that is measured beside the peers: the least work within this error.
static const double BEST_ERROR = 0.01;
#define METHOD    "xpbd"
#define PRECISION "float"

static bool usable(const char *value, char *why, size_t capacity) {
  return peer_list_is_ours(value) ? solver_case_backend_usable(value, why, capacity)
                                  : peer_list_usable(value, why, capacity);
}

static bool spared(const char *value, char *why, size_t capacity) {
  return peer_list_is_ours(value) && solver_case_backend_spared(value, why, capacity);
}

static const bench_axis axes[] = {
    WORKLOAD_SCENE_AXIS("cloth_41,mesh,strip,cantilever_small,drape,chain"),
    {.name = "backend",
     .about = "which solver computes: a part of the library, a name of benches/peers/list.tsv, or of --peer",
     .text = true,
     .standard = "*",
     .in_name = true,
     .beside = true,
     .cost = true,
     .known = peer_list_name,
     .usable = usable,
     .spared = spared,
     .accepts = peer_list_accepts},
    {.name = "substeps",
     .about = "time steps per frame",
     .standard = "10",
     .in_name = true,
     .block = true,
     .leads = true, /* every workload has rows before the longest frames take the rest of the time */
     .minimum = 1,
     .maximum = 100000},
    {.name = "iterations",
     .about = "iterations per time step",
     .standard = "20",
     .in_name = true,
     .minimum = 1,
     .maximum = 100000},
    {.name = "setting",
     .about =
         "what only that solver has; * = default and all of its grid; best = of ours, the recorded setting within 1 % "
         "with the least work",
     .listed = "default, best or NAME:VALUE+NAME:VALUE",
     .text = true,
     .standard = "*",
     .cost = true,
     .known = peer_list_setting,
     .accepts = peer_list_accepts_setting},
    {.name = "method", .about = "of ours", .text = true, .standard = METHOD, .cost = true, .known = named_scene_method},
    {.name = "precision",
     .about = "of ours, see cloth",
     .text = true,
     .standard = PRECISION,
     .cost = true,
     .known = solver_case_precision},
    SOLVER_AXIS_THREADS,
};

static const bench_sweep sweeps[] = {
    {.name = "peers",
     .about = "error against time per frame of other people's solvers and ours",
     .axis = "iterations",
     .plan = "substeps=10 iterations=20,100 | substeps=40 iterations=2 | substeps=100 iterations=5 | "
             "substeps=1000 iterations=1",
     .quick = "workload=cloth_41,chain substeps=10 iterations=20"},
};

/* --------------------------------------------------------------------------------------------------------- the axes */

static bool foreign(const bench_point *point) {
  return !peer_list_is_ours(bench_text(point, "backend"));
}

/// Peers do not have our axes. So that rows of both are pairs, ours have them only if they are not the standard.
static bool has_axis(const bench_point *point, const char *axis) {
  const bool ours = !foreign(point);
  const peer_info *peer = peer_list_find(bench_text(point, "backend"));
  if (strcmp(axis, "method") == 0 || strcmp(axis, "precision") == 0)
    return ours && strcmp(bench_text(point, axis), strcmp(axis, "method") == 0 ? METHOD : PRECISION) != 0;
  if (strcmp(axis, "threads") == 0) return ours && bench_int(point, axis) > 0;
  if (strcmp(axis, "substeps") == 0) return !peer || peer->steps;
  return strcmp(axis, "iterations") != 0 || !peer || peer->iterations;
}

static void take(bench_point *point, const char *axis, bench_value value) {
  const int index = bench_axis_find(point->owner, axis);
  point->values[index] = value;
  point->present &= ~(UINT64_C(1) << index);
  if (has_axis(point, axis)) point->present |= UINT64_C(1) << index;
}

/// Put the recorded setting into the axes. Without one the row says so.
static void take_best(bench_point *point) {
  workload_rung rungs[WORKLOAD_SCENE_RUNGS];
  if (workload_scene_rungs(point, BEST_ERROR, rungs) <= 0) return;
  take(point, "method", (bench_value){.text = xpbd_method_name((int)rungs[0].method)});
  take(point, "precision", (bench_value){.text = xpbd_precision_name((int)rungs[0].precision)});
  take(point, "substeps", (bench_value){.number = rungs[0].substeps});
  take(point, "iterations", (bench_value){.number = rungs[0].iterations});
}

/// Whether any peer has the setting in its grid.
static bool is_in_a_grid(const char *setting) {
  for (int k = 2; peer_list_setting(k); k++)
    if (strcmp(peer_list_setting(k), setting) == 0) return true;
  return false;
}

/// Each solver has its own settings. Numbers that mean nothing to it are 1.
static bool settle(bench_point *point) {
  const char *setting = bench_text(point, "setting");
  const bool standard = strcmp(setting, PEER_DEFAULT) == 0, best = strcmp(setting, PEER_BEST) == 0;
  if (!foreign(point)) {
    if (best) take_best(point);
    return standard || best;
  }
  const peer_info *peer = peer_list_find(bench_text(point, "backend"));
  if (!has_axis(point, "substeps")) take(point, "substeps", (bench_value){.number = 1});
  if (!has_axis(point, "iterations")) take(point, "iterations", (bench_value){.number = 1});
  return !best && (standard || !peer || peer_list_has(peer, setting) || !is_in_a_grid(setting));
}

static bool sensible(const bench_point *point, char *why, size_t capacity) {
  return foreign(point) ? solver_scene_sensible(point, why, capacity) : solver_case_sensible(point, why, capacity);
}

static int64_t memory(const bench_point *point) {
  return foreign(point) ? peer_case_memory(point) : solver_case_memory(point);
}

static void key(const bench_point *point, char *out, size_t capacity) {
  if (foreign(point))
    snprintf(out, capacity, "%s", point->name);
  else
    solver_point_key(point, out, capacity);
}

/* -------------------------------------------------------------------------------------------------------- the rows */

static bench_status setup(bench_ctx *ctx) {
  return foreign(ctx->point) ? peer_case_setup(ctx) : course_case_setup(ctx);
}

static bench_status reset(bench_ctx *ctx) {
  return foreign(ctx->point) ? peer_case_reset(ctx) : course_case_reset(ctx);
}

static bench_status frame(bench_ctx *ctx) {
  return foreign(ctx->point) ? peer_case_frame(ctx) : course_case_frame(ctx);
}

static bench_status hash(bench_ctx *ctx, uint64_t *out) {
  return foreign(ctx->point) ? peer_case_hash(ctx, out) : solver_case_hash(ctx, out);
}

static bench_status check(bench_ctx *ctx, int32_t frames) {
  return foreign(ctx->point) ? peer_case_check(ctx, frames) : course_case_check(ctx, frames, NAN);
}

static void teardown(bench_ctx *ctx) {
  if (foreign(ctx->point))
    peer_case_teardown(ctx);
  else
    course_case_teardown(ctx);
}

static void release(void) {
  peer_case_release();
  solver_case_release();
}

/* ------------------------------------------------------------------------------------------- the table at the end */

/// Whether row b is a better answer of its solver than row a: the faster of those within 1 %, else the smaller error. Of
/// rows without a time the smaller error counts.
static bool is_better(const bench_result *a, const bench_result *b) {
  const bool near = a->facts.error <= BEST_ERROR, nearer = b->facts.error <= BEST_ERROR;
  const bool timed = bench_has_numbers(a) && bench_has_numbers(b);
  if (near != nearer) return nearer;
  return near && timed ? b->interval.median < a->interval.median : b->facts.error < a->facts.error;
}

/// Whether its checks held, so that its error counts.
static bool has_error(const bench_result *r) {
  return (bench_has_numbers(r) || r->outcome == BENCH_VALID) && !isnan(r->facts.error);
}

/// Whether its solver left out a part of the scene. Such rows are ranked apart.
static bool is_near(const bench_result *r) {
  return r->facts.peer_without[0] != '\0';
}

/// Whether row k is the best of its solver for its workload, among the rows that are near or among the others.
static bool is_best(const bench_run *run, int k) {
  const bench_point *p = &run->plan->points[k];
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *q = &run->plan->points[i];
    if (i == k || q->owner != p->owner || !has_error(&run->results[i])) continue;
    if (strcmp(bench_text(p, "workload"), bench_text(q, "workload")) != 0 ||
        strcmp(bench_text(p, "backend"), bench_text(q, "backend")) != 0 ||
        is_near(&run->results[k]) != is_near(&run->results[i]))
      continue;
    if (is_better(&run->results[k], &run->results[i])) return false;
  }
  return true;
}

static void summary(const bench_run *run, FILE *stream) {
  bool any = false;
  for (int i = 0; i < run->plan->count; i++) {
    const bench_point *p = &run->plan->points[i];
    const bench_result *r = &run->results[i];
    if (p->owner->summary != summary || !has_error(r) || !is_best(run, i)) continue;
    if (!any)
      fprintf(stream,
              "\nthe best row of each solver: the fastest within 1 %% of the recorded answer, else the smallest error\n"
              "a row marked near left out a part of the scene, and is ranked with no row of the whole scene\n"
              "%-20s %-20s %-28s %9s %10s\n",
              "workload", "solver", "setting", "error", "ms/frame");
    any = true;
    char setting[160], time[32] = "-";
    if (bench_has_numbers(r)) snprintf(time, sizeof time, "%.3g", 1e3 * r->interval.median);
    snprintf(setting, sizeof setting, "%d x %d %.100s", (int)r->facts.substeps, (int)r->facts.iterations,
             bench_text(p, "setting"));
    fprintf(stream, "%-20s %-20s %-28s %8.2g%% %10s%s\n", bench_text(p, "workload"), bench_text(p, "backend"), setting,
            100.0 * r->facts.error, time, is_near(r) ? " near" : "");
  }
}

const bench_case bench_peers = {
    .name = "peers",
    .about = "other people's solvers beside ours: error against time, each state checked",
    .total_budget = 3600.0,
    .total_budget_quick = 300.0,
    .unit = "projections",
    .axes = axes,
    .axis_count = sizeof axes / sizeof axes[0],
    .sweeps = sweeps,
    .sweep_count = sizeof sweeps / sizeof sweeps[0],
    .work = solver_case_work,
    .memory = memory,
    .key = key,
    .hash = hash,
    .release = release,
    .in_callers_mode = true,
    .has_error = true,
    .foreign = foreign,
    .program = peer_case_program,
    .has_axis = has_axis,
    .settle = settle,
    .sensible = sensible,
    .course = course_case_frames,
    .reference = solver_case_reference,
    .setup = setup,
    .expect = solver_case_expect,
    .reset = reset,
    .frame = frame,
    .check = check,
    .summary = summary,
    .teardown = teardown,
};
