/* Why this file exists: writes numbers that no row shows: how many frames an episode has, how many points a plan may have,
 * and which belong to another shard. One more or less gives another plan. */
#include <string.h>

#include "harness/plan/options.h"
#include "texts.h"
#include "unit/harness/harness_subject.h"

/// Frames, warm-up frames and frames of the reference. 16,000,001 are 109 x 146,789. With endless frames the budget of
/// work ends the reference: 2.5 episodes of it.
static void write_frame_rule(void) {
  enum { ENDLESS = 100000000 };
  static const struct {
    int64_t frames, warm, work; ///< As given, -1 = not given; work of a frame.
    int64_t own, own_quick;     ///< Of an episode according to the benchmark; 0 = none.
    bool quick, dry;
  } points[] = {{-1, -1, 146789, 0, 0, false, false},   {-1, -1, 1, 0, 0, false, false},
                {-1, -1, 133333, 0, 0, false, false},   {-1, -1, 133334, 0, 0, false, false},
                {-1, -1, 8000000, 0, 0, false, false},  {-1, -1, 8000001, 0, 0, false, false},
                {-1, -1, 30000000, 0, 0, false, false}, {ENDLESS, 0, 1, 0, 0, false, false},
                {ENDLESS, 0, 0, 0, 0, false, false},    {ENDLESS, 0, 1, 0, 0, true, false},
                {1, 0, 1, 0, 0, false, false},          {1, -1, 1, 0, 0, false, false},
                {3, -1, 1, 0, 0, false, false},         {7, -1, 1, 0, 0, false, false},
                {8, -1, 1, 0, 0, false, false},         {8, 3, 1, 0, 0, false, false},
                {8, 3, 1, 0, 0, false, true},           {-1, -1, 100, 1000, 600, false, false},
                {-1, -1, 100, 1000, 600, true, false},  {-1, -1, 20000, 1000, 0, true, false},
                {-1, -1, 200000, 0, 600, false, false}};
  heading("frames given and warm ones, work, of an episode, quick, dry: frames, warm, compared");
  for (size_t k = 0; k < sizeof points / sizeof points[0]; k++) {
    const bench_case owner = {.episode_work = points[k].own, .episode_work_quick = points[k].own_quick};
    const bench_settings settings = {
        .quick = points[k].quick, .dry_run = points[k].dry, .frames = points[k].frames, .warm = points[k].warm};
    bench_point point = {.owner = &owner, .work = points[k].work};
    bench_plan_frames(&settings, &point);
    printf("%lld %lld %lld %lld %lld %d %d: %d %d %d\n", (long long)points[k].frames, (long long)points[k].warm,
           (long long)points[k].work, (long long)points[k].own, (long long)points[k].own_quick, points[k].quick,
           points[k].dry, (int)point.frames, (int)point.warm, (int)point.horizon);
  }
}

static int64_t one_unit(const bench_point *point) {
  return 1;
}

/// Plans a made-up benchmark with these -a options.
static void write_plan(const char *filter, const char **given, int count) {
  static const bench_axis many_axes[] = {{.name = "a", .standard = "1", .in_name = true, .minimum = 1, .maximum = 100},
                                         {.name = "b", .standard = "1", .in_name = true, .minimum = 1, .maximum = 100},
                                         {.name = "c", .standard = "1", .in_name = true, .minimum = 1, .maximum = 100}};
  static const bench_case many = {
      .name = "many", .unit = "units", .standard = true, .axes = many_axes, .axis_count = 3, .work = one_unit};
  static const bench_case *const cases[] = {&many};
  const bench_settings settings = {.frames = -1, .warm = -1, .filter = filter, .axes = {count, given}};
  bench_plan plan;
  const int code = bench_plan_make(bench_program(), &settings, cases, 1, &plan);
  printf("= %d, %d points %s\n", code, plan.count, plan.count ? plan.points[0].name : "");
  bench_plan_destroy(&plan);
}

/// Four points in three shards.
static void write_shards(void) {
  for (int shard = 1; shard <= 3; shard++) {
    trial t;
    fake = (fake_behaviour){.mean = 1e-3};
    plan_trial(&t, (const char *const[]){"size=10,20,30,40", "side=left"}, 2);
    t.settings.shard = shard, t.settings.shards = 3;
    replan_trial(&t);
    printf("shard %d owns %d:", shard, bench_plan_own_count(&t.settings, &t.plan));
    for (int i = 0; i < t.plan.count; i++) {
      const bench_point *point = &t.plan.points[i];
      printf(" %d %d '%s'", point->shard, bench_plan_owns(&t.settings, point), point->skip);
    }
    printf("\n");
    end_trial(&t);
  }
}

void write_plan_limits(void) {
  static const char *most[] = {"a=[1:100:1]", "b=[1:100:1]", "c=[1:20:1]"},
                    *more[] = {"a=[1:100:1]", "b=[1:100:1]", "c=[1:21:1]"};
  static const int lengths[] = {62, 63, 64, 100};
  write_frame_rule();
  heading("a filter in 200,000 combinations, in 210,000; long names of unknown axes; shards");
  write_plan("^many/a:7/b:8/c:9$", most, 3);
  write_plan("^many/a:7/b:8/c:9$", more, 3);
  for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
    char word[128];
    const char *given[] = {word};
    memset(word, 'n', sizeof word);
    snprintf(word + lengths[k], sizeof word - (size_t)lengths[k], "=1");
    write_plan(NULL, given, 1);
  }
  write_shards();
}
