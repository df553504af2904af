/* Why this file exists: a reader has only the harness's words about a row, an axis, a machine or a plan. These are
 * compared letter for letter: why a row has no numbers, its notes, what was refused. Part of the group harness. */
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

/// The state of the fake benchmark is 1000003 times its size and the frames since the reset.
static void reasons(check *self, int argument) {
  static const struct {
    fake_behaviour how;
    const char *reason;
  } known[] = {{{.wrong_state = true}, "state equals the reference: 0000000000989735 instead of 0000000000989734"},
               {{.does_nothing = true}, "state equals the reference: 000000000098969e instead of 0000000000989734"},
               {{.spoil_episode = 5}, "episodes end in the same state: 0000000000989735 instead of 0000000000989734"},
               {{.fails_check = true}, "residual: nan, limit 1"},
               {{.no_checks = true}, "nothing was checked"},
               {{.more_checks = BENCH_MAX_CHECKS}, "too many checks: nan, limit nan"},
               {{.mean = 1e-3}, ""}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    fake = known[k].how;
    fake.mean = 1e-3;
    OWNED(end_trial) trial t = {0};
    run_single(&t);
    const bench_result *r = &t.run.results[0];
    is(self, r->reason, known[k].reason, "why");
    is(self, r->checked, known[k].reason[0] ? "" : "hash=seq@150 frames", "how it was checked");
  }
  static const struct {
    const char *size;
    bench_validate validate;
    int wrong_after;
    const char *left, *right, *checked;
  } pairs[] = {{"size=10", BENCH_VALIDATE_ON, 0, "", "", "hash=seq@150 frames"},
               {"size=10", BENCH_VALIDATE_ON, 3, "",
                "state equals the reference: 0000000000989736 instead of 0000000000989734", "hash=seq@150 frames"},
               {"size=100000", BENCH_VALIDATE_ON, 0, "", "", "hash=seq@2 frames, episodes agree@5"},
               {"size=100000", BENCH_VALIDATE_ONLY, 0, "", "", "hash=seq@2 frames"},
               {"size=100000", BENCH_VALIDATE_OFF, 3, "checks were switched off", "checks were switched off", ""},
               {"size=100000", BENCH_VALIDATE_ON, 3, "ends in another state than fake/size:100000/side:right",
                "state agrees with the other points: 00000017487b7be7 instead of 00000017487b7be5", ""}};
  for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
    const char *const axes[] = {pairs[k].size, "side=left,right"};
    fake = (fake_behaviour){.mean = 1e-3, .wrong_after = pairs[k].wrong_after, .records = true};
    OWNED(end_trial) trial t = {0};
    plan_trial(&t, axes, 2);
    t.settings.validate = pairs[k].validate;
    t.settings.max_episodes = 10;
    run_trial(&t);
    const bench_result *left = &t.run.results[0], *right = &t.run.results[1];
    is(self, left->reason, pairs[k].left, "the left one");
    is(self, right->reason, pairs[k].right, "the right one");
    is(self, left->checked, pairs[k].checked, "how it was checked");
    const bool only = pairs[k].validate == BENCH_VALIDATE_ONLY, off = pairs[k].validate == BENCH_VALIDATE_OFF;
    check_true(self, (left->episodes == 0) == only, "%d episodes", left->episodes);
    check_true(self, (left->series.count == 1) == (off || left->outcome == BENCH_VALID),
               "what is refuted later has no series: %d", left->series.count);
    check_true(self, (left->check_count == 0) == off, "%d checks", left->check_count);
    if (k == 0) {
      is(self, right->checks[0].why, "the sequential reference after 150 frames, bit for bit", "why the first check");
      is(self, right->checks[1].why, "same scene and order as fake/size:10/side:left", "why the second");
      check_control(self, strcmp(right->checks[0].name, right->checks[1].name) != 0, "one check for another");
    }
  }
}

