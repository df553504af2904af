/* Why this file exists: writes what comes of whole runs. The harness learns costs as it goes, and these decide who gets
 * which time of a budget, when a point stops, and what is left out. No formula predicts it. With a made-up clock a run is
 * always the same. A reader has only these words about a row: why it has no numbers, how it was checked, its notes. */
#include <math.h>
#include <string.h>

#include "harness/store/report.h"
#include "texts.h"
#include "unit/harness/harness_subject.h"

#define MIDDLE(m) .how = {.mean = m, .spread = 0.01, .random = 3}

static const struct {
  const char *about, *axes[2]; ///< NULL: one point.
  fake_behaviour how;
  double rel_err, budget, total_budget;
  int32_t min_episodes, max_episodes;
  int frames, horizon; ///< Of each point; 0 = as planned. With frames there are no warm ones.
  bench_validate validate;
} runs[] = {
    {"noisy, a total budget",
     {"size=10,20,30", "side=left,right"},
     .how = {.mean = 1e-3, .spread = 0.5, .random = 5},
     .rel_err = 1e-06,
     .total_budget = 20},
    {"noisy, a budget of each",
     {"size=10,20,30", "side=left,right"},
     .how = {.mean = 1e-3, .spread = 0.5, .random = 5},
     .rel_err = 1e-06,
     .budget = 1},
    {"an interval that is reached",
     {"size=10,20,30", "side=left,right"},
     .how = {.mean = 1e-3, .spread = 0.2, .random = 9},
     .rel_err = 0.02},
    {"few episodes",
     {"size=10,20,30", "side=left,right"},
     .how = {.mean = 2e-3, .spread = 0.3, .random = 11},
     .rel_err = 1e-06,
     .min_episodes = 3,
     .max_episodes = 5},
    {"a slow clock",
     {"size=10,20,30", "side=left,right"},
     .how = {.mean = 1e-5, .spread = 0.1, .random = 3, .read_cost = 2e-6},
     .rel_err = 0.01,
     .budget = 0.5},
    {"long frames, some left out", {"size=10,20,30", "side=left,right"}, .how = {.mean = 1.0}, .total_budget = 500},
    {"setting up takes long",
     {"size=10,20,30", "side=left,right"},
     .how = {.mean = 1e-2, .spread = 0.1, .random = 2, .setup = 6.0, .bytes = 1e6},
     .rel_err = 0.0001,
     .total_budget = 60},
    // Points that must agree share one reference: 150 frames of 10,000 and of 20,000 units in 3 s.
    {"one reference", {"size=10", "side=left,right"}, .how = {.mean = 1e-3, .reference = 3.0}},
    {"two references", {"size=10,20", "side=left"}, .how = {.mean = 1e-3, .reference = 3.0}},
    {"more points than there is room for their states at first",
     {"size=[1:70:1]", "side=left,right"},
     .how = {.mean = 1e-3},
     .min_episodes = 3,
     .max_episodes = 3},
    // 30 warm-up frames and 120 timed ones. Samples take exactly the time of their episode, also if the program is
    // interrupted between two readings of the clock.
    {"an episode", .how = {.now = 1000.0, .mean = 1e-3}},
    {"an interrupted episode", .how = {.now = 1000.0, .mean = 1e-3, .late = 1e-4}},
    // A sample takes at least 1000 readings of the clock, and exactly 1000 are enough. A budget spent to the second ends
    // a point.
    {"a frame of 1000 readings", .how = {.mean = 1000, .read_cost = 1}, .budget = 1050000, .total_budget = 1e9},
    {"a frame of 999", .how = {.mean = 999, .read_cost = 1}, .budget = 1048950, .total_budget = 1e9},
    {"a second more", .how = {.mean = 1000, .read_cost = 1}, .budget = 1050001, .total_budget = 1e9},
    {"a second more", .how = {.mean = 999, .read_cost = 1}, .budget = 1048951, .total_budget = 1e9},
    // Whatever the budget: six episodes and ten samples.
    {"one frame", .how = {.mean = 1e-3}, .budget = 1e-9, .frames = 1, .horizon = 1},
    {"two frames", .how = {.mean = 1e-3}, .budget = 1e-9, .frames = 2, .horizon = 1},
    {"three frames", .how = {.mean = 1e-3}, .budget = 1e-9, .frames = 3, .horizon = 1},
    // A point is cheap if one more than the fewest episodes for an interval take less than half of an equal share of the
    // whole time. It then gets them, even if the next point is predicted to need more than there is. Each episode is a
    // thousandth longer, so that eleven of the first one's length end after eleven.
    {"a cheap point and a dear one",
     {"size=10,1000000", "side=left"},
     .how = {.mean = 1e-3, .drift = 1e-3},
     .total_budget = 1000,
     .rel_err = 1e-9},
    {"the cheap one alone", .how = {.mean = 1e-3, .drift = 1e-3}, .total_budget = 1000, .rel_err = 1e-9},
    // A state that cannot be the reference's bits is compared with no other, and has its numbers with that reason.
    {"inexact, and nothing else is checked",
     {"size=10", "side=left,right"},
     .how = {.mean = 1e-3, .inexact = "it rounds otherwise", .wrong_after = 3}},
    {"inexact",
     {"size=10", "side=left,right"},
     .how = {.mean = 1e-3, .inexact = "it rounds otherwise", .wrong_after = 3, .more_checks = 1}},
    {"only checked", .how = {.mean = 1e-3, .remark = "by hand"}, .validate = BENCH_VALIDATE_ONLY},
    {"a failure without a message", .how = {.mean = 1e-3, .fails_at = 1}},
    // The state is 1000003 times the size and the frames since the reset.
    {"right", .how = {.mean = 1e-3}},
    {"another state", .how = {.mean = 1e-3, .wrong_state = true}},
    {"another state, only checked", .how = {.mean = 1e-3, .wrong_state = true, .more_checks = 2},
     .validate = BENCH_VALIDATE_ONLY},
    {"nothing done", .how = {.mean = 1e-3, .does_nothing = true}},
    {"an episode that ends elsewhere", .how = {.mean = 1e-3, .spoil_episode = 5}},
    {"a failed check", .how = {.mean = 1e-3, .fails_check = true}},
    {"no checks", .how = {.mean = 1e-3, .no_checks = true}},
    {"too many checks", .how = {.mean = 1e-3, .more_checks = BENCH_MAX_CHECKS}},
    {"two sides", {"size=10", "side=left,right"}, .how = {.mean = 1e-3, .records = true}, .max_episodes = 10},
    {"a wrong side",
     {"size=10", "side=left,right"},
     .how = {.mean = 1e-3, .records = true, .wrong_after = 3},
     .max_episodes = 10},
    {"a short reference",
     {"size=100000", "side=left,right"},
     .how = {.mean = 1e-3, .records = true},
     .max_episodes = 10},
    {"a short reference, only checked",
     {"size=100000", "side=left,right"},
     .how = {.mean = 1e-3, .records = true},
     .max_episodes = 10,
     .validate = BENCH_VALIDATE_ONLY},
    {"not checked",
     {"size=100000", "side=left,right"},
     .how = {.mean = 1e-3, .records = true, .wrong_after = 3},
     .max_episodes = 10,
     .validate = BENCH_VALIDATE_OFF},
    {"wrong after the reference",
     {"size=100000", "side=left,right"},
     .how = {.mean = 1e-3, .records = true, .wrong_after = 3},
     .max_episodes = 10},
    {"six episodes", MIDDLE(1e-3), .rel_err = 1e-9, .horizon = 2, .min_episodes = 6, .max_episodes = 6},
    {"five episodes", MIDDLE(1e-3), .rel_err = 1e-9, .horizon = 2, .min_episodes = 5, .max_episodes = 5},
    {"ten samples", MIDDLE(1e-3), .rel_err = 1e-9, .frames = 1, .horizon = 2, .min_episodes = 10, .max_episodes = 10},
    {"nine samples", MIDDLE(1e-3), .rel_err = 1e-9, .frames = 1, .horizon = 2, .min_episodes = 9, .max_episodes = 9},
    {"a drifting machine", .how = {.mean = 1e-3, .spread = 0.01, .random = 3, .drift = 0.05}, .rel_err = 1e-9,
     .max_episodes = 60},
};

