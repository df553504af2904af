/* Why this file exists: writes the closing words of runs, which count points by their outcome and warn of what nobody may
 * overlook in one or several of them. Every count differs, and values just reach the limit of a warning. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/ending.h"
#include "harness/plan/more_axes.h"
#include "texts.h"

enum { MOST = 64 };

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

static void totals(void) {
  static const struct {
    const char *stop;
    const char *counts; ///< A digit per outcome: how many points had it, those without an end first.
    bool quiet;
    int shard;
  } known[] = {{"finished", "01000000", false, 0},     {"finished", "01000000", true, 0},
               {"total-budget", "01000000", false, 0}, {"total-budget", "01000000", true, 0},
               {"interrupted", "01000000", false, 0},  {"finished", "02345678", false, 0},
               {"finished", "01000030", false, 0},     {"finished", "00201000", false, 0},
               {"finished", "01012000", false, 0},     {"finished", "00003000", false, 0},
               {"finished", "04000000", false, 2}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    heading("%s, outcomes %s%s%s", known[k].stop, known[k].counts, known[k].quiet ? ", quietly" : "",
            known[k].shard > 0 ? ", none of them of this shard" : "");
    begin(known[k].stop);
    made.settings.quiet = known[k].quiet;
    made.settings.shard = known[k].shard, made.settings.shards = known[k].shard > 0 ? 3 : 0;
    for (int outcome = 0; outcome <= BENCH_STOPPED; outcome++)
      for (int i = '0'; i < known[k].counts[outcome]; i++) add((bench_outcome)outcome, known[k].shard > 0 ? 1 : 0);
    const int code = bench_conclude(&made.run);
    printf("exit code %d\n", code);
  }
}

/// A point with these numbers, and most of its equations unsolved. Most rows have that, so it gives no warning.
static void add_row(double tau, double waited, unsigned long long reasons) {
  bench_result *r = add(BENCH_VALID, 0);
  r->episodes = 3;
  r->facts.residual = 0.9;
  r->interval.tau = tau, r->noise.psi_during = waited, r->telemetry.reasons = reasons;
}

/// The warnings in the results, and on the standard error.
static void write_warnings(const char *what) {
  heading("warnings: %s", what);
  bench_warn_of_results(&made.run, &made.env);
  for (int i = 0; i < made.env.warning_count; i++) puts(made.env.warnings[i]);
}

static void warnings(void) {
  static const unsigned long long power_cap = 4;
  begin("finished");
  add_row(5.0, 10.0, 0);
  write_warnings("just not enough for any");
  begin("finished");
  add_row(5.001, 10.001, power_cap);
  add_row(5.0, 10.0, 0);
  write_warnings("just enough for each");
  begin("finished");
  for (int i = 0; i < 5; i++) add_row(i < 2 ? 6.0 : (double)NAN, i < 3 ? 11.0 : (double)NAN, i < 4 ? power_cap : 0);
  made.settings.quiet = true;
  write_warnings("of several, quietly");
  begin("finished");
  bench_env_warn(&made.env, "an earlier one");
  add_row(6.0, NAN, 0);
  write_warnings("an earlier one is not told again");
  begin("finished");
  add_row(6.0, 11.0, power_cap);
  results[0].outcome = BENCH_WRONG;
  write_warnings("a row without numbers");
}

/// The last lines: the fastest row of each headline with its interval, and how many rows were disturbed.
static void closing(void) {
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
  for (int alone = 0; alone < 2; alone++) {
    heading("the last lines, of %s", alone ? "a row without an interval" : "four rows");
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
    bench_closing_lines(&made.run, stdout);
  }
  heading("the last lines, of nothing");
  begin("finished");
  add(BENCH_SKIPPED, 0);
  bench_closing_lines(&made.run, stdout);
}

/// Times of the same moment: one second before 2026 in Greenwich. The last has no room for the colon.
static void moments(void) {
  static const struct {
    const char *zone; ///< As in TZ; NULL: not requested.
    size_t room;
  } known[] = {{NULL, 40}, {"ABC-05:45", 40}, {"ABC+3", 40}, {"ABC0", 26}, {"ABC0", 25}};
  heading("one moment");
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    char text[40] = "";
    setenv("TZ", known[k].zone ? known[k].zone : "ABC-05:45", 1);
    tzset();
    bench_time_text(1767225599, known[k].zone != NULL, text, known[k].room);
    puts(text);
  }
}

static int more_wanted, room_given;
static int more_axes(bench_axis *out, int room) {
  room_given = room;
  for (int i = 0; i < room && i < more_wanted; i++) out[i] = (bench_axis){.name = "more"};
  return more_wanted;
}

/// As many axes as there are bits, and one more.
static void most_axes(void) {
  static const bench_axis own[] = {{.name = "own"}};
  static const bench_case wide = {.name = "wide", .axes = own, .axis_count = 1, .more_axes = more_axes},
                          plain = {.name = "plain", .axes = own, .axis_count = 1};
  static const bench_case *const cases[] = {&plain, &wide};
  for (more_wanted = 62; more_wanted <= 64; more_wanted++) {
    heading("one axis and %d more", more_wanted);
    const bench_case **all = bench_cases_complete(cases, 2);
    printf("room for %d more\n", room_given);
    if (!all) continue;
    printf("%s the same, %s has %d: %s %s\n", all[0] == &plain ? "plain is" : "not", all[1]->name, all[1]->axis_count,
           all[1]->axes[0].name, all[1]->axes[1].name);
    bench_cases_release(all, cases, 2);
  }
}

void write_ends(void) {
  totals();
  warnings();
  closing();
  moments();
  most_axes();
}
