/* Why this file exists: every method on every named scene, as xpbd-sim runs them: XPBD, PBD, energy-embedded, small
 * steps, fast mass-springs, projective dynamics. The methods energy-line14 and energy-eq7, which diverge on most scenes
 * (the papers print them, the library keeps them to show it), are in no sweep; asked for, a row that diverges is
 * invalid. */
#include <stdio.h>
#include <string.h>

#include "named_scene.h"
#include "projective_case.h"
#include "solver_case.h"
#include "solver_scene.h"

static const bench_axis axes[] = {
    {.name = "scene",
     .about = "see xpbd-sim --list",
     .text = true,
     .standard = "*",
     .in_name = true,
     .block = true,
     .cost = true,
     .known = named_scene_name},
    {.name = "method",
     .about = "fms and pd are sequential and in double, and need springs alone",
     .text = true,
     .standard = "xpbd",
     .in_name = true,
     .cost = true,
     .known = named_scene_method},
    SCENE_AXIS_CONSTRAINT("scene", .in_name = false),
    SCENE_AXIS_SUBSTEPS,
    SCENE_AXIS_ITERATIONS,
    SCENE_AXIS_SIZE,
    SOLVER_AXIS_BACKEND("*", .in_name = true, .beside = true),
    SCENE_AXIS_PRECISION,
    SOLVER_AXIS_ORDER(.in_name = false),
    SOLVER_AXIS_THREADS,
    SOLVER_AXIS_LANES(.in_name = false),
    {.name = "stiffness",
     .about = "k of pbd and pbd-scaled in percent; at 100 they are the same",
     .standard = "100",
     .minimum = 1,
     .maximum = 100},
    {.name = "strategy",
     .about = "how a device schedules the groups; auto = by size",
     .text = true,
     .standard = "auto",
     .cost = true,
     .known = solver_case_strategy},
};

#define METHODS(scene, more) scene " method=xpbd,pbd,energy" more " | " scene " method=pbd-scaled stiffness=90"
#define STEPS                                                                                                          \
  "scene=cloth substeps=1 iterations=20 | scene=cloth substeps=4 iterations=5 | scene=cloth substeps=20 iterations=1"

static const bench_sweep sweeps[] = {
    {.name = "scenes",
     .about = "every scene by XPBD, on every backend",
     .axis = "scene",
     .plan = "scene=*",
     .quick = "scene=* iterations=5"},
    {.name = "methods",
     .about = "every method on springs and on a body, on every backend that has it",
     .axis = "method",
     .plan = METHODS("scene=cloth constraint=stretching", ",fms,pd") " | " METHODS("scene=cloth_stretched,blob", ""),
     .quick = METHODS("scene=cloth constraint=stretching iterations=20",
                      ",fms,pd") " | " METHODS("scene=cloth_stretched,blob iterations=5", "")},
    {.name = "steps",
     .about = "small steps: 20 sweeps a frame as 1 x 20, 4 x 5 and 20 x 1",
     .axis = "substeps",
     .plan = STEPS,
     .quick = STEPS},
};

/// fms and pd are the same on all backends: one row. Only PBD has a stiffness.
static const char *idle_axis(const bench_point *point) {
  if (named_scene_projective(point) && strcmp(bench_text(point, "backend"), "seq") != 0) return "backend";
  return bench_int(point, "stiffness") < 100 && strncmp(bench_text(point, "method"), "pbd", 3) != 0 ? "stiffness"
                                                                                                    : NULL;
}

static const char *reference(const bench_point *point) {
  return named_scene_projective(point) ? "rerun" : "seq";
}

static void key(const bench_point *point, char *out, size_t capacity) {
  solver_case_key(point, out, capacity);
  if (!named_scene_projective(point)) return;
  // The state of these is always in double, and no method of the solver's.
  solver_subject subject;
  solver_scene_subject(point, &subject);
  snprintf(out, capacity, "%s f64 %dx%d %s", subject.key, (int)subject.substeps, (int)subject.iterations,
           bench_text(point, "method"));
}

static int64_t memory(const bench_point *point) {
  // Measured: 870 bytes a particle for pd on 161 x 161, growing slowly with the size; beside the scene and the solver's
  // memory, which stands for the third one that records the objective.
  solver_subject subject;
  const bool known = named_scene_projective(point) && solver_scene_subject(point, &subject);
  return solver_case_memory(point) + (known ? 2 * 1000 * subject.particles : 0);
}

static bench_status setup(bench_ctx *ctx) {
  return named_scene_projective(ctx->point) ? projective_case_setup(ctx) : solver_case_setup(ctx);
}

static bench_status expect(bench_ctx *ctx, int32_t frames, uint64_t *hash) {
  return named_scene_projective(ctx->point) ? projective_case_expect(ctx, frames, hash)
                                            : solver_case_expect(ctx, frames, hash);
}

static bench_status reset(bench_ctx *ctx) {
  return named_scene_projective(ctx->point) ? projective_case_reset(ctx) : solver_case_reset(ctx);
}

static bench_status frame(bench_ctx *ctx) {
  return named_scene_projective(ctx->point) ? projective_case_frame(ctx) : solver_case_frame(ctx);
}

static bench_status hash(bench_ctx *ctx, uint64_t *out) {
  return named_scene_projective(ctx->point) ? projective_case_hash(ctx, out) : solver_case_hash(ctx, out);
}

static bench_status check(bench_ctx *ctx, int32_t frames) {
  return named_scene_projective(ctx->point) ? projective_case_check(ctx, frames) : solver_case_check(ctx, frames);
}

static void teardown(bench_ctx *ctx) {
  if (named_scene_projective(ctx->point))
    projective_case_teardown(ctx);
  else
    solver_case_teardown(ctx);
}

const bench_case bench_scenes = {
    .name = "scenes",
    .about = "one frame of any named scene by any method",
    .unit = "projections",
    .standard = false,
    .episode_work = 4000000,
    .episode_work_quick = 200000,
    .total_budget = 400.0,
    .total_budget_quick = 55.0,
    .axes = axes,
    .axis_count = sizeof axes / sizeof axes[0],
    .sweeps = sweeps,
    .sweep_count = sizeof sweeps / sizeof sweeps[0],
    .sensible = solver_case_sensible,
    .idle_axis = idle_axis,
    .work = solver_case_work,
    .memory = memory,
    .key = key,
    .setup = setup,
    .expect = expect,
    .reset = reset,
    .frame = frame,
    .hash = hash,
    .check = check,
    .reference = reference,
    .teardown = teardown,
    .release = solver_case_release,
};