/// A state that differs from the reference is judged once, and no episodes are prepared.
static void refuted(check *self, int argument) {
  static const char *const one[] = {"size=10", "side=left"};
  for (int way = 0; way < 3; way++) { /* to be timed, only checked, and correct */
    fake = (fake_behaviour){.mean = 1e-3, .wrong_state = way < 2, .more_checks = 2};
    OWNED(end_trial) trial t = {0};
    plan_trial(&t, one, 2);
    if (way == 1) t.settings.validate = BENCH_VALIDATE_ONLY;
    run_trial(&t);
    const bench_result *r = &t.run.results[0];
    if (way < 2) {
      check_true(self, r->outcome == BENCH_WRONG && r->episodes == 0, "way %d: it is refuted", way);
      check_same(self, (uint64_t)r->check_count, 3, "way %d: checks: of the state, and two more", way);
      check_true(self, !r->samples && isnan(r->noise.load_before), "way %d: nothing is ready for episodes", way);
    } else {
      check_control(self, r->outcome == BENCH_VALID && r->samples && r->episodes > 0, "what is right is timed");
    }
  }
}

/// Notes, except on other programs using the processor.
static void notes_of(const bench_result *result, char *out, size_t capacity) {
  size_t end = 0;
  out[0] = '\0';
  for (int i = 0; i < result->note_count && end < capacity; i++)
    if (strncmp(result->notes[i], "tasks waited", 12) != 0)
      end += (size_t)snprintf(out + end, capacity - end, "%s\n", result->notes[i]);
}

/// Above five it is noted that the machine drifts, and not below. If each of 16 episodes is slower than the last by the
/// same amount, the autocorrelation time is 5.68, computed by hand for the numbers 0 to 15 with both ends pulled in by
/// three quarters.
static void drifting(check *self) {
  static const char *const axes[] = {"size=10", "side=left"};
  char text[BENCH_MAX_NOTES * BENCH_TEXT];
  int above = 0, below = 0;
  for (int episodes = 10; episodes <= 30; episodes++) {
    fake = (fake_behaviour){.mean = 1e-3, .spread = 0.01, .random = 3, .drift = 0.05};
    OWNED(end_trial) trial t = {0};
    plan_trial(&t, axes, 2);
    t.settings.rel_err = 1e-9;
    t.settings.max_episodes = episodes;
    run_trial(&t);
    const double tau = t.run.results[0].interval.tau;
    notes_of(&t.run.results[0], text, sizeof text);
    check_true(self, (tau > 5.0) == (strstr(text, "autocorrelation time") != NULL), "%d episodes, %g: '%s'", episodes,
               tau, text);
    if (episodes == 16) check_between(self, tau, 5.5, 5.9, "of 16 episodes");
    above += tau > 5.0 && tau < 6.0;
    below += tau <= 5.0;
  }
  check_true(self, above > 0 && below > 0, "%d just above five, %d not above", above, below);
}

