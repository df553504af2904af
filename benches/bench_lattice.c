/* Why this file exists: mass-spring lattices that collide and rub, by position Verlet: every scenario of the library by
 * both schemes. Sequential and in double by definition, so there is no backend to choose; a row is proved by a second
 * world built from nothing, and by what Kot and Nagahashi claim: energy does not grow, bodies do not sink in. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "solver_case.h"
#include "xpbd/verlet.h"

/// Energy gained of that at the start. Measured 4.4e-8 at most (stack_b, six-step, whose spring swings).
#define ENERGY_LIMIT 1e-6
/// Deepest overlap of the smallest radius. Measured 0.023 at most (balls, at the hit).
#define OVERLAP_LIMIT 0.1
/// Part of the time steps whose contacts may end before they are solved to the tolerance. Measured 0; with one sweep
/// instead of 200 nearly 1 where three bodies touch.
#define UNCONVERGED_LIMIT 0.01

/// What is known of a scenario at one resolution.
typedef struct lattice_count {
  struct lattice_count *next;
  char key[64];
  char failure[BENCH_TEXT]; ///< "" = it can be built.
  int64_t nodes, springs, steps;
} lattice_count;

static lattice_count *counts;

static const char *scenario_name(int index) {
  const xpbd_verlet_scenario *scenario = xpbd_verlet_scenario_at(index);
  return scenario == NULL ? NULL : scenario->name;
}

static const char *scheme_name(int index) {
  return xpbd_verlet_scheme_name(XPBD_VERLET_SIX_STEP + index);
}

static xpbd_status build(const bench_point *point, xpbd_verlet **out) {
  xpbd_verlet_params params = xpbd_verlet_params_default();
  params.resolution = (int32_t)bench_int(point, "resolution");
  params.sweeps = (int32_t)bench_int(point, "sweeps");
  params.scheme = (xpbd_verlet_scheme)xpbd_verlet_scheme_find(bench_text(point, "scheme"));
  return xpbd_verlet_scenario_build(bench_text(point, "scene"), &params, out);
}

/// Whole time steps of a frame, at least one.
static int64_t steps_of(const bench_point *point, const xpbd_verlet *world) {
  const xpbd_verlet_scenario *scenario = xpbd_verlet_scenario_at(xpbd_verlet_scenario_find(bench_text(point, "scene")));
  return (int64_t)fmax(1.0, round(scenario->frame_time / xpbd_verlet_settings(world)->time_step));
}

/// Count once what the plan has to know: the time step follows from what is stable, so the world must be built. The
/// number of nodes and the time step are the same in both schemes.
static const lattice_count *count_of(const bench_point *point) {
  char key[sizeof counts->key];
  snprintf(key, sizeof key, "%s %lld", bench_text(point, "scene"), (long long)bench_int(point, "resolution"));
  for (const lattice_count *c = counts; c != NULL; c = c->next)
    if (strcmp(c->key, key) == 0) return c;
  lattice_count *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  snprintf(made->key, sizeof made->key, "%s", key);
  xpbd_verlet *world = NULL;
  if (build(point, &world) == XPBD_OK) {
    made->nodes = xpbd_verlet_settings(world)->node_count;
    made->springs = xpbd_verlet_settings(world)->spring_count;
    made->steps = steps_of(point, world);
  } else {
    snprintf(made->failure, sizeof made->failure, "%.*s", BENCH_TEXT - 1, xpbd_last_error());
  }
  xpbd_verlet_destroy(&world);
  made->next = counts;
  counts = made;
  return made;
}

static bool sensible(const bench_point *point, char *why, size_t capacity) {
  const lattice_count *c = count_of(point);
  if (c != NULL && c->failure[0] == '\0') return true;
  snprintf(why, capacity, "%s", c == NULL ? "out of memory" : c->failure);
  return false;
}

static int64_t work(const bench_point *point) {
  const lattice_count *c = count_of(point);
  return c == NULL ? 0 : c->nodes * c->steps;
}

static int64_t memory(const bench_point *point) {
  const lattice_count *c = count_of(point);
  return c == NULL ? 0 : 500 * c->nodes + 100 * c->springs;
}

static void key(const bench_point *point, char *out, size_t capacity) {
  snprintf(out, capacity, "%s %lld %s %lld", bench_text(point, "scene"), (long long)bench_int(point, "resolution"),
           bench_text(point, "scheme"), (long long)bench_int(point, "sweeps"));
}

static bench_status setup(bench_ctx *ctx) {
  xpbd_verlet *world = NULL;
  const xpbd_status status = build(ctx->point, &world);
  if (status != XPBD_OK) return solver_case_say(ctx, status);
  ctx->state = world;
  const xpbd_verlet_def *def = xpbd_verlet_settings(world);
  ctx->facts.particles = (double)def->node_count;
  ctx->facts.constraints = (double)def->spring_count;
  ctx->facts.substeps = (int32_t)steps_of(ctx->point, world);
  ctx->facts.frame_time = (double)ctx->facts.substeps * def->time_step;
  ctx->facts.threads = 1;
  snprintf(ctx->facts.mesh, sizeof ctx->facts.mesh, "%d nodes, %d springs", (int)def->node_count,
           (int)def->spring_count);
  return BENCH_OK;
}

static bench_status step(bench_ctx *ctx, xpbd_verlet *world) {
  const xpbd_status status = xpbd_verlet_step(world, count_of(ctx->point)->steps);
  return status == XPBD_OK ? BENCH_OK : solver_case_say(ctx, status);
}

static bench_status expect(bench_ctx *ctx, int32_t frames, uint64_t *hash) {
  xpbd_verlet *world = NULL;
  const xpbd_status status = build(ctx->point, &world);
  bench_status outcome = status == XPBD_OK ? BENCH_OK : solver_case_say(ctx, status);
  for (int32_t i = 0; i < frames && outcome == BENCH_OK; ++i)
    outcome = bench_interrupted() ? BENCH_INTERRUPTED : step(ctx, world);
  if (outcome == BENCH_OK) *hash = xpbd_verlet_hash(world);
  xpbd_verlet_destroy(&world);
  return outcome;
}

static bench_status reset(bench_ctx *ctx) {
  xpbd_verlet_reset(ctx->state);
  return BENCH_OK;
}

static bench_status frame(bench_ctx *ctx) {
  return step(ctx, ctx->state);
}

static bench_status hash(bench_ctx *ctx, uint64_t *out) {
  *out = xpbd_verlet_hash(ctx->state);
  return BENCH_OK;
}

static double smallest_radius(const xpbd_verlet_def *def) {
  double least = INFINITY;
  for (int32_t i = 0; i < def->node_count; ++i)
    if (def->radii[i] > 0.0) least = fmin(least, def->radii[i]);
  return least;
}

static bench_status check(bench_ctx *ctx, int32_t frames) {
  xpbd_verlet *world = ctx->state, *fresh = NULL;
  xpbd_verlet_measures m = {0};
  xpbd_verlet_energies now = {0}, start = {0};
  xpbd_status status = xpbd_verlet_measure(world, &m);
  if (status == XPBD_OK) status = xpbd_verlet_energy(world, &now);
  if (status == XPBD_OK) status = build(ctx->point, &fresh);
  if (status == XPBD_OK) status = xpbd_verlet_energy(fresh, &start);
  const uint64_t first = fresh == NULL ? 0 : xpbd_verlet_hash(fresh);
  xpbd_verlet_destroy(&fresh);
  if (status != XPBD_OK) return solver_case_say(ctx, status);
  const double steps = (double)count_of(ctx->point)->steps * (double)frames;
  bench_check_equal(ctx, "time steps done", (double)m.steps, steps, "counted by the world since the reset");
  bench_check_true(ctx, "something changed", xpbd_verlet_hash(world) != first, "the state must differ from the first");
  bench_check_true(ctx, "state is finite", isfinite(now.total) && isfinite(m.deepest), "no NaN, no infinity");
  bench_check_at_most(ctx, "energy gained",
                      (now.total - start.total) / fmax(fmax(fabs(start.total), now.kinetic), 1e-9), ENERGY_LIMIT,
                      "of that at the start: contacts, dashpots and friction only take it away");
  bench_check_at_most(ctx, "deepest overlap", m.deepest / smallest_radius(xpbd_verlet_settings(world)), OVERLAP_LIMIT,
                      "so far, of the smallest radius: bodies do not sink into each other");
  bench_check_at_most(ctx, "steps not converged", (double)m.unconverged / steps, UNCONVERGED_LIMIT,
                      "part of the time steps whose sweeps ended before the contacts were solved");
  return BENCH_OK;
}

static const char *reference(const bench_point *point) {
  (void)point;
  return "rerun";
}

static void teardown(bench_ctx *ctx) {
  xpbd_verlet *world = ctx->state;
  xpbd_verlet_destroy(&world);
  ctx->state = NULL;
}

static const bench_axis axes[] = {
    {.name = "scene",
     .about = "see xpbd-sim --list",
     .text = true,
     .standard = "*",
     .in_name = true,
     .block = true,
     .cost = true,
     .known = scenario_name},
    {.name = "scheme",
     .about = "how a time step is put together",
     .text = true,
     .standard = "*",
     .in_name = true,
     .beside = true,
     .cost = true,
     .known = scheme_name},
    {.name = "resolution",
     .about = "nodes along the height, 0 = the scenario's own",
     .standard = "0",
     .block = true,
     .maximum = 100},
    {.name = "sweeps",
     .about = "most passes over the contacts of a time step, 0 = the scenario's own",
     .standard = "0",
     .maximum = 100000},
};

static const bench_sweep sweeps[] = {
    {.name = "scenes",
     .about = "every scenario by both schemes",
     .axis = "scene",
     .plan = "scene=*",
     .quick = "scene=*"},
    {.name = "resolution",
     .about = "a sliding box against its resolution",
     .axis = "resolution",
     .plan = "scene=friction_box resolution=3,5,9",
     .quick = "scene=friction_box resolution=3,5"},
};

const bench_case bench_lattice = {
    .name = "lattice",
    .about = "one frame of a mass-spring lattice with contacts, by position Verlet",
    .unit = "node steps",
    .standard = false,
    .episode_work = 1000000,
    .episode_work_quick = 200000,
    .total_budget = 100.0,
    .total_budget_quick = 20.0,
    .axes = axes,
    .axis_count = sizeof axes / sizeof axes[0],
    .sweeps = sweeps,
    .sweep_count = sizeof sweeps / sizeof sweeps[0],
    .sensible = sensible,
    .work = work,
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
};
