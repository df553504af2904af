/* Why this file exists: numbers that no row shows decide how many frames an episode has, how many points a plan may
 * have, and which belong to another shard. Each is tested where one more or less gives another plan. Part of the group
 * harness. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "harness_subject.h"
#include "harness/plan/options.h"
#include "runner/check.h"

enum { SAID = 512 };

/// 16,000,001 are 109 x 146,789. With endless frames the budget of work ends the reference: 2.5 episodes of it.
static void frame_rule(check *self, int argument) {
  enum { ENDLESS = 100000000 };
  static const struct {
    bool quick, dry;
    int64_t frames, warm;         ///< As given; -1 = not given.
    int64_t work, own, own_quick; ///< Of a frame, and of an episode according to the benchmark; 0 = none.
    int32_t wanted[3];            ///< Frames, warm-up frames, and frames of the reference.
  } known[] = {
      {.frames = -1, .warm = -1, .work = 146789, .wanted = {108, 27, 135}},
      {.frames = -1, .warm = -1, .work = 1, .wanted = {120, 30, 150}},
      {.frames = -1, .warm = -1, .work = 133333, .wanted = {120, 30, 150}},
      {.frames = -1, .warm = -1, .work = 133334, .wanted = {119, 29, 148}},
      {.frames = -1, .warm = -1, .work = 8000000, .wanted = {4, 1, 5}},
      {.frames = -1, .warm = -1, .work = 8000001, .wanted = {4, 1, 4}},
      {.frames = -1, .warm = -1, .work = 30000000, .wanted = {4, 1, 2}},
      {.frames = ENDLESS, .warm = 0, .work = 1, .wanted = {ENDLESS, 0, 40000000}},
      {.frames = ENDLESS, .warm = 0, .work = 0, .wanted = {ENDLESS, 0, 40000000}},
      {.frames = ENDLESS, .warm = 0, .work = 1, .quick = true, .wanted = {ENDLESS, 0, 5000000}},
      {.frames = 1, .warm = 0, .work = 1, .wanted = {1, 0, 1}},
      {.frames = 1, .warm = -1, .work = 1, .wanted = {1, 1, 2}},
      {.frames = 3, .warm = -1, .work = 1, .wanted = {3, 1, 4}},
      {.frames = 7, .warm = -1, .work = 1, .wanted = {7, 1, 8}},
      {.frames = 8, .warm = -1, .work = 1, .wanted = {8, 2, 10}},
      {.frames = 8, .warm = 3, .work = 1, .wanted = {8, 3, 11}},
      {.frames = 8, .warm = 3, .work = 1, .dry = true, .wanted = {1, 0, 1}},
      {.frames = -1, .warm = -1, .work = 100, .own = 1000, .own_quick = 600, .wanted = {10, 2, 12}},
      {.frames = -1, .warm = -1, .work = 100, .own = 1000, .own_quick = 600, .quick = true, .wanted = {6, 1, 7}},
      {.frames = -1, .warm = -1, .work = 20000, .own = 1000, .quick = true, .wanted = {100, 25, 125}},
      {.frames = -1, .warm = -1, .work = 200000, .own_quick = 600, .wanted = {80, 20, 100}}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    const bench_case owner = {.episode_work = known[k].own, .episode_work_quick = known[k].own_quick};
    const bench_settings settings = {
        .quick = known[k].quick, .dry_run = known[k].dry, .frames = known[k].frames, .warm = known[k].warm};
    bench_point point = {.owner = &owner, .work = known[k].work};
    bench_plan_frames(&settings, &point);
    const int32_t found[3] = {point.frames, point.warm, point.horizon};
    check_true(self, memcmp(found, known[k].wanted, sizeof found) == 0, "case %zu: %d frames, %d warm, %d compared", k,
               (int)found[0], (int)found[1], (int)found[2]);
    check_control(self, memcmp(found, (const int32_t[]){0, 0, 0}, sizeof found) != 0, "no frames");
  }
}

static int64_t one_unit(const bench_point *point) {
  return 1;
}

static const bench_axis many_axes[] = {{.name = "a", .standard = "1", .in_name = true, .minimum = 1, .maximum = 100},
                                       {.name = "b", .standard = "1", .in_name = true, .minimum = 1, .maximum = 100},
                                       {.name = "c", .standard = "1", .in_name = true, .minimum = 1, .maximum = 100}};
static const bench_case many = {
    .name = "many", .unit = "units", .standard = true, .axes = many_axes, .axis_count = 3, .work = one_unit};
static const bench_case *const cases[] = {&many};

/// Plans it with these -a options. Returns its exit code and message.
static int planned(bench_plan *plan, const char *filter, const char **given, int count, char said[SAID]) {
  const bench_settings settings = {.frames = -1, .warm = -1, .filter = filter, .axes = {count, given}};
  capture errors = capture_begin(STDERR_FILENO);
  const int code = bench_plan_make(bench_program(), &settings, cases, 1, plan);
  capture_end(&errors, said, SAID);
  return code;
}

/// A filter may search 200,000 combinations for one point, and no more.
static void combinations(check *self, int argument) {
  static const char *most[] = {"a=[1:100:1]", "b=[1:100:1]", "c=[1:20:1]"},
                    *more[] = {"a=[1:100:1]", "b=[1:100:1]", "c=[1:21:1]"};
  bench_plan plan;
  char said[SAID];
  int code = planned(&plan, "^many/a:7/b:8/c:9$", most, 3, said);
  if (check_true(self, code == 0 && plan.count == 1, "200,000: exit code %d, %d points: %s", code, plan.count, said))
    check_true(self, strcmp(plan.points[0].name, "many/a:7/b:8/c:9") == 0, "which: %s", plan.points[0].name);
  bench_plan_destroy(&plan);
  code = planned(&plan, "^many/a:7/b:8/c:9$", more, 3, said);
  check_control(self, code == CLI_EXIT_USAGE && plan.count == 0, "210,000: exit code %d", code);
  static const char wanted[] = "xpbd-bench: many: too many combinations; narrow the axes with -a\n";
  check_true(self, strcmp(said, wanted) == 0, "why: %s", said);
}

/// For an unknown axis 63 characters of its name are shown, and no byte after them is read.
static void long_axes(check *self, int argument) {
  static const int lengths[] = {62, 63, 64, 100};
  for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
    char word[128], said[SAID], wanted[SAID];
    const char *given[] = {word};
    bench_plan plan;
    const int shown = lengths[k] < 63 ? lengths[k] : 63;
    memset(word, 'n', (size_t)lengths[k]);
    snprintf(word + lengths[k], sizeof word - (size_t)lengths[k], "=1");
    snprintf(wanted, sizeof wanted, "xpbd-bench: no axis \"%.*s\" (see --list)\n", shown, word);
    const int code = planned(&plan, NULL, given, 1, said);
    check_true(self, code == CLI_EXIT_USAGE && strcmp(said, wanted) == 0, "%d letters: %s", lengths[k], said);
    snprintf(wanted, sizeof wanted, "xpbd-bench: no axis \"%.*s\" (see --list)\n", shown - 1, word);
    check_control(self, strcmp(said, wanted) != 0, "a letter less");
  }
}

/// Four points in three shards; this is the second.
static void shards(check *self, int argument) {
  static const char *const axes[] = {"size=10,20,30,40", "side=left"};
  static const char *const skips[] = {"measured by shard 1/3", "", "measured by shard 3/3", "measured by shard 1/3"};
  OWNED(end_trial) trial t = {0};
  fake = (fake_behaviour){.mean = 1e-3};
  plan_trial(&t, axes, 2);
  t.settings.shard = 2, t.settings.shards = 3;
  replan_trial(&t);
  if (!check_true(self, t.plan.count == 4, "four points")) return;
  for (int i = 0; i < 4; i++) {
    const bench_point *point = &t.plan.points[i];
    check_same(self, (uint64_t)point->shard, (uint64_t)(i % 3 + 1), "part of point %d", i);
    check_true(self, strcmp(point->skip, skips[i]) == 0, "point %d: '%s'", i, point->skip);
    check_true(self, bench_plan_owns(&t.settings, point) == (i == 1), "point %d is this part's, or not", i);
  }
  check_same(self, (uint64_t)bench_plan_own_count(&t.settings, &t.plan), 1, "points of this part");
  t.settings.shard = 1;
  check_control(self, bench_plan_own_count(&t.settings, &t.plan) == 2, "another part has two");
}

void check_harness_plans(check_registry *registry) {
  check_add(registry, "frame rule", "frames, warm frames and those of the reference", frame_rule, 0);
  check_add(registry, "combinations", "as many as are gone through, and more", combinations, 0);
  check_add(registry, "long axes", "axes with long names that nobody has", long_axes, 0);
  check_add(registry, "shards", "which part measures what", shards, 0);
}