static void notes(check *self, int argument) {
  static const char few[] = "no interval: an order-statistic 95 % interval needs six episodes\n";
  static const struct {
    fake_behaviour how;
    int frames, least, most;
    const char *notes;
  } known[] = {{{.mean = 1e-3}, -1, 10, 12, ""},
               {{.mean = 1e-3}, -1, 6, 6, ""},
               {{.mean = 1e-3}, -1, 5, 5, few},
               {{.mean = 1e-3}, 1, 10, 10, ""},
               {{.mean = 1e-3}, 1, 9, 9, "not in \"benchmarks\": fewer than ten samples\n"},
               {{.mean = 1e-5, .read_cost = 1e-8}, -1, 6, 6, ""},
               {{.mean = 1e-5, .read_cost = 1.1e-8},
                -1,
                6,
                6,
                "a sample is the mean of 2 frames: one frame is shorter than 1000 clock reads\n"},
               {{.mean = 1e-5, .read_cost = 1e-5},
                -1,
                5,
                5,
                "a sample is the mean of 120 frames: one frame is shorter than 1000 clock reads\n"
                "no interval: an order-statistic 95 % interval needs six episodes\n"
                "not in \"benchmarks\": fewer than ten samples\n"}};
  char text[BENCH_MAX_NOTES * BENCH_TEXT];
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    static const char *const axes[] = {"size=10", "side=left"};
    fake = known[k].how;
    OWNED(end_trial) trial t = {0};
    plan_trial(&t, axes, 2);
    if (known[k].frames > 0) t.plan.points[0].frames = known[k].frames;
    t.plan.points[0].horizon = 2;
    t.settings.rel_err = 1e-9;
    fake.spread = 0.01, fake.random = 3;
    t.settings.min_episodes = known[k].least, t.settings.max_episodes = known[k].most;
    run_trial(&t);
    notes_of(&t.run.results[0], text, sizeof text);
    is(self, text, known[k].notes, "notes");
  }
  // A machine that becomes slower from episode to episode.
  for (int drifts = 0; drifts < 2; drifts++) {
    static const char *const axes[] = {"size=10", "side=left"};
    fake = (fake_behaviour){.mean = 1e-3, .spread = 0.01, .random = 3, .drift = drifts ? 0.05 : 0.0};
    OWNED(end_trial) trial t = {0};
    plan_trial(&t, axes, 2);
    t.settings.rel_err = 1e-9;
    t.settings.max_episodes = 60;
    run_trial(&t);
    const bench_result *r = &t.run.results[0];
    char wanted[BENCH_TEXT] = "";
    if (drifts)
      snprintf(wanted, sizeof wanted,
               "autocorrelation time %.1f episodes: the machine is drifting, the interval is optimistic\n",
               r->interval.tau);
    notes_of(r, text, sizeof text);
    is(self, text, wanted, "notes");
    if (drifts)
      check_true(self, r->interval.tau > 5.0 && r->flagged, "it is flagged: %g", r->interval.tau);
    else
      check_control(self, r->interval.tau < 5.0, "one that does not");
  }
  drifting(self);
  bench_result full = {.note_count = BENCH_MAX_NOTES - 1};
  for (int i = 0; i < 2; i++) bench_note(&full, "note %d", i);
  check_true(self, full.note_count == BENCH_MAX_NOTES, "no more notes than there is room for");
  is(self, full.notes[BENCH_MAX_NOTES - 1], "note 0", "the last");
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

/// The blocks of six sizes in the order of two seeds, computed by another program.
static void orders(check *self, int argument) {
  static const char *const axes[] = {"size=10,20,30,40,50,60", "side=left"};
  static const struct {
    int64_t seed;
    bench_order order;
    const char *sizes;
  } known[] = {{1, BENCH_SHUFFLE, "20 60 50 10 40 30 "},
               {2, BENCH_SHUFFLE, "40 20 60 10 30 50 "},
               {7, BENCH_SHUFFLE, "10 40 60 50 20 30 "},
               {1, BENCH_BLOCKS, "10 20 30 40 50 60 "},
               {2, BENCH_SEQUENTIAL, "10 20 30 40 50 60 "}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    OWNED(end_trial) trial t = {0};
    char line[BENCH_TEXT] = "";
    fake = (fake_behaviour){.mean = 1e-3};
    plan_trial(&t, axes, 2);
    t.settings.seed = known[k].seed, t.settings.order = known[k].order;
    replan_trial(&t);
    for (int b = 0; b < t.plan.block_count; b++) {
      const size_t end = strlen(line);
      snprintf(line + end, sizeof line - end, "%d ", (int)bench_int(&t.plan.points[t.plan.blocks[b].first], "size"));
    }
    is(self, line, known[k].sizes, "the order of the blocks");
  }
  check_control(self, strcmp(known[0].sizes, known[1].sizes) != 0, "another seed");
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
  check_add(registry, "reasons", "why a row has no numbers, and how one was checked", reasons, 0);
  check_add(registry, "refuted", "a state that is not the reference's, and what is still done", refuted, 0);
  check_add(registry, "notes", "what is noted of a row that has numbers", notes, 0);
  check_add(registry, "places", "the order of the values of an axis, and axes of a plan", places, 0);
  check_add(registry, "orders", "the order of the blocks by a seed", orders, 0);
  check_add(registry, "rooms", "fields and warnings beyond the room for them", rooms, 0);
  check_add(registry, "series", "rows of a series beyond those that were asked for", series, 0);
  check_add(registry, "busy", "a load that is warned of", busy, 0);
  check_add(registry, "progress", "lines, or nothing", progress, 0);
}
