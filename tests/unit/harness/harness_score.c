/* Why this file exists: a score must not be had for less work than its rules ask for. Each rule is broken once, in a run
 * that is otherwise valid. The race of settings is checked here too, because it decides what a score is made of. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/run/score.h"
#include "harness/stats/outside.h"
#include "runner/check.h"
#include "runner/folder.h"
#include "unit/number.h"
#include "unit/parts.h"

enum { WORKLOADS = 3, EPISODES = 6 };

static const char *workload_name(int index) {
  static const char *const names[] = {"cloth", "beam", "box", "aside"};
  return index <= WORKLOADS ? names[index] : NULL;
}
static bool is_aside(const char *name) {
  return strcmp(name, "aside") == 0;
}
static const char *any_name(int index) {
  static const char *const names[] = {"1%", "10%", "seq", "omp"};
  return index < 4 ? names[index] : NULL;
}

static const bench_axis axes[] = {
    {.name = "workload",
     .text = true,
     .standard = "*",
     .known = workload_name,
     .apart = is_aside,
     .in_name = true,
     .block = true},
    {.name = "tolerance", .text = true, .standard = "1%", .known = any_name, .in_name = true},
    {.name = "backend", .text = true, .standard = "seq", .known = any_name, .in_name = true},
    {.name = "pace", .standard = "3", .in_name = true, .race = true, .minimum = 1, .maximum = 100},
};

/// A run of three rows that is valid, to be broken.
typedef struct sheet {
  bench_settings settings;
  bench_plan plan;
  bench_run run;
  bench_point points[WORKLOADS];
  bench_result results[WORKLOADS];
  double medians[WORKLOADS][EPISODES];
} sheet;

static const bench_case owner = {.name = "answers", .axes = axes, .axis_count = sizeof axes / sizeof *axes};
static const bench_case *const cases[] = {&owner};

/// Rows of 1, 2 and 4 ms for a frame of 40 ms.
static void fill(sheet *s) {
  *s = (sheet){.settings = {.validate = BENCH_VALIDATE_ON}};
  s->plan = (bench_plan){.cases = cases, .case_count = 1, .points = s->points, .count = WORKLOADS};
  s->run = (bench_run){
      .plan = &s->plan, .settings = &s->settings, .results = s->results, .complete = true, .stop = "finished"};
  for (int k = 0; k < WORKLOADS; k++) {
    const double median = 1e-3 * (1 << k);
    s->points[k] = (bench_point){.owner = &owner, .present = 7, .work = 10, .frames = 10};
    s->points[k].values[0].text = workload_name(k);
    s->points[k].values[1].text = "1%";
    s->points[k].values[2].text = "seq";
    snprintf(s->points[k].name, sizeof s->points[k].name, "answers/%s", workload_name(k));
    bench_result *r = &s->results[k];
    for (int e = 0; e < EPISODES; e++) s->medians[k][e] = median * (0.99 + 0.004 * e);
    *r = (bench_result){
        .outcome = BENCH_VALID, .episodes = EPISODES, .medians = s->medians[k], .facts = bench_facts_unknown()};
    r->interval = (bench_interval){median, 0.98 * median, 1.02 * median, 0.02, 1.0};
    r->facts.frame_time = 0.04;
    r->facts.error = 0.009;
  }
}

/// A file with the speeds of another machine, which takes twice the time.
static void write_machine(const char *path, bool whole) {
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "# a comment\nmachine\ta slow one\ncloth\t20\nbeam\t10\n%s", whole ? "box\t5\n" : "");
  fclose(file);
}

static void check_valid(check *self, int argument) {
  static sheet s;
  static bench_score score;
  char path[512], *folder = folder_make(self);
  snprintf(path, sizeof path, "%s", folder_path(folder, "machine.tsv"));
  write_machine(path, true);
  fill(&s);
  bench_score_begin();
  bench_score_make(&s.run, path, &score);
  const score_backend *best = &score.backends[0];
  check_same(self, (uint64_t)score.backend_count, 1, "one backend");
  check_true(self, best->reason_count == 0, "valid: %s", best->reasons[0]);
  check_number(self, best->score, 2.0, 1e-12, "twice as fast");
  /* three independent rows of 2 %: 2 % / sqrt(3) */
  check_number(self, log(best->high / best->score), 0.02 / sqrt(3.0), 1e-3, "its interval");
  check_true(self, strcmp(score.machine, "a slow one") == 0, "the machine: %s", score.machine);
  fill(&s);
  s.results[1].interval.median *= 8.0;
  bench_score_make(&s.run, path, &score);
  check_number(self, score.backends[0].score, 1.0, 1e-12, "one row of three at an eighth halves the geometric mean");
  check_control(self, score.backends[0].reason_count > 0, "an interval that is not around the median");
}

