/* Why this file exists: tests the parts of a row while it runs: the processor time of an episode, the cost of a
 * reference, when the fewest episodes are enough, the text for a row that ended without a reason. A made-up clock makes
 * all of it known beforehand. Part of the group harness. */
#include <math.h>
#include <string.h>

#include "harness_subject.h"
#include "unit/number.h"
#include "harness/store/report.h"
#include "runner/check.h"

static const char *const left_of_10[] = {"size=10", "side=left"}, *const both_of_10[] = {"size=10", "side=left,right"};

static void is(check *self, const char *text, const char *wanted, const char *what) {
  check_true(self, strcmp(text, wanted) == 0, "%s: '%s', not '%s'", what, text, wanted);
}

/// Points that must agree share one reference. The cost of a unit of its work comes from the last one.
static void references(check *self, int argument) {
  static const char *const two_sizes[] = {"size=10,20", "side=left"};
  for (int sizes = 1; sizes <= 2; sizes++) {
    OWNED(end_trial) trial t = {0};
    fake = (fake_behaviour){.mean = 1e-3, .reference = 3.0};
    plan_trial(&t, sizes == 1 ? both_of_10 : two_sizes, 2);
    run_trial(&t);
    check_same(self, (uint64_t)fake.references, (uint64_t)sizes, "references of two points");
    // 150 frames of 10,000 and of 20,000 units in 3 s.
    check_number(self, t.run.budget.reference_per_work, sizes == 1 ? 2e-6 : 1e-6, 1e-9, "a unit of it [s]");
    check_control(self, fabs(t.run.budget.reference_per_work - 5e-9) > 1e-7, "what is guessed before");
  }
}

/// Every frame takes 1 ms on either clock: 30 warm-up frames and 120 timed ones.
static void episode(check *self, int argument) {
  OWNED(end_trial) trial t = {0};
  fake = (fake_behaviour){.now = 1000.0, .mean = 1e-3};
  run_single(&t);
  const bench_result *r = &t.run.results[0];
  check_at_least(self, r->episodes, 3, "episodes");
  for (int e = 0; e < r->episodes; e++)
    check_number(self, r->processor[e], 1e-3, 1e-6, "processor time of a frame [s]");
  check_number(self, r->last.processor, 1e-3, 1e-6, "that of the last episode [s]");
  check_number(self, r->last.timed, 0.12, 1e-6, "its timed frames [s]");
  check_number(self, r->last.spent, 0.15, 1e-6, "all of it [s]");
  check_number(self, r->noise.seconds, 0.12 * r->episodes, 1e-6, "what noise is a part of [s]");
  check_control(self, fabs(r->last.timed - r->last.spent) > 0.01, "warm frames are not timed");
}

/// Samples take exactly the time of their episode, also if the program is interrupted between two readings of the clock.
static void interrupted(check *self, int argument) {
  OWNED(end_trial) trial t = {0};
  fake = (fake_behaviour){.now = 1000.0, .mean = 1e-3, .late = 1e-4};
  run_single(&t);
  const bench_result *r = &t.run.results[0];
  const size_t each = (size_t)r->samples_per_episode;
  double sum = 0.0;
  check_at_least(self, r->episodes, 3, "episodes");
  for (size_t s = r->sample_count - each; s < r->sample_count; s++) sum += r->samples[s] * r->frames_per_sample;
  check_number(self, r->last.timed, sum, 1e-9, "the timed part against its samples [s]");
  check_control(self, fabs(sum - 0.12) > 1e-5, "the interruptions are in the samples");
}

/// A sample takes at least 1000 readings of the clock, and exactly 1000 are enough. A budget spent to the second ends a
/// point.
static void boundaries(check *self, int argument) {
  static const struct {
    double mean, budget;
    int together, episodes; ///< Frames of a sample.
  } known[] = {
      {1000.0, 1050000.0, 1, 7}, {999.0, 1048950.0, 2, 7}, {1000.0, 1050001.0, 1, 8}, {999.0, 1048951.0, 2, 8}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    OWNED(end_trial) trial t = {0};
    fake = (fake_behaviour){.mean = known[k].mean, .read_cost = 1.0};
    plan_trial(&t, left_of_10, 2);
    t.settings.budget = known[k].budget, t.settings.total_budget = 1e9;
    run_trial(&t);
    const bench_result *r = &t.run.results[0];
    check_same(self, (uint64_t)r->frames_per_sample, (uint64_t)known[k].together, "frames of %g s in a sample",
               known[k].mean);
    check_same(self, (uint64_t)r->episodes, (uint64_t)known[k].episodes, "episodes in %g s", known[k].budget);
    is(self, r->stop ? r->stop : "-", "budget", "why no more");
  }
  check_control(self, known[0].episodes != known[2].episodes, "a second more is an episode more");
}

/// Whatever the budget: six episodes and ten samples. The text on how it was checked, for one frame and for several.
static void floors(check *self, int argument) {
  static const struct {
    int frames, episodes;
    const char *checked;
  } known[] = {{1, 10, "hash=seq@1 frame"},
               {2, 6, "hash=seq@1 frame, episodes agree@2"},
               {3, 6, "hash=seq@1 frame, episodes agree@3"}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    OWNED(end_trial) trial t = {0};
    fake = (fake_behaviour){.mean = 1e-3};
    plan_trial(&t, left_of_10, 2);
    t.plan.points[0].frames = known[k].frames;
    t.plan.points[0].warm = 0, t.plan.points[0].horizon = 1;
    t.settings.budget = 1e-9;
    run_trial(&t);
    const bench_result *r = &t.run.results[0];
    check_same(self, (uint64_t)r->episodes, (uint64_t)known[k].episodes, "episodes of %d frames", known[k].frames);
    is(self, r->stop ? r->stop : "-", "budget", "why no more");
    is(self, r->checked, known[k].checked, "how it was checked");
    check_control(self, r->episodes > 5, "a budget that is over at once");
  }
}

