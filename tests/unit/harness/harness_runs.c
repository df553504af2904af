/* Why this file exists: the harness learns costs as it goes, and these decide who gets which time of a budget, when a
 * point stops, and what is left out. No formula predicts a whole run. With a made-up clock a run is always the same, so
 * some are recorded here, line by line. For an intended change, copy what the check shows. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runner/check.h"
#include "harness_subject.h"
#include "harness/store/report.h"

enum { LINE = 512, MOST_LINES = 8 };

/// Settings of a run, and a line for each of its points and for its end.
typedef struct recorded_run {
  const char *about;
  fake_behaviour how;
  double rel_err, budget, total_budget;
  int32_t min_episodes, max_episodes;
  const char *lines[MOST_LINES];
} recorded_run;

static const recorded_run runs[] = {
    {.about = "noisy, a total budget",
     .how = {.mean = 1e-3, .spread = 0.5, .random = 5},
     .rel_err = 1e-06,
     .total_budget = 20,
     .lines =
         {"fake/size:10/side:left ok 22 of 120x1 frames, total-budget, 0.000996069 [0.000968036, 0.00103024] tau 1",
          "fake/size:10/side:right ok 21 of 120x1 frames, total-budget, 0.00101531 [0.00098976, 0.00104849] tau 1",
          "fake/size:20/side:left ok 21 of 120x1 frames, total-budget, 0.00101468 [0.00096288, 0.00107766] tau 1.46",
          "fake/size:20/side:right ok 21 of 120x1 frames, total-budget, 0.00101162 [0.000964679, 0.00104058] tau 1",
          "fake/size:30/side:left ok 21 of 120x1 frames, total-budget, 0.000996041 [0.000940291, 0.00103843] tau 1",
          "fake/size:30/side:right ok 21 of 120x1 frames, total-budget, 0.00100983 [0.000937139, 0.00105137] tau 1",
          "complete, finished after 20.1505 s"}},
    {.about = "noisy, a budget of each",
     .how = {.mean = 1e-3, .spread = 0.5, .random = 5},
     .rel_err = 1e-06,
     .budget = 1,
     .lines = {"fake/size:10/side:left ok 7 of 120x1 frames, budget, 0.000996672 [0.000962232, 0.0010955] tau 1.455",
               "fake/size:10/side:right ok 7 of 120x1 frames, budget, 0.00101531 [0.000936161, 0.00109389] tau 1",
               "fake/size:20/side:left ok 7 of 120x1 frames, budget, 0.000987649 [0.000932738, 0.0010605] tau 1",
               "fake/size:20/side:right ok 7 of 120x1 frames, budget, 0.00102315 [0.000931035, 0.00109839] tau 1",
               "fake/size:30/side:left ok 7 of 120x1 frames, budget, 0.0010363 [0.000898313, 0.00115701] tau 1.31",
               "fake/size:30/side:right ok 7 of 120x1 frames, budget, 0.000981916 [0.000888922, 0.001112] tau 1",
               "complete, finished after 7.24752 s"}},
    {.about = "an interval that is reached",
     .how = {.mean = 1e-3, .spread = 0.2, .random = 9},
     .rel_err = 0.02,
     .lines = {"fake/size:10/side:left ok 13 of 120x1 frames, target, 0.00100761 [0.000985731, 0.0010226] tau 1",
               "fake/size:10/side:right ok 16 of 120x1 frames, target, 0.00100486 [0.000982238, 0.00101644] tau 1",
               "fake/size:20/side:left ok 16 of 120x1 frames, target, 0.000993391 [0.000979207, 0.00101515] tau 1.235",
               "fake/size:20/side:right ok 18 of 120x1 frames, target, 0.000991629 [0.000983459, 0.00101718] tau 1.316",
               "fake/size:30/side:left ok 11 of 120x1 frames, target, 0.000994309 [0.000981876, 0.00101836] tau 1",
               "fake/size:30/side:right ok 26 of 120x1 frames, target, 0.000999333 [0.000981523, 0.00101998] tau 1",
               "complete, finished after 15.9093 s"}},
    {.about = "few episodes",
     .how = {.mean = 2e-3, .spread = 0.3, .random = 11},
     .rel_err = 1e-06,
     .min_episodes = 3,
     .max_episodes = 5,
     .lines = {"fake/size:10/side:left ok 5 of 120x1 frames, max-episodes, 0.00202063",
               "fake/size:10/side:right ok 5 of 120x1 frames, max-episodes, 0.00192343",
               "fake/size:20/side:left ok 5 of 120x1 frames, max-episodes, 0.00203313",
               "fake/size:20/side:right ok 5 of 120x1 frames, max-episodes, 0.0020142",
               "fake/size:30/side:left ok 5 of 120x1 frames, max-episodes, 0.00198273",
               "fake/size:30/side:right ok 5 of 120x1 frames, max-episodes, 0.00195623",
               "complete, finished after 10.6893 s"}},
    {.about = "a slow clock",
     .how = {.mean = 1e-5, .spread = 0.1, .random = 3, .read_cost = 2e-6},
     .rel_err = 0.01,
     .budget = 0.5,
     .lines = {"fake/size:10/side:left ok 11 of 1x120 frames, target, 9.98668e-06 [9.9358e-06, 1.00677e-05] tau 1",
               "fake/size:10/side:right ok 11 of 1x120 frames, target, 9.98652e-06 [9.8705e-06, 1.00383e-05] tau 1",
               "fake/size:20/side:left ok 13 of 1x120 frames, target, 9.98272e-06 [9.90907e-06, 1.01019e-05] tau 1.564",
               "fake/size:20/side:right ok 16 of 1x120 frames, target, 1.00135e-05 [9.91028e-06, 1.00778e-05] tau 1",
               "fake/size:30/side:left ok 11 of 1x120 frames, target, 1.00175e-05 [9.96919e-06, 1.01301e-05] tau 1",
               "fake/size:30/side:right ok 11 of 1x120 frames, target, 9.98853e-06 [9.94291e-06, 1.00538e-05] tau 1",
               "complete, finished after 0.118439 s"}},
    {.about = "long frames, some left out",
     .how = {.mean = 1.0},
     .total_budget = 500,
     .lines = {"fake/size:10/side:left ok 6 of 120x1 frames, total-budget, 1 [1, 1] tau 1",
               "fake/size:10/side:right skipped 0: needs about 1050.0 s and the total budget of 500 s has 0.0 s left; "
               "raise --total-budget",
               "fake/size:20/side:left skipped 0: needs about 2100.0 s and the total budget of 500 s has 0.0 s left; "
               "raise --total-budget",
               "fake/size:20/side:right skipped 0: needs about 2100.0 s and the total budget of 500 s has 0.0 s left; "
               "raise --total-budget",
               "fake/size:30/side:left skipped 0: needs about 3150.0 s and the total budget of 500 s has 0.0 s left; "
               "raise --total-budget",
               "fake/size:30/side:right skipped 0: needs about 3150.0 s and the total budget of 500 s has 0.0 s left; "
               "raise --total-budget",
               "incomplete, total-budget after 1050 s"}},
    {.about = "setting up takes long",
     .how = {.mean = 1e-2, .spread = 0.1, .random = 2, .setup = 6.0, .bytes = 1e6},
     .rel_err = 0.0001,
     .total_budget = 60,
     .lines = {"fake/size:10/side:left ok 6 of 120x1 frames, total-budget, 0.00991815 [0.00979196, 0.0101157] tau 1",
               "fake/size:10/side:right ok 6 of 120x1 frames, total-budget, 0.00995733 [0.00989695, 0.0101275] tau 1",
               "fake/size:20/side:left skipped 0: needs about 27.8 s and the total budget of 60 s has 27.0 s left; "
               "raise --total-budget",
               "fake/size:20/side:right skipped 0: needs about 27.8 s and the total budget of 60 s has 27.0 s left; "
               "raise --total-budget",
               "fake/size:30/side:left skipped 0: needs about 38.4 s and the total budget of 60 s has 27.0 s left; "
               "raise --total-budget",
               "fake/size:30/side:right skipped 0: needs about 38.4 s and the total budget of 60 s has 27.0 s left; "
               "raise --total-budget",
               "incomplete, total-budget after 32.9941 s"}},
};

/// A point: outcome, episodes of so many samples of so many frames, why it stopped, its interval, why it has none.
static void tell_point(const trial *t, int point, char out[LINE]) {
  const bench_result *r = &t->run.results[point];
  const bench_interval *i = &r->interval;
  int used = snprintf(out, LINE, "%s %s %d", t->plan.points[point].name, bench_outcome_name(r->outcome), r->episodes);
  if (bench_has_numbers(r))
    used += snprintf(out + used, LINE - (size_t)used, " of %dx%d frames, %s, %.6g", (int)r->samples_per_episode,
                     (int)r->frames_per_sample, r->stop ? r->stop : "-", i->median);
  if (!isnan(i->low))
    used += snprintf(out + used, LINE - (size_t)used, " [%.6g, %.6g] tau %.4g", i->low, i->high, i->tau);
  snprintf(out + used, LINE - (size_t)used, "%s%s", r->reason[0] ? ": " : "", r->reason);
}

void check_harness_runs(check *self, int argument) {
  static const char *const axes[] = {"size=10,20,30", "side=left,right"};
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    const recorded_run *wanted = &runs[k];
    fake = wanted->how;
    OWNED(end_trial) trial t = {0};
    plan_trial(&t, axes, 2);
    if (wanted->rel_err > 0.0) t.settings.rel_err = wanted->rel_err;
    if (wanted->budget > 0.0) t.settings.budget = wanted->budget;
    if (wanted->total_budget > 0.0) t.settings.total_budget = wanted->total_budget;
    if (wanted->min_episodes > 0) t.settings.min_episodes = wanted->min_episodes;
    if (wanted->max_episodes > 0) t.settings.max_episodes = wanted->max_episodes;
    run_trial(&t);
    char line[LINE];
    for (int i = 0; i <= t.plan.count && i < MOST_LINES; i++) {
      const char *expected = wanted->lines[i] ? wanted->lines[i] : "";
      if (i < t.plan.count)
        tell_point(&t, i, line);
      else
        snprintf(line, sizeof line, "%s, %s after %.6g s", t.run.complete ? "complete" : "incomplete", t.run.stop,
                 t.run.ended - t.run.started);
      check_true(self, strcmp(line, expected) == 0, "%s: \"%s\"", wanted->about, line);
    }
  }
  check_control(self, strcmp(runs[0].lines[0], runs[1].lines[0]) != 0, "the point of another run");
}
