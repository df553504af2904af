/* Why this file exists: the time left, and a point's part of a budget, come from predicted costs that no result shows.
 * Here costs can be computed by hand, and the progress lines are compared letter for letter. */
#include "harness/progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/capture.h"
#include "runner/check.h"

enum { POINTS = 4, TEXT_LENGTH = 1024 };

static int32_t series_frames(const bench_point *point) {
  return 7 * point->frames;
}
static int64_t memory(const bench_point *point) {
  return 1000000 * point->work;
}

static const bench_axis axes[] = {{.name = "backend", .text = true, .cost = true}, {.name = "size"}};
static const bench_case plain = {.name = "plain", .axes = axes, .axis_count = 2};
static const bench_case rich = {
    .name = "rich", .axes = axes, .axis_count = 2, .memory = memory, .series_frames = series_frames};

/// The clock is moved by hand.
static double now_of(void *self) {
  return *(double *)self;
}

typedef struct made {
  double now;
  bench_settings settings;
  bench_plan plan;
  bench_point points[POINTS];
  bench_result results[POINTS];
  bench_run run;
} made;

/// Points with 100 units of work per frame, one of which takes 1 ms; 10 frames per episode. All but the first have
/// ended.
static void make(made *m) {
  *m = (made){.settings = {.min_episodes = 10, .max_episodes = 200, .rel_err = 0.01, .budget = 5, .total_budget = 210}};
  for (int i = 0; i < POINTS; i++) {
    m->points[i] = (bench_point){.owner = &plain, .work = 100, .frames = 10, .horizon = 2};
    m->points[i].present = 3;
    m->points[i].values[0].text = "seq";
    snprintf(m->points[i].name, sizeof m->points[i].name, "plain/size:%d", i);
    m->results[i].outcome = i == 0 ? BENCH_PENDING : BENCH_VALID;
    m->results[i].interval.relative = NAN;
  }
  m->plan = (bench_plan){.points = m->points, .count = POINTS};
  m->run = (bench_run){.plan = &m->plan, .settings = &m->settings, .results = m->results};
  m->run.clock = (bench_clock){.now = now_of, .self = &m->now};
  bench_budget_init(&m->run.budget, true);
  bench_budget_learn(&m->run.budget, &m->points[0], 1e-3);
}

static void near(check *self, double value, double expected, const char *what) {
  check_at_most(self, fabs(value - expected) / fabs(expected), 1e-12, "%s: %.15g against %.15g, relative", what, value,
                expected);
}

/// Prediction for a point with that much work.
static double frame(made *m, int64_t work) {
  bench_point point = m->points[0];
  point.work = work;
  return bench_budget_frame(&m->run.budget, &point);
}

static void learn(made *m, int64_t work, double seconds) {
  bench_point point = m->points[0];
  point.work = work;
  bench_budget_learn(&m->run.budget, &point, seconds);
}

