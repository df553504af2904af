/* Why this file exists: a benchmark without a solver. Its frames take the time they are told to, on a clock that only
 * they advance, so the results of the harness are known beforehand. */
#include "harness_subject.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/plan/options.h"
#include "harness/store/past.h"

fake_behaviour fake;

static const char *fake_names(int index) {
  static const char *const names[] = {"left", "right", "broken"};
  return index < 3 ? names[index] : NULL;
}

static const char *fake_grounds(int index) {
  return index == 0 ? "flat" : NULL;
}

static bool fake_usable(const char *value, char *why, size_t capacity) {
  snprintf(why, capacity, "it is broken"); /* includes unusable ones, because nobody asks why they are usable */
  return strcmp(value, "broken") != 0;
}

static bool fake_spared(const char *value, char *why, size_t capacity) {
  if (!fake.spares || strcmp(value, "right") != 0) return false;
  snprintf(why, capacity, "it is spared");
  return true;
}

static int64_t fake_work(const bench_point *point) {
  return 1000 * bench_int(point, "size");
}

static void fake_key(const bench_point *point, char *out, size_t capacity) {
  snprintf(out, capacity, "%lld", (long long)bench_int(point, "size"));
}

/// Standard normal, by twelve uniform numbers.
static double fake_normal(void) {
  double sum = -6.0;
  for (int i = 0; i < 12; i++) sum += bench_random_unit(&fake.random);
  return sum;
}

static int64_t fake_memory(const bench_point *point) {
  return (int64_t)fake.bytes;
}

static bench_status fake_setup(bench_ctx *ctx) {
  ctx->facts.frame_time = 0.01;
  fake.now += fake.setup;
  if (fake.inexact) snprintf(ctx->inexact, sizeof ctx->inexact, "%s", fake.inexact);
  if (fake.remark) snprintf(ctx->remark, sizeof ctx->remark, "%s", fake.remark);
  if (++fake.live > fake.most_live) fake.most_live = fake.live;
  return BENCH_OK;
}

static uint64_t fake_state(int64_t size, int32_t frames) {
  return (uint64_t)size * 1000003u + (uint64_t)frames;
}

static bench_status fake_expect(bench_ctx *ctx, int32_t frames, uint64_t *hash) {
  *hash = fake_state(bench_int(ctx->point, "size"), frames);
  fake.now += fake.reference;
  fake.references++;
  return BENCH_OK;
}

static bench_status fake_reset(bench_ctx *ctx) {
  fake.frames = 0;
  fake.episodes++;
  return BENCH_OK;
}

static bench_status fake_frame(bench_ctx *ctx) {
  if (fake.episodes == fake.falls_at) return bench_say(ctx, BENCH_LOST, "device lost: it fell over");
  if (fake.episodes == fake.fails_at) return BENCH_ERROR;
  fake.now += fake.mean * (1.0 + fake.drift * fake.episodes) * fmax(0.1, 1.0 + fake.spread * fake_normal());
  if (!fake.does_nothing) fake.frames++; // a solver that does nothing is fast
  return BENCH_OK;
}

static bench_status fake_hash(bench_ctx *ctx, uint64_t *hash) {
  fake.now += fake.leap;
  *hash = fake_state(bench_int(ctx->point, "size"), fake.frames);
  const bool right = strcmp(bench_text(ctx->point, "side"), "right") == 0;
  if (right && fake.wrong_after > 0 && fake.frames > fake.wrong_after) *hash ^= 2;
  if (fake.wrong_state || fake.episodes == fake.spoil_episode) *hash ^= 1;
  return BENCH_OK;
}

static bench_status fake_check(bench_ctx *ctx, int32_t frames) {
  if (fake.no_checks) ctx->check_count = 0;
  for (int i = 0; i < fake.more_checks; i++) bench_check_true(ctx, "one more", true, "it holds");
  if (fake.fails_check) bench_check_at_most(ctx, "residual", NAN, 1.0, "NaN must fail");
  return BENCH_OK;
}

