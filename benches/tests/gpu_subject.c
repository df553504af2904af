/* Why this file exists: a benchmark program with a backend called cuda that needs no GPU, so that any machine can check
 * the telemetry of a whole run. Its frames scramble one number. "gpu_subject fields N" measures nothing and prints the
 * environment of device N. */
#include <stdlib.h>
#include <string.h>

#include "harness/plan/bench.h"
#include "harness/machine/environment.h"
#include "harness/machine/gpu.h"
#include "harness/program.h"
#include "made_clock.h"

static uint64_t state;
static int32_t frames_done;

static const char *backend_name(int index) {
  static const char *const names[] = {"cuda", "seq"};
  return index < 2 ? names[index] : NULL;
}

static uint64_t scramble(uint64_t value) {
  for (int i = 0; i < 20000; i++) value = value * 6364136223846793005u + 1442695040888963407u;
  return value;
}

static int64_t work(const bench_point *point) {
  (void)point;
  return 20000;
}

static void key(const bench_point *point, char *out, size_t capacity) {
  (void)point;
  if (capacity > 0) out[0] = '\0';
}

static bench_status setup(bench_ctx *ctx) {
  ctx->facts.frame_time = 0.01;
  return BENCH_OK;
}

static bench_status expect(bench_ctx *ctx, int32_t frames, uint64_t *hash) {
  (void)ctx;
  *hash = 1;
  for (int32_t i = 0; i < frames; i++) *hash = scramble(*hash);
  return BENCH_OK;
}

static bench_status reset(bench_ctx *ctx) {
  (void)ctx;
  state = 1;
  frames_done = 0;
  return BENCH_OK;
}

static bench_status frame(bench_ctx *ctx) {
  (void)ctx;
  state = scramble(state);
  ++frames_done;
  return BENCH_OK;
}

static bench_status hash(bench_ctx *ctx, uint64_t *out) {
  (void)ctx;
  *out = state;
  return BENCH_OK;
}

static bench_status check(bench_ctx *ctx, int32_t frames) {
  bench_check_equal(ctx, "frames done", (double)frames_done, (double)frames, "counted since the reset");
  return BENCH_OK;
}

static void teardown(bench_ctx *ctx) {
  (void)ctx;
}

static const bench_axis axes[] = {
    {.name = "backend",
     .about = "in name only",
     .text = true,
     .standard = "cuda",
     .in_name = true,
     .known = backend_name},
    {.name = "device", .about = "number of the device", .standard = "0", .maximum = 9},
};
static const bench_sweep sweeps[] = {
    {.name = "all", .about = "one point", .axis = "device", .plan = "device=0", .quick = "device=0"}};
static const bench_case subject = {.name = "subject",
                                   .about = "scrambles a number",
                                   .unit = "units",
                                   .standard = true,
                                   .axes = axes,
                                   .axis_count = 2,
                                   .sweeps = sweeps,
                                   .sweep_count = 1,
                                   .work = work,
                                   .key = key,
                                   .setup = setup,
                                   .expect = expect,
                                   .reset = reset,
                                   .frame = frame,
                                   .hash = hash,
                                   .check = check,
                                   .teardown = teardown};
static const bench_case *const cases[] = {&subject};

/// Runs twice, because the library must open again after it was closed.
static int tell_fields(int device) {
  static bench_environment env;
  json_writer json = {.stream = stdout};
  for (int time = 0; time < 2; time++) {
    env = (bench_environment){0};
    bench_gpu_capture(&env, device);
    bench_gpu_close();
    bench_gpu_close();
  }
  json_open(&json, NULL, '{');
  json_open(&json, "gpu", '{');
  bench_env_write_group(&env, "gpu", &json);
  json_close(&json, '}');
  json_close(&json, '}');
  return 0;
}

int main(int argc, char **argv) {
  static const bench_hooks made = {.clock = made_clock};
  if (argc == 3 && strcmp(argv[1], "fields") == 0) return tell_fields(atoi(argv[2]));
  return bench_main(cases, 1, &made, argc, argv);
}