static void costs(check *self, int argument) {
  made m;
  make(&m);
  bench_budget *budget = &m.run.budget;
  near(self, frame(&m, 200), 2e-3, "in proportion to the one that ran");
  learn(&m, 300, 2e-3);
  near(self, frame(&m, 200), 1.5e-3, "on the line through two");
  near(self, frame(&m, 300), 2e-3, "at the largest");
  near(self, frame(&m, 600), 4e-3, "beyond it no less for a unit than there");
  learn(&m, 1000, 0.0);
  learn(&m, 1000, NAN);
  near(self, frame(&m, 600), 4e-3, "no time teaches nothing");
  bench_point other = m.points[0];
  other.values[0].text = "omp";
  near(self, bench_budget_frame(budget, &other), 2e-3 / 300 * 100, "what never ran: as the largest of what did");
  bench_budget_learn(budget, &other, 5e-4);
  near(self, bench_budget_frame(budget, &other), 5e-4, "another backend costs otherwise");
  other.case_index = 1;
  near(self, bench_budget_frame(budget, &other), 0.5 * (2e-3 / 300 + 5e-4 / 100) * 100, "the mean of two");
  other = m.points[0];
  other.values[1].number = 77;
  near(self, bench_budget_frame(budget, &other), 1e-3, "an axis without costs of its own");
  other.present = 2;
  check_control(self, fabs(bench_budget_frame(budget, &other) - 1e-3) > 1e-5, "a point without a backend");

  make(&m);
  learn(&m, 300, 4e-3); /* a line that falls below zero goes through the origin, weighted with 1 / seconds^2 */
  near(self, frame(&m, 200), 200 * (1e6 * 0.1 + 62500 * 1.2) / (1e6 * 1e4 + 62500 * 9e4), "through the origin");
  make(&m);
  learn(&m, 300, 5e-4);
  near(self, frame(&m, 200), 200 * (1e6 * 0.1 + 4e6 * 0.15) / (1e6 * 1e4 + 4e6 * 9e4), "no line that falls");
  bench_budget_init(budget, true);
  near(self, frame(&m, 1000), 5e-6, "a guess before anything ran");

  /* frames without work, weighted with 1 / seconds^2 too: they do not affect the cost of a unit, nor the unit them */
  learn(&m, 0, 1e-3);
  learn(&m, 0, 2e-3);
  near(self, frame(&m, 0), (1e6 * 1e-3 + 2.5e5 * 2e-3) / (1e6 + 2.5e5), "without work: the mean");
  other = m.points[0];
  other.values[0].text = "omp";
  near(self, bench_budget_frame(budget, &other), 100 * 5e-9, "what never ran and has work: a guess");
  other.work = 0;
  near(self, bench_budget_frame(budget, &other), 2e-3, "what never ran and has none: as the last of what did");
  other.work = 10;
  bench_budget_learn(budget, &other, 5e-4);
  other.work = 0, other.case_index = 1;
  near(self, bench_budget_frame(budget, &other), 2e-3, "whatever takes a unit of work elsewhere");
  other.work = 20;
  near(self, bench_budget_frame(budget, &other), 1e-3, "and the other way round");
  m.points[0].work = 0;
  near(self, frame(&m, 7), (1e6 * 1e-3 + 2.5e5 * 2e-3) / (1e6 + 2.5e5), "more work than none is not in proportion");
}

/// Two frames were measured, nothing else. The prediction for one with that much work.
static double of_two(made *m, int64_t work, double seconds, int64_t more_work, double more_seconds, int64_t asked) {
  bench_budget_init(&m->run.budget, true);
  learn(m, work, seconds);
  learn(m, more_work, more_seconds);
  return frame(m, asked);
}

/// When two measurements give a line, and when they count as one frame with a time proportional to its work.
static void fits(check *self, int argument) {
  made m;
  make(&m);
  const double through = (1e6 * 0.1 + 62500 * 1.2) / (1e6 * 1e4 + 62500 * 9e4); /* a line that falls below zero */
  near(self, of_two(&m, 100, 1e-3, 300, 4e-3, 300), 300 * through, "at the largest, too, it is the line");
  near(self, of_two(&m, 100, 1e-3, 300, 4e-3, 301), 4e-3 / 300 * 301, "beyond it no less for a unit than there");
  /* Powers of two, so nothing is rounded. For 100 and 300 units in 1/1024 s the mean is 200, over 50,000 of that. */
  near(self, of_two(&m, 100, 0x1p-10, 300, 0x1p-10, 200), 200.0 * 400 / (1024 * 1e5), "no line that does not rise");
  /* Works that differ by 7.5e-5 give a line, by 5e-5 they do not. The line would be (1 + x / 1e6) / 2 ms. */
  const double told = of_two(&m, 1000000, 1e-3, 1000075, 1.0000375e-3, 500000);
  const double not_told = of_two(&m, 1000000, 1e-3, 1000050, 1.000025e-3, 500000);
  check_between(self, told, 0.749e-3, 0.751e-3, "on the line [s]");
  check_between(self, not_told, 0.499e-3, 0.501e-3, "in proportion [s]");
  check_control(self, fabs(told - not_told) > 0.2e-3, "one for the other");

  bench_point other = m.points[0];
  bench_budget_init(&m.run.budget, true);
  learn(&m, 0, 2e-3);
  other.values[0].text = "omp", other.work = 0;
  bench_budget_learn(&m.run.budget, &other, 4e-3);
  other.case_index = 1;
  near(self, bench_budget_frame(&m.run.budget, &other), 3e-3, "without work: the mean of two");

  /* Names of values that together exceed the room. */
  static const bench_axis long_axes[] = {{.name = "a", .text = true, .cost = true},
                                         {.name = "b", .text = true, .cost = true},
                                         {.name = "c", .text = true, .cost = true}};
  static const bench_case long_case = {.name = "long", .axes = long_axes, .axis_count = 3};
  char letters[121];
  memset(letters, 'x', 120);
  letters[120] = '\0';
  other = (bench_point){.owner = &long_case, .work = 100, .present = 7};
  for (int i = 0; i < 3; i++) other.values[i].text = letters;
  bench_budget_init(&m.run.budget, true);
  bench_budget_learn(&m.run.budget, &other, 1e-3);
  bench_budget_learn(&m.run.budget, &other, 1e-3);
  near(self, bench_budget_frame(&m.run.budget, &other), 1e-3, "of long names");
  check_same(self, (uint64_t)m.run.budget.model_count, 1, "models of them");
}