/// What a row says, except of other programs that use the processor.
static void write_row(const trial *t, int point) {
  const bench_result *r = &t->run.results[point];
  const bench_interval *i = &r->interval;
  bench_row rows[BENCH_ROWS];
  printf("%s %s %d", t->plan.points[point].name, bench_outcome_name(r->outcome), r->episodes);
  if (bench_has_numbers(r))
    printf(" of %dx%d frames, %s, %.6g", (int)r->samples_per_episode, (int)r->frames_per_sample,
           r->stop ? r->stop : "-", i->median);
  if (!isnan(i->low)) printf(" [%.6g, %.6g]", i->low, i->high);
  if (i->high > i->low * (1 + 1e-9)) printf(" tau %.4g", i->tau); /* of equal times rounding decides it */
  if (i->high > i->low * (1 + 1e-9) && i->tau > 5.0) printf(" flagged %d", r->flagged);
  printf("%s%s%s%s\n", r->reason[0] ? ": " : "", r->reason, r->checked[0] ? "; " : "", r->checked);
  for (int k = 0; k < r->note_count; k++)
    if (strncmp(r->notes[k], "tasks waited", 12) != 0) printf("  %s\n", r->notes[k]);
  if (r->check_count < 9)
    for (int k = 0; k < r->check_count; k++) printf("  %s: %s\n", r->checks[k].name, r->checks[k].why);
  double sum = 0.0;
  const size_t each = r->samples ? (size_t)r->samples_per_episode : 0;
  for (size_t s = r->sample_count - (each < r->sample_count ? each : r->sample_count); s < r->sample_count; s++)
    sum += r->samples[s] * r->frames_per_sample;
  printf("  %d checks, series %d, exported %d, memory %d, noise over %.6g s, last: samples %.9g s of %.9g of %.9g, "
         "processor %.6g s\n",
         r->check_count, r->series.count, bench_rows_of(&t->plan.points[point], r, rows), r->samples != NULL,
         r->noise.seconds, sum, r->last.timed, r->last.spent, r->last.processor);
}

