/* Why this file exists: tests the harness's words about an axis, a machine or a plan, letter for letter, and the room for
 * them. Part of the group harness. (Rows: tests/texts/runs.c.) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/machine/environment.h"
#include "harness_subject.h"
#include "harness/progress.h"
#include "harness/store/report.h"
#include "runner/check.h"
#include "unit/capture.h"

static void is(check *self, const char *text, const char *wanted, const char *what) {
  check_true(self, strcmp(text, wanted) == 0, "%s: '%s', not '%s'", what, text, wanted);
}

static bool accepts(const char *value, char *why, size_t capacity) {
  return strchr(value, ':') != NULL;
}

static const char *names(int index) {
  static const char *const all[] = {"stretching", "morse"};
  return index < 2 ? all[index] : NULL;
}

/// Texts made up by a user are in the order in which they were first given, texts of a list in the order of the list.
static void places(check *self, int argument) {
  static const bench_axis text = {.name = "t", .text = true, .known = names},
                          any = {.name = "a", .text = true, .known = names, .accepts = accepts};
  static const char *const lists[] = {"morse:a=1,b=2,cc=3,stretching,x:d=4", "x:a=1,b:c=2"};
  static bench_values values;
  char why[BENCH_TEXT];
  for (int k = 0; k < 2; k++)
    check_true(self, bench_axis_parse(&any, lists[k], &values, why, sizeof why), "%s", lists[k]);
  check_true(self,
             bench_text_place(&any, "morse:a=1,b=2,cc=3") < bench_text_place(&any, "x:d=4") &&
                 bench_text_place(&any, "x:d=4") < bench_text_place(&any, "b:c=2"),
             "made up texts have their places");
  check_true(self,
             bench_text_place(&any, "stretching") > bench_text_place(&any, "morse:a=1,b=2,cc=3") &&
                 bench_text_place(&any, "stretching") < bench_text_place(&any, "x:d=4"),
             "and known ones among them");
  check_control(self, bench_text_place(&text, "stretching") < bench_text_place(&text, "morse"), "by the list");
  char found[16] = "none";
  check_true(self,
             bench_axis_in_plan("size=1,2  kind=a", "kind", found, sizeof found) && strcmp(found, "a") == 0 &&
                 bench_axis_in_plan("size=1,2  kind=a", "size", found, sizeof found) && strcmp(found, "1,2") == 0,
             "axes of a plan: %s", found);
  check_control(self,
                !bench_axis_in_plan("size=1,2  kind=a", "kin", found, sizeof found) &&
                    !bench_axis_in_plan("size=1,2 kind", "kind", found, sizeof found),
                "a beginning, or no value");
}

/// More warnings and fields than there is room for.
static void rooms(check *self, int argument) {
  static bench_environment env;
  env = (bench_environment){0};
  for (int i = 0; i <= BENCH_MAX_FIELDS; i++) bench_env_number(&env, "group", "key", i, NULL, "check");
  check_true(self, env.count == BENCH_MAX_FIELDS, "as many fields as there is room for");
  check_between(self, env.fields[BENCH_MAX_FIELDS - 1].number, BENCH_MAX_FIELDS, BENCH_MAX_FIELDS, "the last");
  check_between(self, env.fields[BENCH_MAX_FIELDS - 2].number, BENCH_MAX_FIELDS - 2, BENCH_MAX_FIELDS - 2, "before it");
  for (int i = 0; i <= BENCH_MAX_WARNINGS; i++) bench_env_warn(&env, "warning %d", i);
  check_true(self, env.warning_count == BENCH_MAX_WARNINGS, "as many warnings");
  is(self, env.warnings[BENCH_MAX_WARNINGS - 1], "warning 15", "the last that was told");
  bench_result full = {.note_count = BENCH_MAX_NOTES - 1};
  for (int i = 0; i < 2; i++) bench_note(&full, "note %d", i);
  check_true(self, full.note_count == BENCH_MAX_NOTES, "no more notes than there is room for");
  is(self, full.notes[BENCH_MAX_NOTES - 1], "note 0", "the last");
  bench_env_text(&env, "texts", "empty", "", "check");
  check_control(self, env.fields[BENCH_MAX_FIELDS - 1].state == BENCH_UNKNOWN, "no text is none");
}

/// More rows of a series than requested. A second series replaces the first.
static void series(check *self, int argument) {
  static const char *const columns[] = {"time_s", "a_name_that_is_much_too_long"};
  static const double rows[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  bench_ctx ctx = {0};
  for (int time = 0; time < 2; time++) {
    check_true(self, bench_series_begin(&ctx, 2, columns, 2), "there is memory");
    check_true(self, ctx.series.count == 0 && ctx.series.column_count == 2 && ctx.series.capacity == 2, "it is empty");
    is(self, ctx.series.names[0], "time_s", "the first column");
    is(self, ctx.series.names[1], "a_name_that_is_much_too", "the second, as far as there is room");
    for (int i = 0; i < 3; i++) bench_series_add(&ctx, rows[i]);
    check_true(self, ctx.series.count == 2 && memcmp(ctx.series.values, rows, 2 * sizeof rows[0]) == 0, "two rows");
    check_control(self, memcmp(ctx.series.values, rows[1], 2 * sizeof rows[0]) != 0, "the last two");
  }
  free(ctx.series.values);
}

/// The load of the machine is real. The number of processors is made up, so that the load is high or low for it.
static double load_before(double processors, bench_environment *env) {
  *env = (bench_environment){0};
  bench_env_number(env, "cpu", "logical", processors, NULL, "check");
  bench_env_noise_before(env);
  return bench_env_number_of(env, "noise", "load_before");
}

static bool warns_of_load(const bench_environment *env, double load) {
  char wanted[BENCH_TEXT];
  snprintf(wanted, sizeof wanted, "the load average was %.2f before the start: other programs use this machine", load);
  return env->warning_count > 0 && strcmp(env->warnings[0], wanted) == 0;
}

static void busy(check *self, int argument) {
  static bench_environment much, little;
  for (int tries = 0; tries < 100; tries++) {
    const double load = load_before(-1.0, &much);
    check_true(self, warns_of_load(&much, load), "more than half a task for each processor: %s", much.warnings[0]);
    // The system updates its load every few seconds, so three equal readings are one load.
    const double above = load_before(1.99 * load, &much), below = load_before(2.01 * load, &little);
    if (!(above >= load && above <= load && below >= load && below <= load)) continue;
    check_true(self, warns_of_load(&much, load) == (load > 0.0), "of just more than half: %g", load);
    check_control(self, !warns_of_load(&little, load), "just less than half a task for each");
    return;
  }
  check_skip(self, "the load changes all the time");
}

/// Whether lines are written, one line is rewritten, or nothing is printed. The output here is no terminal.
static void progress(check *self, int argument) {
  static const struct {
    bench_settings settings;
    bool lines;
  } known[] = {{{.process_out = -1}, true},
               {{.process_out = -1, .progress = BENCH_PROGRESS_LINE}, true},
               {{.process_out = -1, .progress = BENCH_PROGRESS_OFF}, false},
               {{.process_out = -1, .quiet = true}, false},
               {{.process_out = -1, .quiet = true, .progress = BENCH_PROGRESS_LINE}, false},
               {{.process_out = 0, .quiet = true}, true},
               {{.process_out = 5, .quiet = true}, true},
               {{.process_out = 5, .quiet = true, .progress = BENCH_PROGRESS_OFF}, false}};
  const capture errors = capture_begin(STDERR_FILENO);
  char said[8];
  bench_progress made[sizeof known / sizeof known[0]];
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) made[k] = bench_progress_make(&known[k].settings);
  capture_end(&errors, said, sizeof said);
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    check_true(self, made[k].lines == known[k].lines, "case %zu: lines %d", k, made[k].lines);
    check_true(self, !made[k].live && made[k].finished == 0 && !made[k].shown && isinf(made[k].last),
               "case %zu: nothing was shown yet", k);
  }
  check_control(self, made[0].lines != made[2].lines, "what was switched off");
}

void check_harness_words(check_registry *registry) {
  check_add(registry, "places", "the order of the values of an axis, and axes of a plan", places, 0);
  check_add(registry, "rooms", "fields and warnings beyond the room for them", rooms, 0);
  check_add(registry, "series", "rows of a series beyond those that were asked for", series, 0);
  check_add(registry, "busy", "a load that is warned of", busy, 0);
  check_add(registry, "progress", "lines, or nothing", progress, 0);
}