static void floors(check *self, int argument) {
  made m;
  make(&m);
  bench_point *point = &m.points[0];
  point->warm = 5;
  near(self, bench_budget_episode(&m.run.budget, point), 15e-3, "an episode with warm frames");
  /* half a reference of 2 frames at 5e-9 s, 2 frames, 6 episodes */
  near(self, bench_budget_floor(&m.run.budget, point), 5e-7 + 2e-3 + 90e-3, "set-up, reference, episodes");
  check_at_most(self, bench_budget_series(&m.run.budget, point), 0.0, "no series");
  point->owner = &rich;
  near(self, bench_budget_series(&m.run.budget, point), 70e-3, "a series");
  near(self, bench_budget_floor(&m.run.budget, point), 0.1 + 5e-7 + 2e-3 + 90e-3 + 70e-3, "with memory and series");
  point->owner = &plain;
  point->warm = 0;
  point->frames = 2;
  near(self, bench_budget_floor(&m.run.budget, point), 5e-7 + 2e-3 + 12e-3, "10 samples in 6 episodes");
  point->frames = 1;
  near(self, bench_budget_floor(&m.run.budget, point), 5e-7 + 2e-3 + 10e-3, "10 samples need ten of one frame");
  bench_budget_learn_beside(&m.run.budget, point, 3e-3);
  bench_budget_learn_beside(&m.run.budget, point, 1e-3);
  near(self, bench_budget_episode(&m.run.budget, point), 1e-3 + 2e-3, "what an episode costs besides its frame");
  near(self, bench_budget_floor(&m.run.budget, point), 5e-7 + 2e-3 + 30e-3, "counts, too");
  m.run.budget.models[0].episodes = 0, m.run.budget.models[0].beside = 0;
  m.run.budget.timed = false;
  near(self, bench_budget_floor(&m.run.budget, point), 5e-7 + 2e-3, "without episodes");
  check_control(self, bench_budget_floor(&m.run.budget, point) > 0.0, "no cost of a point that is not left out");
  snprintf(point->skip, sizeof point->skip, "left out");
  check_at_most(self, bench_budget_floor(&m.run.budget, point), 0.0, "a point that is left out");
}

static void left(check *self, int argument) {
  made m;
  make(&m);
  const double set_up = 5e-7 + 2e-3;
  near(self, bench_progress_left(&m.run), 0.11 + set_up, "one more than the fewest episodes, and the set-up");
  m.results[1].outcome = BENCH_PENDING;
  near(self, bench_progress_left(&m.run), 2 * (0.11 + set_up), "of two points");
  snprintf(m.points[1].skip, sizeof m.points[1].skip, "left out");
  near(self, bench_progress_left(&m.run), 0.11 + set_up, "of which one is left out");
  m.results[0].episodes = 5;
  near(self, bench_progress_left(&m.run), 0.06, "after five episodes");
  m.results[0].interval.relative = 0.03;
  near(self, bench_progress_left(&m.run), 0.4, "three times too wide: nine times as many");
  m.settings.max_episodes = 20;
  near(self, bench_progress_left(&m.run), 0.15, "but not more than the most");
  m.settings.max_episodes = 200, m.settings.budget = 0.2;
  near(self, bench_progress_left(&m.run), 0.15, "nor longer than its budget");
  m.settings.budget = 0.06;
  near(self, bench_progress_left(&m.run), 0.06, "and six at least");
  m.settings.budget = 5, m.results[0].episodes = 60;
  m.results[0].interval.relative = 0.005;
  near(self, bench_progress_left(&m.run), 0.01, "narrow enough: the one it is at");
  m.results[0].episodes = 5, m.settings.total_budget = 1, m.run.started = 10, m.now = 10.98;
  near(self, bench_progress_left(&m.run), 0.02, "the total budget ends it");
  m.now = 12;
  check_at_most(self, bench_progress_left(&m.run), 0.0, "it has ended");
  m.now = 10;
  m.points[0].work = 0;
  bench_budget_init(&m.run.budget, true);
  bench_budget_learn(&m.run.budget, &m.points[0], 1e-3);
  m.settings.total_budget = 210;
  near(self, bench_progress_left(&m.run), 0.06, "after five episodes of frames without work");
  check_control(self, bench_progress_left(&m.run) > 0.0, "nothing left of a point that has not ended");
  m.results[0].outcome = BENCH_VALID;
  check_at_most(self, bench_progress_left(&m.run), 0.0, "all have ended");
}

