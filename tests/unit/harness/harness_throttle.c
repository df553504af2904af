/* Why this file exists: no test machine throttles on request. Here the fixed loop takes as long as it is told to, and
 * the run must wait, repeat, flag and warn. Part of the group harness. */
#include <math.h>
#include <string.h>

#include "unit/number.h"
#include "harness/ending.h"
#include "harness_subject.h"
#include "harness/run/throttle.h"

static void run_two(trial *t, fake_behaviour how) {
  static const char *const axes[] = {"size=10", "side=left,right"};
  fake = how;
  plan_trial(t, axes, 2);
  t->settings.quiet = true;
  run_trial(t);
}

static bool noted(const bench_result *result, const char *text) {
  for (int i = 0; i < result->note_count; i++)
    if (strcmp(result->notes[i], text) == 0) return true;
  return false;
}

/* The processor is slow for a while, and recovers. */
static void recovers(check *self, int argument) {
  trial t;
  run_two(&t, (fake_behaviour){.mean = 1e-3, .pace = 1e-4, .slow_pace = 1.3e-4, .slow_from = 4, .slow_to = 8});
  const bench_result *r = t.run.results;
  check_true(self, fake.pauses == 5, "%d pauses, one for each slow answer", fake.pauses);
  check_true(self, r[0].repeated + r[1].repeated == 1, "%d and %d episodes repeated", r[0].repeated, r[1].repeated);
  check_true(self, !r[0].flagged && !r[1].flagged, "a row that waited is not flagged");
  check_true(
      self,
      noted(&r[r[0].repeated ? 0 : 1], "1 episode was measured again after a pause, because the clock had fallen"),
      "but noted");
  check_number(self, bench_throttled_share(&t.run), 0.0, 0.0, "share of throttled rows");
  check_number(self, t.run.pace_least, 1.0 / 1.3, 1e-12, "the slowest pace");
  check_number(self, r[0].noise.pace, 1.0, 1e-12, "the pace of the row");
  bench_environment env = {0};
  bench_warn_of_results(&t.run, &env);
  check_true(self, env.warning_count == 1 && strstr(env.warnings[0], "the processor's clock changed in this run"),
             "the run says so: %s", env.warnings[0]);
  end_trial(&t);
  run_two(&t, (fake_behaviour){.mean = 1e-3, .pace = 1e-4, .slow_pace = 1.24e-4, .slow_from = 4, .slow_to = 8});
  check_control(self, fake.pauses == 0 && t.run.results[0].repeated == 0, "a little slower is a step of the turbo");
  env = (bench_environment){0};
  bench_warn_of_results(&t.run, &env);
  check_true(self, env.warning_count == 0, "of which nothing is said");
  end_trial(&t);
}

/* The processor stays slow. */
static void stays(check *self, int argument) {
  static const double totals[] = {1e6, 50.0};
  for (int k = 0; k < 2; k++) {
    static const char *const axes[] = {"size=10", "side=left,right"};
    OWNED(end_trial) trial t = {0};
    fake = (fake_behaviour){.mean = 1e-3, .pace = 1e-4, .slow_pace = 1.6e-4, .slow_from = 4, .slow_to = 1000000};
    plan_trial(&t, axes, 2);
    t.settings.quiet = true;
    t.settings.total_budget = totals[k];
    run_trial(&t);
    const bench_result *r = t.run.results;
    check_number(self, 0.5 * fake.pauses, k == 0 ? 20.0 : 5.0, 0.0, "all pauses together [s]");
    check_true(self, r[0].outcome == BENCH_VALID && r[1].outcome == BENCH_VALID, "rows are kept");
    check_true(self, r[0].flagged && r[1].flagged, "and flagged");
    check_true(self, noted(&r[0], "the processor was throttled: its clock fell to 62 % of the fastest in this run"),
               "with the reason: %s", r[0].note_count ? r[0].notes[0] : "none");
    check_number(self, bench_throttled_share(&t.run), 1.0, 0.0, "share of throttled rows");
    bench_environment env = {0};
    bench_warn_of_results(&t.run, &env);
    bench_noise_of_results(&t.run, &env);
    check_true(self, env.warning_count == 2 && strstr(env.warnings[1], "must not be compared"), "warned: %s",
               env.warnings[0]);
    check_number(self, bench_env_number_of(&env, "noise", "throttled"), 1.0, 0.0, "told");
    check_number(self, bench_env_number_of(&env, "noise", "pace_least"), 0.625, 1e-12, "the slowest pace");
  }
  OWNED(end_trial) trial t = {0};
  run_two(&t, (fake_behaviour){.mean = 1e-3});
  check_control(self, isnan(t.run.results[0].noise.pace) && !bench_throttled(&t.run.results[0]),
                "an unknown pace is not a slow one");
  bench_environment env = {0};
  bench_warn_of_results(&t.run, &env);
  bench_noise_of_results(&t.run, &env);
  check_true(self, env.warning_count == 0, "of which nothing is said: %s", env.warnings[0]);
  check_number(self, bench_env_number_of(&env, "noise", "pace_least"), NAN, 0.0, "unknown");
}

/* A clock that stands still or goes backwards. */
static void clocks(check *self, int argument) {
  static const double means[] = {0.0, -1e-3};
  for (int k = 0; k < 2; k++) {
    OWNED(end_trial) trial t = {0};
    run_two(&t, (fake_behaviour){.mean = means[k]});
    const bench_result *r = &t.run.results[0];
    check_true(self, r->outcome == BENCH_FAILED && strstr(r->reason, "the clock stood still or went backwards in "),
               "%s: %s", k ? "backwards" : "still", r->reason);
  }
  trial t;
  for (int way = 0; way < 2; way++) {
    run_two(&t, (fake_behaviour){.mean = 1e-3, .leap = way ? 100.0 : -100.0});
    const bench_result *r = &t.run.results[0];
    const bool told = r->outcome == BENCH_FAILED && strstr(r->reason, "the clock went backwards between the frames of");
    if (way == 0) check_true(self, told, "between frames: %s", r->reason);
    if (way == 1) check_control(self, !told, "a leap forwards");
    end_trial(&t);
  }
  run_two(&t, (fake_behaviour){.mean = 1e-9});
  check_control(self, t.run.results[0].outcome == BENCH_VALID, "a very fast one");
  end_trial(&t);
}

void check_harness_throttle(check_registry *registry) {
  check_add(registry, "recovers", "a processor that is throttled for a while", recovers, 0);
  check_add(registry, "stays slow", "a processor that stays throttled: bounded pauses, flags, warnings", stays, 0);
  check_add(registry, "clocks", "a clock that stands still or goes backwards", clocks, 0);
}
