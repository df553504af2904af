/* Why this file exists: the closing words of a run count points by their outcome, and warn of what nobody may overlook
 * in one or several of them. Here every count differs, and values just reach the limit of a warning. Part of the group
 * ends. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "unit/capture.h"
#include "unit/parts.h"

#include "harness/ending.h"
#include "harness/plan/more_axes.h"

enum { MOST = 64, SAID = 2048 };

static struct {
  bench_settings settings;
  bench_plan plan;
  bench_run run;
  bench_environment env;
} made;
static bench_point points[MOST];
static bench_result results[MOST];

/// A run without points that has ended.
static void begin(const char *stop) {
  memset(points, 0, sizeof points);
  memset(results, 0, sizeof results);
  memset(&made, 0, sizeof made);
  made.plan.points = points, made.run.plan = &made.plan, made.run.settings = &made.settings;
  made.run.results = results, made.run.stop = stop;
  made.run.started = 100.0, made.run.ended = 112.34;
}

/// Adds a point with this outcome; returns its result.
static bench_result *add(bench_outcome outcome, int shard) {
  points[made.plan.count].shard = shard;
  results[made.plan.count].outcome = outcome;
  return &results[made.plan.count++];
}

static void totals(check *self, int argument) {
#define SHORT  "; 12.3 s\n"
#define BUDGET "***WARNING*** the total budget ended before every point was measured; --total-budget raises it\n"
#define ONE    "1 point: 1 ok, 0 unchecked, 0 skipped, 0 failed their check, 0 errors, 0 interrupted" SHORT
  static const struct {
    const char *stop;
    const char *counts; ///< A digit per outcome: how many points had it, those without an end first.
    bool quiet;
    int shard, code;
    const char *said;
  } known[] = {
      {"finished", "01000000", false, 0, 0, ONE},
      {"finished", "01000000", true, 0, 0, ""},
      {"total-budget", "01000000", false, 0, 0, ONE BUDGET},
      {"total-budget", "01000000", true, 0, 0, ""},
      {"interrupted", "01000000", false, 0, 130, ONE "xpbd-bench: interrupted: finished points were kept\n"},
      {"finished", "02345678", false, 0, 2,
       "35 points: 2 ok, 3 unchecked, 4 inexact, 5 skipped, 6 failed their check, 7 errors, 8 interrupted" SHORT},
      {"finished", "01000030", false, 0, 3,
       "4 points: 1 ok, 0 unchecked, 0 skipped, 0 failed their check, 3 errors, 0 interrupted" SHORT},
      {"finished", "00201000", false, 0, 0,
       "3 points: 0 ok, 2 unchecked, 1 skipped, 0 failed their check, 0 errors, 0 interrupted" SHORT},
      {"finished", "01012000", false, 0, 0,
       "4 points: 1 ok, 0 unchecked, 1 inexact, 2 skipped, 0 failed their check, 0 errors, 0 interrupted" SHORT},
      {"finished", "00003000", false, 0, 5,
       "3 points: 0 ok, 0 unchecked, 3 skipped, 0 failed their check, 0 errors, 0 interrupted" SHORT
       "xpbd-bench: nothing was measured: all points were skipped\n"},
      {"finished", "04000000", false, 2, 5,
       "0 points: 0 ok, 0 unchecked, 0 skipped, 0 failed their check, 0 errors, 0 interrupted" SHORT
       "xpbd-bench: nothing was measured: none of the 4 points is left for shard 2/3\n"}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    char said[SAID];
    begin(known[k].stop);
    made.settings.quiet = known[k].quiet;
    made.settings.shard = known[k].shard, made.settings.shards = known[k].shard > 0 ? 3 : 0;
    for (int outcome = 0; outcome <= BENCH_STOPPED; outcome++)
      for (int i = '0'; i < known[k].counts[outcome]; i++) add((bench_outcome)outcome, known[k].shard > 0 ? 1 : 0);
    capture errors = capture_begin(STDERR_FILENO);
    const int code = bench_conclude(&made.run);
    capture_end(&errors, said, sizeof said);
    check_true(self, code == known[k].code, "case %zu: exit code %d, not %d", k, code, known[k].code);
    check_true(self, strcmp(said, known[k].said) == 0, "case %zu: %s", k, said);
  }
  check_control(self, strcmp(known[6].said, known[7].said) != 0, "one outcome for another");
#undef SHORT
#undef BUDGET
#undef ONE
}

/// The warnings in the results, and on the standard error.
static void warned(char said[SAID]) {
  capture errors = capture_begin(STDERR_FILENO);
  bench_warn_of_results(&made.run, &made.env);
  capture_end(&errors, said, SAID);
}

/// The warnings must be these, and be printed unless the run is quiet.
static void warnings_are(check *self, const char *const *wanted, int count, const char *what) {
  char said[SAID], told[SAID] = "";
  size_t end = 0;
  warned(said);
  check_true(self, made.env.warning_count == count, "%s: %d warnings", what, made.env.warning_count);
  for (int i = 0; i < count && i < made.env.warning_count; i++) {
    check_true(self, strcmp(made.env.warnings[i], wanted[i]) == 0, "%s: %s", what, made.env.warnings[i]);
    if (!made.settings.quiet) end += (size_t)snprintf(told + end, sizeof told - end, "***WARNING*** %s\n", wanted[i]);
  }
  check_true(self, strcmp(said, told) == 0, "%s: said '%s'", what, said);
}

/// A point with these numbers, and most of its equations unsolved. Most rows have that, so it gives no warning.
static void add_row(double tau, double waited, unsigned long long reasons) {
  bench_result *r = add(BENCH_VALID, 0);
  r->episodes = 3;
  r->facts.residual = 0.9;
  r->interval.tau = tau, r->noise.psi_during = waited, r->telemetry.reasons = reasons;
}

static void warnings(check *self, int argument) {
  static const char *const one[] = {"1 point drifted (autocorrelation above 5 episodes): its +- is optimistic",
                                    "1 point was measured while tasks waited for a processor",
                                    "1 point was measured while the GPU was slowed down; its notes say why"};
  static const char *const more[] = {"2 points drifted (autocorrelation above 5 episodes): their +- is optimistic",
                                     "3 points were measured while tasks waited for a processor",
                                     "4 points were measured while the GPU was slowed down; their notes say why"};
  static const unsigned long long power_cap = 4;
  begin("finished");
  add_row(5.0, 10.0, 0);
  warnings_are(self, one, 0, "just not enough for any");
  begin("finished");
  add_row(5.001, 10.001, power_cap);
  add_row(5.0, 10.0, 0);
  warnings_are(self, one, 3, "just enough for each");
  begin("finished");
  for (int i = 0; i < 5; i++) add_row(i < 2 ? 6.0 : (double)NAN, i < 3 ? 11.0 : (double)NAN, i < 4 ? power_cap : 0);
  made.settings.quiet = true;
  warnings_are(self, more, 3, "of several, quietly");
  char said[SAID];
  begin("finished");
  bench_env_warn(&made.env, "an earlier one");
  add_row(6.0, NAN, 0);
  warned(said);
  check_true(self, made.env.warning_count == 2, "%d warnings", made.env.warning_count);
  check_true(self, strstr(said, "drifted") && !strstr(said, "earlier"), "each is told once: %s", said);
  begin("finished");
  add_row(6.0, 11.0, power_cap);
  results[0].outcome = BENCH_WRONG;
  warned(said);
  check_control(self, made.env.warning_count == 0 && said[0] == '\0', "a row without numbers: %s", said);
}

/// The last lines: the fastest row of each headline with its interval, and how many rows were disturbed.
static void closing(check *self, int argument) {
  static const bench_axis axes[] = {{.name = "size"}, {.name = "side", .text = true, .beside = true}};
  static const bench_case owner = {.axes = axes, .axis_count = 2};
  static const struct {
    int64_t size;
    const char *side;
    double median;
    bool headline, flagged;
  } rows[] = {{10, "left", 0.004, true, false},
              {10, "right", 0.002, true, true},
              {20, "left", 0.001, false, false},
              {20, "right", 0.5, true, true}};
  char said[SAID];
  for (int alone = 0; alone < 2; alone++) {
    begin("finished");
    for (int i = 0; i < (alone ? 1 : 4); i++) {
      bench_result *r = add(BENCH_VALID, 0);
      bench_point *point = &points[i];
      *point = (bench_point){.owner = &owner, .present = 3, .headline = rows[i].headline};
      point->values[0].number = rows[i].size, point->values[1].text = rows[i].side;
      snprintf(point->name, sizeof point->name, "fake/size:%d/side:%s", (int)rows[i].size, rows[i].side);
      r->episodes = 18, r->processes = alone ? 0 : 3, r->flagged = rows[i].flagged;
      r->interval = (bench_interval){rows[i].median, 0.8 * rows[i].median, 1.25 * rows[i].median, 0.2, 1.0};
      if (alone) r->interval.low = r->interval.high = NAN;
    }
    capture errors = capture_begin(STDERR_FILENO);
    bench_closing_lines(&made.run, stderr);
    capture_end(&errors, said, sizeof said);
    check_true(self,
               strcmp(said, alone ? "fake, size 10, side left: 250 frames per second, without an interval\n"
                                    "0 of 1 row was disturbed, 1 has no interval\n"
                                  : "fake, size 10, side right: 500 frames per second, between 400 and 625 (95 %, 18 "
                                    "episodes of 3 processes)\n"
                                    "fake, size 20, side right: 2 frames per second, between 1.6 and 2.5 (95 %, 18 "
                                    "episodes of 3 processes)\n"
                                    "2 of 4 rows were disturbed\n") == 0,
               "said '%s'", said);
  }
  begin("finished");
  add(BENCH_SKIPPED, 0);
  capture errors = capture_begin(STDERR_FILENO);
  bench_closing_lines(&made.run, stderr);
  capture_end(&errors, said, sizeof said);
  check_control(self, said[0] == '\0', "nothing is said of nothing: '%s'", said);
}

/// Times of the same moment: one second before 2026 in Greenwich.
static void moments(check *self, int argument) {
  static const struct {
    const char *zone; ///< As in TZ; NULL: not requested.
    size_t room;
    const char *text;
  } known[] = {{NULL, 40, "2025-12-31T23:59:59Z"},
               {"ABC-05:45", 40, "2026-01-01T05:44:59+05:45"},
               {"ABC+3", 40, "2025-12-31T20:59:59-03:00"},
               {"ABC0", 26, "2025-12-31T23:59:59+00:00"},
               {"ABC0", 25, "2025-12-31T23:59:59+0000"}}; /* no room for the colon */
  const char *before = getenv("TZ");
  char *kept = before ? strdup(before) : NULL;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    char text[40] = "";
    setenv("TZ", known[k].zone ? known[k].zone : "ABC-05:45", 1);
    tzset();
    bench_time_text(1767225599, known[k].zone != NULL, text, known[k].room);
    check_true(self, strcmp(text, known[k].text) == 0, "case %zu: '%s', not '%s'", k, text, known[k].text);
  }
  check_control(self, strcmp(known[0].text, known[1].text) != 0, "another zone");
  if (kept)
    setenv("TZ", kept, 1);
  else
    unsetenv("TZ");
  tzset();
  free(kept);
}