/// The line that `tell` writes to the standard error.
static void said(made *m, bench_progress *progress, int point, void (*tell)(bench_progress *, const bench_run *, int),
                 char out[TEXT_LENGTH]) {
  capture file = capture_begin(STDERR_FILENO);
  tell(progress, &m->run, point);
  capture_end(&file, out, TEXT_LENGTH);
}

static void clear(bench_progress *progress, const bench_run *run, int point) {
  bench_progress_clear(progress);
}

static void is(check *self, const char *text, const char *expected) {
  check_true(self, strcmp(text, expected) == 0, "said '%s', expected '%s'", text, expected);
}

static void lines(check *self, int argument) {
  char text[TEXT_LENGTH];
  made m;
  make(&m);
  bench_progress live = {.live = true, .last = -INFINITY}, line = {.lines = true};
  m.settings.shard = 0;
  m.points[3].shard = 2; /* of another process */
  said(&m, &live, 0, clear, text);
  is(self, text, "");
  said(&m, &live, 0, bench_progress_update, text);
  is(self, text, "\r\033[K[  0/3] plain/size:0  time left 0 s");
  m.now = 0.05;
  said(&m, &live, 0, bench_progress_update, text);
  is(self, text, "");
  m.now = 0.11, m.results[0].interval.relative = 0.0123, m.points[0].frames = 30000;
  said(&m, &live, 0, bench_progress_update, text);
  is(self, text, "\r\033[K[  0/3] plain/size:0  time +- 1.2 %  time left 3 m 00 s");
  said(&m, &live, 0, clear, text);
  is(self, text, "\r\033[K");
  said(&m, &live, 0, clear, text);
  is(self, text, "");
  said(&m, &live, 1, bench_progress_finished, text);
  is(self, text, "");
  m.now = 1;
  said(&m, &live, 0, bench_progress_update, text);
  check_true(self, strncmp(text, "\r\033[K[  1/3] ", 12) == 0, "one has finished: %s", text);

  m.results[1] = (bench_result){
      .outcome = BENCH_VALID, .episodes = 12, .stop = "rel-err", .interval = {.median = 1.5e-3, .relative = 0.005}};
  said(&m, &line, 1, bench_progress_finished, text);
  is(self, text, "[  1/3] plain/size:1: 1.50 ms +- 0.5 %, 12 episodes, stop rel-err, time left 3 m 00 s\n");
  m.results[1].interval.relative = NAN;
  said(&m, &line, 1, bench_progress_finished, text);
  is(self, text, "[  2/3] plain/size:1: 1.50 ms +- ?, 12 episodes, stop rel-err, time left 3 m 00 s\n");
  m.results[2] = (bench_result){.outcome = BENCH_SKIPPED, .reason = "no GPU"};
  said(&m, &line, 2, bench_progress_finished, text);
  is(self, text, "[  3/3] plain/size:2: skipped: no GPU\n");
  said(&m, &line, 2, bench_progress_finished, text);
  is(self, text, "");
  said(&m, &line, 3, bench_progress_finished, text);
  check_true(self, text[0] == '\0' && line.finished == 4, "another process's point");
  m.results[2] = (bench_result){.outcome = BENCH_FAILED};
  said(&m, &line, 2, bench_progress_finished, text);
  check_control(self, strstr(text, "skipped") == NULL, "the line of that before");
}

void check_group_progress(check_registry *registry) {
  check_add(registry, "costs", "predicted frames: proportions, lines, means", costs, 0);
  check_add(registry, "fits", "two measurements: a line, or a proportion", fits, 0);
  check_add(registry, "floors", "what a point costs at least", floors, 0);
  check_add(registry, "left", "the time left of what has not ended", left, 0);
  check_add(registry, "lines", "the line that is rewritten, and lines of points", lines, 0);
}
