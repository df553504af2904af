/* Why this file exists: subnormal numbers made formulas look twice as slow as others. Here the meshes of the benchmark
 * `projection` must have none, and their cost to a row is measured. The measurement must leave no thread in another
 * mode. */
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "cases_checks.h"
#include "cases/solver_case.h"
#include "harness/machine/subnormal.h"

extern const bench_case bench_projection, bench_cloth;

/// Whether the subnormal square of a number is not flushed to 0.
static bool computes_ieee(void) {
  volatile float small = 1e-21f;
  volatile float square = small * small;
  return square > 0.0f;
}

static void *ask(void *ieee) {
  *(bool *)ieee = computes_ieee();
  return NULL;
}

/// The same in a thread that this one starts.
static bool child_computes_ieee(void) {
  bool ieee = false;
  pthread_t thread;
  if (pthread_create(&thread, NULL, ask, &ieee) == 0) pthread_join(thread, NULL);
  return ieee;
}

/// A benchmark whose frames take one second, or two thirds with subnormal numbers flushed to 0. It remembers the mode.
static struct {
  double now, wall;
  int resets, frames[2], children[2]; ///< [flushed]
  bool fails;
} told;

static double told_now(void *self) {
  return told.now;
}
/// Another program doubles the time of frames, but not of flushed ones. The value closer to 1 counts.
static double told_wall(void *self) {
  return told.wall;
}
static bench_status told_reset(bench_ctx *ctx) {
  told.resets++;
  return BENCH_OK;
}
static bench_status told_frame(bench_ctx *ctx) {
  const bool flushed = bench_subnormal_flushed();
  told.frames[flushed]++;
  if (child_computes_ieee() != flushed) told.children[flushed]++;
  told.now += flushed ? 2.0 : 3.0;
  told.wall += flushed ? 2.0 : 6.0;
  return told.fails ? BENCH_ERROR : BENCH_OK;
}

static const bench_axis told_axes[] = {{.name = "backend", .text = true}};
static bench_case told_case = {.name = "told",
                               .axes = told_axes,
                               .axis_count = 1,
                               .reset = told_reset,
                               .frame = told_frame,
                               .in_callers_mode = true};

static double ratio_of(const char *backend, int64_t work) {
  const bench_point point = {
      .owner = &told_case, .values = {{.text = backend}}, .present = 1, .work = work, .warm = 1, .frames = 4};
  bench_ctx ctx = {.point = &point};
  const bench_clock clock = {.now = told_wall, .processor = told_now};
  memset(&told.resets, 0, sizeof told.resets + sizeof told.frames + sizeof told.children);
  return bench_subnormal_ratio(&clock, &ctx);
}

/// The ratio, measured equally often in both modes, in threads and in threads that these start. NaN if there is none.
static void ratio(check *self, int argument) {
  if (!bench_subnormal_flush(false)) {
    check_true(self, isnan(ratio_of("seq", 1)), "no mode, no ratio");
    check_skip(self, "the mode of this processor is unknown");
    return;
  }
  check_between(self, ratio_of("seq", 1), 1.5, 1.5, "3 s over 2 s");
  check_same(self, (uint64_t)told.frames[0], 10 * 5, "frames as they are: all, as often as for a ratio to be said");
  check_same(self, (uint64_t)told.frames[1], 10 * 5, "flushed frames");
  check_same(self, (uint64_t)(told.children[0] + told.children[1]), 2 * 10 * 5, "threads with the mode of theirs");
  check_same(self, (uint64_t)told.resets, 2 * 10 + 1, "a reset before each, and behind all");
  check_between(self, ratio_of("omp", 5000000), 1.5, 1.5, "of frames that are long");
  check_same(self, (uint64_t)told.frames[0], 10 * 3, "three of them");
  check_true(self, isnan(ratio_of("cuda", 1)) && isnan(ratio_of("opencl", 1)), "none of a device");
  told_case.in_callers_mode = false;
  check_true(self, isnan(ratio_of("seq", 1)), "none of frames that know no mode");
  told_case.in_callers_mode = true;
  told.fails = true;
  check_control(self, isnan(ratio_of("seq", 1)), "frames that fail");
  told.fails = false;
}

/// The mode of the program, whichever it is, is restored.
static void restored(check *self, int argument) {
  check_true(self, computes_ieee(), "before all: as IEEE 754 asks");
  check_true(self, isnan(ratio_of("seq", 1)) == !bench_subnormal_flush(false), "a ratio where there is a mode");
  check_true(self, computes_ieee() && child_computes_ieee(), "afterwards as well, here and in a new thread");
  if (!bench_subnormal_flush(true)) {
    check_skip(self, "the mode of this processor is unknown");
    return;
  }
  check_control(self, !computes_ieee() && bench_subnormal_flushed(), "a mode that was set is seen");
  check_between(self, ratio_of("seq", 1), 1.5, 1.5, "the ratio in that program");
  check_true(self, !computes_ieee(), "it is flushed afterwards");
  bench_subnormal_flush(false);
  check_true(self, computes_ieee() && !bench_subnormal_flushed(), "and as before again");
}

