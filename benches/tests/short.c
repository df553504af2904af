/* Why this file exists: a row of a benchmark without the harness, which would measure the machine first: set-up, a
 * frame, the reference, the checks and the series, so that any of their allocations can fail (memory.sh).
 * usage: bench_short FOLDER_OF_PAPERS BENCHMARK AXIS=VALUE... */
#include <inttypes.h>
#include <stdio.h>

#include "cases/cases.h"
#include "harness/plan/options.h"
#include "subject/papers_scene.h"
#include "harness/run/run.h"

static int said(const bench_ctx *ctx, const char *what, bench_status status) {
  printf("%s: %d %s\n", what, (int)status, ctx->reason);
  return status == BENCH_OK;
}

static void row(const bench_point *point) {
  const bench_case *owner = point->owner;
  bench_ctx ctx = {.point = point, .facts = bench_facts_unknown()};
  uint64_t hash = 0, expected = 0;
  if (said(&ctx, "setup", owner->setup(&ctx)) && said(&ctx, "reset", owner->reset(&ctx)) &&
      said(&ctx, "frame", owner->frame(&ctx)) && said(&ctx, "hash", owner->hash(&ctx, &hash)) &&
      said(&ctx, "reference", owner->expect(&ctx, 1, &expected)) && said(&ctx, "check", owner->check(&ctx, 1))) {
    printf("%016" PRIx64 " %016" PRIx64 " %s\n", hash, expected, ctx.remark);
    for (int k = 0; k < ctx.check_count; k++) printf("%s: %d\n", ctx.checks[k].name, (int)ctx.checks[k].pass);
    if (owner->series) said(&ctx, "series", owner->series(&ctx, 1, hash));
  }
  owner->teardown(&ctx);
  owner->release();
}

int main(int argc, char **argv) {
  bench_settings settings = {.frames = 1, .warm = 0, .validate = BENCH_VALIDATE_ONLY};
  bench_plan plan;
  if (argc < 3) return 1;
  papers_scene_folder(argv[1]);
  settings.benchmarks = (cli_list){1, (const char **)&argv[2]};
  settings.axes = (cli_list){argc - 3, (const char **)&argv[3]};
  if (bench_plan_make(bench_program(), &settings, bench_cases, BENCH_CASES, &plan) != 0) return 1;
  printf("%s: %" PRId64 " %s\n", plan.points[0].name, plan.points[0].work, plan.points[0].skip);
  if (plan.points[0].skip[0] == '\0') row(&plan.points[0]);
  bench_plan_destroy(&plan);
  return 0;
}