/// The autocorrelation time of ever slower episodes, and the note on one above five. If each of 16 episodes is slower
/// than the last by the same amount, it is 5.68, computed by hand for the numbers 0 to 15 with both ends pulled in by
/// three quarters.
static void write_drifts(void) {
  heading("drifting episodes");
  for (int episodes = 10; episodes <= 30; episodes++) {
    trial t;
    fake = (fake_behaviour){.mean = 1e-3, .spread = 0.01, .random = 3, .drift = 0.05};
    plan_trial(&t, (const char *const[]){"size=10", "side=left"}, 2);
    t.settings.rel_err = 1e-9, t.settings.max_episodes = episodes;
    run_trial(&t);
    const bench_result *r = &t.run.results[0];
    bool noted = false;
    for (int k = 0; k < r->note_count; k++) noted = noted || strstr(r->notes[k], "autocorrelation time");
    printf("%d: tau %.4g, noted %d\n", episodes, r->interval.tau, noted);
    end_trial(&t);
  }
}

/// The blocks of six sizes in the order of two seeds.
static void write_orders(void) {
  static const struct {
    int64_t seed;
    bench_order order;
  } orders[] = {{1, BENCH_SHUFFLE}, {2, BENCH_SHUFFLE}, {7, BENCH_SHUFFLE}, {1, BENCH_BLOCKS}, {2, BENCH_SEQUENTIAL}};
  heading("orders of blocks");
  for (size_t k = 0; k < sizeof orders / sizeof orders[0]; k++) {
    trial t;
    fake = (fake_behaviour){.mean = 1e-3};
    plan_trial(&t, (const char *const[]){"size=10,20,30,40,50,60", "side=left"}, 2);
    t.settings.seed = orders[k].seed, t.settings.order = orders[k].order;
    replan_trial(&t);
    for (int b = 0; b < t.plan.block_count; b++)
      printf("%d ", (int)bench_int(&t.plan.points[t.plan.blocks[b].first], "size"));
    printf("\n");
    end_trial(&t);
  }
}

void write_runs(void) {
  static const char *const one[] = {"size=10", "side=left"};
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    trial t;
    fake = runs[k].how;
    plan_trial(&t, runs[k].axes[0] ? runs[k].axes : one, 2);
    if (runs[k].rel_err > 0.0) t.settings.rel_err = runs[k].rel_err;
    if (runs[k].budget > 0.0) t.settings.budget = runs[k].budget;
    if (runs[k].total_budget > 0.0) t.settings.total_budget = runs[k].total_budget;
    if (runs[k].min_episodes > 0) t.settings.min_episodes = runs[k].min_episodes;
    if (runs[k].max_episodes > 0) t.settings.max_episodes = runs[k].max_episodes;
    t.settings.validate = runs[k].validate;
    for (int i = 0; i < t.plan.count && runs[k].frames > 0; i++) t.plan.points[i].frames = runs[k].frames;
    for (int i = 0; i < t.plan.count && runs[k].frames > 0; i++) t.plan.points[i].warm = 0;
    for (int i = 0; i < t.plan.count && runs[k].horizon > 0; i++) t.plan.points[i].horizon = runs[k].horizon;
    run_trial(&t);
    heading("%s", runs[k].about);
    int valid = 0;
    for (int i = 0; i < t.plan.count; i++) valid += t.run.results[i].outcome == BENCH_VALID;
    for (int i = 0; i < t.plan.count && i < 6; i++) write_row(&t, i);
    printf("%s, %s after %.6g s, %d of %d valid, %d references of %.6g s a unit\n",
           t.run.complete ? "complete" : "incomplete", t.run.stop, t.run.ended - t.run.started, valid, t.plan.count,
           fake.references, t.run.budget.reference_per_work);
    end_trial(&t);
  }
  write_drifts();
  write_orders();
}