/// A point that is set up; false if it cannot be.
static bool open_point(check *self, bench_ctx *ctx) {
  const bench_status status = ctx->point->owner->setup(ctx);
  return check_true(self, status == BENCH_OK, "%s: %s", ctx->point->name, ctx->reason);
}

typedef struct running {
  bench_ctx *ctx;
  int frames;
  bool flush, good;
  uint64_t hash;
} running;

static void *run(void *argument) {
  running *self = argument;
  const bench_case *owner = self->ctx->point->owner;
  self->good = bench_subnormal_flush(self->flush) && owner->reset(self->ctx) == BENCH_OK;
  for (int i = 0; i < self->frames && self->good; i++) self->good = owner->frame(self->ctx) == BENCH_OK;
  self->good = self->good && owner->hash(self->ctx, &self->hash) == BENCH_OK;
  return NULL;
}

static uint64_t hash_of(check *self, bench_ctx *ctx, bool flush) {
  running what = {.ctx = ctx, .frames = 3, .flush = flush};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, &what) == 0) pthread_join(thread, NULL);
  check_true(self, what.good, "three frames %s", flush ? "flushed" : "as they are");
  return what.hash;
}

/// Threads of a team have the mode of the thread that starts them. The states show it on a mesh with subnormal numbers.
static void teams(check *self, int argument) {
  uint64_t hash[2][2] = {{0}};
  if (!bench_subnormal_flush(false)) {
    check_skip(self, "the mode of this processor is unknown");
    return;
  }
  static const char *const backends[2] = {"backend=seq", "backend=omp"};
  for (int k = 0; k < 2; k++) {
    OWNED(bench_plan_destroy) bench_plan plan = {0};
    const bench_point point = case_point(
        self, &bench_cloth,
        (const char *[]){"size=41", "constraint=stvk_root_triangle", "iterations=40", "threads=2", backends[k], NULL},
        &plan);
    bench_ctx ctx = {.point = &point};
    if (point.skip[0] == '\0' && open_point(self, &ctx)) {
      hash[k][0] = hash_of(self, &ctx, false);
      hash[k][1] = hash_of(self, &ctx, true);
      const bench_clock clock = bench_clock_real();
      check_true(self, bench_subnormal_ratio(&clock, &ctx) > 0.0, "it is measured");
      check_same(self, hash_of(self, &ctx, false), hash[k][0], "nothing flushed is left behind");
      ctx.point->owner->teardown(&ctx);
    }
    bench_cloth.release();
  }
  check_control(self, hash[0][0] != hash[0][1], "flushed numbers make another state");
  if (hash[1][0] == 0) {
    check_skip(self, "no backend omp");
    return;
  }
  check_same(self, hash[1][0], hash[0][0], "two threads as they are");
  check_same(self, hash[1][1], hash[0][1], "two threads flushed");
}

/// How many of ten frames have a result too small for a normal number.
static int underflows(check *self, const bench_case *owner, const char *formula, const char *mesh) {
  char constraint[96];
  snprintf(constraint, sizeof constraint, "constraint=%s", formula);
  OWNED(bench_plan_destroy) bench_plan plan = {0};
  const bench_point point = case_point(
      self, owner, (const char *[]){"size=9", mesh, "iterations=40", "backend=seq", "order=group", constraint, NULL},
      &plan);
  bench_ctx ctx = {.point = &point};
  int count = 0;
  if (open_point(self, &ctx) && owner->reset(&ctx) == BENCH_OK)
    for (int i = 0; i < 10; i++) {
      feclearexcept(FE_UNDERFLOW);
      xpbd_floats_keep(true); /* what the library raises */
      check_true(self, owner->frame(&ctx) == BENCH_OK, "frame %d of %s", i, formula);
      xpbd_floats_keep(false);
      if (fetestexcept(FE_UNDERFLOW)) count++;
    }
  owner->teardown(&ctx);
  owner->release();
  return count;
}

/// Each formula on the mesh of `projection`: hardly any frame has a subnormal result.
static void meshes(check *self, int argument) {
  for (int k = 0; solver_case_formula(k); k++)
    check_at_most(self, underflows(self, &bench_projection, solver_case_formula(k), "mesh=auto"), 1.0,
                  "%s: frames with an underflow, of 10", solver_case_formula(k));
  static const char *const symmetric[][2] = {{"sbd_stretch_tet", "mesh=sphere"},
                                             {"esbd_shear_tet", "mesh=sphere"},
                                             {"esbd_shear", "mesh=cloth"},
                                             {"esbd_mod_shear", "mesh=cloth"}};
  for (size_t k = 0; k < sizeof symmetric / sizeof *symmetric; k++)
    check_control(self, underflows(self, &bench_cloth, symmetric[k][0], symmetric[k][1]) > 1,
                  "%s on a mesh along the axes", symmetric[k][0]);
}

void check_group_subnormal(check_registry *registry) {
  check_add(registry, "ratio", "frames as they are over flushed ones: how often, where, of which there is none", ratio,
            0);
  check_add(registry, "restored", "the floating-point mode of the program is as before", restored, 0);
  check_add(registry, "teams", "threads of omp have the mode of the thread that asks; no flushed state stays", teams,
            0);
  check_add(registry, "meshes", "projections on the meshes of the benchmark make no subnormal numbers", meshes, 0);
}