static void spoil(sheet *s, int how) {
  bench_result *r = &s->results[1];
  switch (how) {
  case 0: s->points[1].values[0].text = "cloth"; return;
  case 1: r->outcome = BENCH_SKIPPED; return;
  case 2: r->facts.error = NAN; return;
  case 3: r->facts.error = 0.02; return;
  case 4: r->episodes = 2, r->interval.low = r->interval.high = NAN; return;
  case 5: r->interval.low *= 0.7; return;
  case 6: r->flagged = true; return;
  case 7: s->settings.validate = BENCH_VALIDATE_OFF; return;
  case 8: s->settings.quick = true; return;
  case 9: s->run.complete = false; return;
  case 10: s->points[1].values[1].text = "10%"; return;
  case 11: r->outcome = BENCH_UNCHECKED; return;
  case 12: // two settings of one workload, of which one was the faster and then had no time
    s->points[0].values[0].text = "beam";
    s->results[0].outcome = r->outcome = BENCH_SKIPPED;
    snprintf(s->results[0].reason, sizeof s->results[0].reason, BENCH_LOST_RACE);
    snprintf(r->reason, sizeof r->reason, "needs more time");
    return;
  case 13: s->points[1].values[0].text = "aside"; return;
  default: return;
  }
}

static void check_aside(check *self, int argument) {
  bench_values values;
  char why[BENCH_TEXT];
  check_true(self, bench_axis_parse(&axes[0], "*", &values, why, sizeof why), "* is parsed: %s", why);
  check_same(self, (uint64_t)values.count, WORKLOADS, "* has the workloads of a score");
  for (int k = 0; k < values.count; k++)
    check_control(self, !is_aside(values.items[k].text), "* has a workload that stands apart");
  check_true(self, bench_axis_parse(&axes[0], "aside", &values, why, sizeof why) && values.count == 1,
             "it can be named: %s", why);
}

static void check_invalid(check *self, int argument) {
  static const char *const reasons[] = {"beam: missing",
                                        "beam: missing: skipped",
                                        "not known to be within",
                                        "not known to be within",
                                        "too short",
                                        "disturbed: it varies",
                                        "flagged",
                                        "switched off",
                                        "--quick",
                                        "not complete",
                                        "beam: missing",
                                        "beam: unchecked",
                                        "beam: missing: skipped: needs more time",
                                        "aside: no score counts this workload"};
  enum { WAYS = sizeof reasons / sizeof *reasons };
  static sheet s;
  static bench_score score;
  char path[512], *folder = folder_make(self);
  snprintf(path, sizeof path, "%s", folder_path(folder, "machine.tsv"));
  write_machine(path, true);
  for (int how = 0; how <= WAYS; how++) {
    bool said = false;
    fill(&s);
    spoil(&s, how);
    bench_score_begin();
    bench_score_make(&s.run, path, &score);
    const score_backend *own = &score.backends[0];
    for (int k = 0; k < own->reason_count; k++) said = said || (how < WAYS && strstr(own->reasons[k], reasons[how]));
    if (how < WAYS)
      check_true(self, said, "%s: %d reasons, %s", reasons[how], own->reason_count, own->reasons[0]);
    else
      check_control(self, own->reason_count == 0, "nothing is wrong with a run that was not spoiled");
  }
  write_machine(path, false);
  fill(&s);
  bench_score_make(&s.run, path, &score);
  check_true(self, strstr(score.backends[0].reasons[0], "box: the reference machine has no speed"), "%s",
             score.backends[0].reasons[0]);
  check_true(self, isnan(score.backends[0].score), "no number");
  unlink(path);
  bench_score_make(&s.run, path, &score);
  check_true(self, strstr(score.backends[0].reasons[0], "no reference machine"), "%s", score.backends[0].reasons[0]);
}

/// Seconds by which the clock of the system is ahead.
static double ahead;

static int shifted(clockid_t which, struct timespec *out) {
  const int failed = bench_system.time(which, out);
  if (which == CLOCK_REALTIME) out->tv_sec += (time_t)ahead;
  return failed;
}

static void check_clock(check *self, int argument) {
  static sheet s;
  static bench_score score;
  bench_outside outside = bench_system;
  char path[512], *folder = folder_make(self);
  snprintf(path, sizeof path, "%s", folder_path(folder, "machine.tsv"));
  write_machine(path, true);
  outside.time = shifted;
  bench_outside_asked = &outside;
  for (int k = 0; k < 3; k++) {
    ahead = 100.0;
    fill(&s);
    bench_score_begin();
    ahead += k == 1 ? 5.0 : k == 2 ? -5.0 : 0.0;
    bench_score_make(&s.run, path, &score);
    const bool said = strstr(score.backends[0].reasons[0], "clock of the system was changed") != NULL;
    if (k == 0)
      check_control(self, score.backends[0].reason_count == 0, "a clock that is wrong, but steady");
    else
      check_true(self, said, "set in the middle: %s", score.backends[0].reasons[0]);
  }
  bench_outside_asked = &bench_system;
}

/* -------------------------------------------------------------------------------------------------------- the race */

static double race_time;