static int more_wanted, room_given;
static int more_axes(bench_axis *out, int room) {
  room_given = room;
  for (int i = 0; i < room && i < more_wanted; i++) out[i] = (bench_axis){.name = "more"};
  return more_wanted;
}

/// As many axes as there are bits, and one more.
static void most_axes(check *self, int argument) {
  static const bench_axis own[] = {{.name = "own"}};
  static const bench_case wide = {.name = "wide", .axes = own, .axis_count = 1, .more_axes = more_axes},
                          plain = {.name = "plain", .axes = own, .axis_count = 1};
  static const bench_case *const cases[] = {&plain, &wide};
  static const char wanted[] = "xpbd-bench: wide has 65 axes, at most 64 are possible (BENCH_MAX_AXES)\n";
  for (more_wanted = 62; more_wanted <= 64; more_wanted++) {
    char said[SAID];
    capture errors = capture_begin(STDERR_FILENO);
    const bench_case **all = bench_cases_complete(cases, 2);
    capture_end(&errors, said, sizeof said);
    check_true(self, room_given == 63, "room for %d more", room_given);
    if (more_wanted == 64) {
      check_control(self, all == NULL, "65 axes");
      check_true(self, strcmp(said, wanted) == 0, "why: %s", said);
    } else if (check_true(self, all && said[0] == '\0', "%d axes: %s", 1 + more_wanted, said)) {
      check_true(self, all[0] == &plain && all[1]->axis_count == 1 + more_wanted, "%d axes", all[1]->axis_count);
      check_true(self, strcmp(all[1]->axes[0].name, "own") == 0 && strcmp(all[1]->axes[1].name, "more") == 0,
                 "its own come first");
      bench_cases_release(all, cases, 2);
    }
  }
}

void check_ends_words(check_registry *registry) {
  check_add(registry, "totals", "what is said at the end, and the exit code", totals, 0);
  check_add(registry, "warnings", "what one row is warned of, and several", warnings, 0);
  check_add(registry, "closing", "the lines about the headline and the disturbed rows", closing, 0);
  check_add(registry, "moments", "times with their zone", moments, 0);
  check_add(registry, "most axes", "as many axes as a benchmark may have", most_axes, 0);
}