/* A point is cheap if one more than the fewest episodes for an interval take less than half of an equal share of the
 * whole time. It then gets them, even if the next point is predicted to need more than there is. Each episode is a
 * thousandth longer, so that eleven of the first one's length end after eleven, neither ten nor twelve. */
static void cheap_points(check *self, int argument) {
  static const char *const sizes[] = {"size=10,1000000", "side=left"};
  trial t;
  fake = (fake_behaviour){.mean = 1e-3, .drift = 1e-3};
  plan_trial(&t, sizes, 2);
  t.settings.total_budget = 1000.0, t.settings.rel_err = 1e-9;
  run_trial(&t);
  const bench_result *r = t.run.results;
  check_same(self, (uint64_t)r[0].episodes, 11, "episodes of the cheap point");
  is(self, r[0].stop ? r[0].stop : "-", "total-budget", "why no more");
  check_true(self, r[1].outcome == BENCH_SKIPPED && strncmp(r[1].reason, "needs about 3", 13) == 0, "the dear one: %s",
             r[1].reason);
  end_trial(&t);
  fake = (fake_behaviour){.mean = 1e-3, .drift = 1e-3};
  plan_trial(&t, left_of_10, 2);
  t.settings.total_budget = 1000.0, t.settings.rel_err = 1e-9;
  run_trial(&t);
  check_control(self, t.run.results[0].episodes == 200, "alone it has all of the time");
  end_trial(&t);
}

/// More points than there is room for their states at first.
static void many_keys(check *self, int argument) {
  static const char *const sizes[] = {"size=[1:70:1]", "side=left,right"};
  for (int wrong = 0; wrong < 2; wrong++) {
    OWNED(end_trial) trial t = {0};
    fake = (fake_behaviour){.mean = 1e-3, .wrong_state = wrong};
    plan_trial(&t, sizes, 2);
    t.settings.min_episodes = t.settings.max_episodes = 3;
    run_trial(&t);
    int valid = 0;
    for (int i = 0; i < t.plan.count; i++) valid += t.run.results[i].outcome == BENCH_VALID;
    if (wrong)
      check_control(self, valid == 0, "%d points of another state are valid", valid);
    else
      check_true(self, valid == 140 && fake.references == 70, "%d of 140 points are valid, %d references", valid,
                 fake.references);
  }
}

/// A state that cannot be the reference's bits is compared with no other, and has its numbers with that reason.
static void inexact(check *self, int argument) {
  for (int checks = 0; checks < 2; checks++) {
    OWNED(end_trial) trial t = {0};
    bench_row rows[BENCH_ROWS];
    fake = (fake_behaviour){.mean = 1e-3, .inexact = "it rounds otherwise", .wrong_after = 3, .more_checks = checks};
    plan_trial(&t, both_of_10, 2);
    run_trial(&t);
    check_same(self, (uint64_t)fake.references, 0, "references");
    for (int i = 0; i < 2; i++) {
      const bench_result *r = &t.run.results[i];
      if (checks == 0) {
        check_control(self, r->outcome == BENCH_WRONG, "a row of which nothing was checked");
        is(self, r->reason, "nothing was checked", "why it has none");
        continue;
      }
      check_true(self, r->outcome == BENCH_INEXACT && bench_has_numbers(r), "point %d has numbers", i);
      is(self, r->reason, "it rounds otherwise", "its mark");
      is(self, r->checked, "", "it was not compared");
      check_same(self, (uint64_t)r->check_count, 1, "checks of point %d", i);
      check_true(self, !bench_rows_of(&t.plan.points[i], r, rows), "it is not exported");
    }
  }
}

/// The note on a row that was only checked, the words after how it was checked, and a row that fails without a message.
static void silent(check *self, int argument) {
  trial t;
  fake = (fake_behaviour){.mean = 1e-3, .remark = "by hand"};
  plan_trial(&t, left_of_10, 2);
  t.settings.validate = BENCH_VALIDATE_ONLY;
  run_trial(&t);
  const bench_result *r = &t.run.results[0];
  check_true(self, r->outcome == BENCH_VALID && r->episodes == 0, "it was checked, and not timed");
  check_true(self, r->note_count == 0, "%d notes of what has no numbers", r->note_count);
  is(self, r->checked, "hash=seq@150 frames, by hand", "how it was checked");
  end_trial(&t);
  for (int fails = 0; fails < 2; fails++) {
    fake = (fake_behaviour){.mean = 1e-3, .fails_at = fails ? 1 : 0};
    run_single(&t);
    r = &t.run.results[0];
    is(self, r->reason, fails ? "no reason was given" : "", "why");
    if (fails)
      check_true(self, r->outcome == BENCH_FAILED, "it failed");
    else
      check_control(self, r->outcome == BENCH_VALID, "one that does not fail");
    end_trial(&t);
  }
}

void check_harness_rows(check_registry *registry) {
  check_add(registry, "references", "what points share, and what it cost", references, 0);
  check_add(registry, "episode", "times of an episode by both clocks", episode, 0);
  check_add(registry, "interrupted", "samples fill an episode", interrupted, 0);
  check_add(registry, "boundaries", "samples and budgets that are just long enough", boundaries, 0);
  check_add(registry, "floors", "fewest episodes and samples", floors, 0);
  check_add(registry, "cheap points", "a little time for who needs little", cheap_points, 0);
  check_add(registry, "many keys", "the states of many points", many_keys, 0);
  check_add(registry, "inexact", "rows that are compared with no reference", inexact, 0);
  check_add(registry, "silent", "rows that were only checked, and one without a reason", silent, 0);
}