static bench_status fake_series(bench_ctx *ctx, int32_t frames, uint64_t hash) {
  static const char *const names[] = {"time_s"};
  if (fake.records && bench_series_begin(ctx, 1, names, 1)) bench_series_add(ctx, (double[]){0.0});
  return BENCH_OK;
}

static void fake_teardown(bench_ctx *ctx) {
  fake.live--;
}

static bool fake_has_axis(const bench_point *point, const char *axis) {
  return !fake.blind || strcmp(axis, "quiet") != 0 || strcmp(bench_text(point, "side"), "left") != 0;
}

static void fake_rest(void *self) {
  ++fake.rests;
}

static double fake_pace(void *self, int repeats) {
  const int answer = ++fake.paces;
  return fake.pace <= 0.0                                     ? (double)NAN
         : answer >= fake.slow_from && answer <= fake.slow_to ? fake.slow_pace
                                                              : fake.pace;
}

static void fake_pause(void *self, double seconds) {
  fake.now += seconds;
  ++fake.pauses;
}

static double fake_now(void *self) {
  return fake.now += fake.late;
}

const bench_axis fake_axes[] = {
    {.name = "size", .standard = "10", .in_name = true, .block = true, .minimum = 1, .maximum = 1000000},
    {.name = "side",
     .text = true,
     .standard = "*",
     .in_name = true,
     .known = fake_names,
     .usable = fake_usable,
     .spared = fake_spared},
    {.name = "quiet", .standard = "0", .maximum = 9},
    {.name = "ground", .text = true, .standard = "flat", .block = true, .known = fake_grounds},
};
static const bench_sweep fake_sweeps[] = {
    {.name = "size", .axis = "size", .plan = "size=10,20,30", .quick = "size=10"},
    {.name = "quiet", .axis = "quiet", .plan = "size=20 quiet=0,1", .quick = "quiet=0"},
};
static const bench_case fake_case = {.name = "fake",
                                     .about = "a clock of its own",
                                     .unit = "units",
                                     .standard = true,
                                     .axes = fake_axes,
                                     .axis_count = 4,
                                     .sweeps = fake_sweeps,
                                     .sweep_count = 2,
                                     .has_axis = fake_has_axis,
                                     .work = fake_work,
                                     .key = fake_key,
                                     .memory = fake_memory,
                                     .setup = fake_setup,
                                     .expect = fake_expect,
                                     .reset = fake_reset,
                                     .frame = fake_frame,
                                     .hash = fake_hash,
                                     .check = fake_check,
                                     .series = fake_series,
                                     .teardown = fake_teardown};
static const bench_case *const fake_cases[] = {&fake_case};

void plan_trial(trial *t, const char *const *axes, int axis_count) {
  *t = (trial){.settings = {.frames = -1, .warm = -1, .rel_err = 0.01, .budget = 1e6, .total_budget = 1e6}};
  t->settings.min_episodes = 10;
  t->settings.max_episodes = 200;
  t->settings.seed = 7;
  for (int i = 0; i < axis_count && i < 4; i++) t->axes[i] = axes[i];
  t->settings.axes = (cli_list){axis_count, t->axes};
  replan_trial(t);
}

void replan_trial(trial *t) {
  bench_plan_destroy(&t->plan);
  t->code = bench_plan_make(bench_program(), &t->settings, fake_cases, 1, &t->plan);
}

void run_trial(trial *t) {
  const bench_clock clock = {fake_now, fake_now, t->count, NULL, fake.read_cost, fake_rest, fake_pace, fake_pause};
  if (t->code != 0 || !bench_run_init(&t->run, &t->plan, &t->settings, clock, t->observer)) return;
  long length;
  int finished;
  if (t->past) t->refused = bench_past_read(t->past, &t->run, t->length ? t->length : &length, &finished) != 0;
  if (!t->refused) bench_run_all(&t->run);
}

void end_trial(trial *t) {
  if (t->run.plan) bench_run_destroy(&t->run);
  bench_plan_destroy(&t->plan);
}

void run_single(trial *t) {
  static const char *const axes[] = {"size=10", "side=left"};
  plan_trial(t, axes, 2);
  run_trial(t);
}