static bench_status fine(bench_ctx *ctx) {
  return BENCH_OK;
}
static bench_status frame(bench_ctx *ctx) {
  race_time += 1e-3 * (double)bench_int(ctx->point, "pace");
  return BENCH_OK;
}
static bench_status hash(bench_ctx *ctx, uint64_t *out) {
  *out = (uint64_t)bench_int(ctx->point, "pace");
  return BENCH_OK;
}
static bench_status expect(bench_ctx *ctx, int32_t frames, uint64_t *out) {
  return hash(ctx, out);
}
static bench_status judge(bench_ctx *ctx, int32_t frames) {
  bench_check_true(ctx, "fine", true, "it is");
  return BENCH_OK;
}
static void key(const bench_point *point, char *out, size_t capacity) {
  snprintf(out, capacity, "%s", point->name);
}
static void end(bench_ctx *ctx) {}
static int64_t work(const bench_point *point) {
  return 1000 * bench_int(point, "pace");
}
static int32_t course(const bench_point *point) {
  return 7;
}
static double now(void *self) {
  return race_time += 1e-9;
}
/// A pace above 50 becomes 2, and one of 49 is one point too many.
static bool settle(bench_point *point) {
  if (point->values[3].number == 49) return false;
  if (point->values[3].number > 50) point->values[3].number = 2;
  return true;
}

static const bench_case racer = {.name = "race",
                                 .unit = "steps",
                                 .standard = true,
                                 .axes = axes,
                                 .axis_count = sizeof axes / sizeof *axes,
                                 .settle = settle,
                                 .course = course,
                                 .work = work,
                                 .key = key,
                                 .setup = fine,
                                 .expect = expect,
                                 .reset = fine,
                                 .frame = frame,
                                 .hash = hash,
                                 .check = judge,
                                 .teardown = end};

static bool is_of(const bench_point *point, const char *workload, int64_t pace) {
  return strcmp(bench_text(point, "workload"), workload) == 0 && bench_int(point, "pace") == pace;
}

static void check_race(check *self, int argument) {
  static const bench_case *const all[] = {&racer};
  static const char *given[] = {"workload=cloth,beam", "pace=3,49,60,5"};
  static const cli_program program = {.name = "race"};
  bench_settings settings = {.axes = {2, given},
                             .frames = 3,
                             .warm = -1,
                             .min_episodes = 3,
                             .max_episodes = 3,
                             .rel_err = 0.01,
                             .budget = 100.0,
                             .total_budget = 1e6,
                             .processes = 1};
  OWNED(bench_plan_destroy) bench_plan plan = {0};
  bench_run run;
  check_same(self, (uint64_t)bench_plan_make(&program, &settings, all, 1, &plan), 0, "a plan");
  check_same(self, (uint64_t)plan.count, 6, "three paces of two workloads");
  check_true(self,
             bench_run_init(&run, &plan, &settings, (bench_clock){.now = now, .processor = now}, (bench_observer){0}),
             "a run");
  bench_run_all(&run);
  int measured = 0;
  for (int i = 0; i < plan.count; i++) {
    const int64_t pace = bench_int(&plan.points[i], "pace");
    check_same(self, (uint64_t)plan.points[i].frames, 7, "the case says how many frames");
    check_same(self, (uint64_t)plan.points[i].warm, 0, "from the start");
    if (pace == 2) {
      check_true(self, run.results[i].outcome == BENCH_VALID, "the fastest is measured: %s", run.results[i].reason);
      measured++;
    } else {
      check_control(self, run.results[i].outcome == BENCH_SKIPPED && strstr(run.results[i].reason, "is faster here"),
                    "a slower one");
    }
  }
  check_same(self, (uint64_t)measured, 2, "one of each workload");
  bench_run_destroy(&run);
  /* A resumed run: the slowest cloth was measured before. */
  check_true(self,
             bench_run_init(&run, &plan, &settings, (bench_clock){.now = now, .processor = now}, (bench_observer){0}),
             "a run");
  for (int i = 0; i < plan.count; i++)
    if (is_of(&plan.points[i], "cloth", 5)) run.results[i].outcome = BENCH_VALID, run.results[i].episodes = 3;
  bench_run_all(&run);
  for (int i = 0; i < plan.count; i++)
    check_true(self,
               (run.results[i].outcome == BENCH_VALID) ==
                   (is_of(&plan.points[i], "cloth", 5) || is_of(&plan.points[i], "beam", 2)),
               "%s after it was resumed", plan.points[i].name);
  bench_run_destroy(&run);
}

void check_harness_score(check_registry *registry) {
  check_add(registry, "score", "the score of a run, and its interval", check_valid, 0);
  check_add(registry, "score-invalid", "what makes a score invalid", check_invalid, 0);
  check_add(registry, "score-aside", "a workload that no score counts", check_aside, 0);
  check_add(registry, "score-clock", "a clock that is set during the run", check_clock, 0);
  check_add(registry, "race", "of rival settings only the fastest is measured", check_race, 0);
}
