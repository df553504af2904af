/* Why this file exists: the harness is checked before anything is measured with it. A benchmark with a made-up clock
 * and a known frame time runs through the real harness. The known time must come back, and a wrong result must not. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "harness_subject.h"
#include "support/json.h"
#include "harness/store/report.h"
#include "support/student.h"

static void known_time(check *self, int argument) {
  int inside = 0;
  enum { RUNS = 60 };
  for (int i = 0; i < RUNS; i++) {
    fake = (fake_behaviour){.mean = 1e-3, .spread = 0.05, .random = (uint64_t)i + 1};
    OWNED(end_trial) trial t = {0};
    run_single(&t);
    const bench_result *result = &t.run.results[0];
    inside += result->interval.low <= 1e-3 && 1e-3 <= result->interval.high;
    if (i == 0) {
      check_same(self, (uint64_t)fake.rests, (uint64_t)result->episodes, "threads come to rest before every episode");
      check_true(self, result->outcome == BENCH_VALID, "the point is valid: %s", result->reason);
      check_true(self, result->stop != NULL && strcmp(result->stop, "target") == 0, "it stopped at the target");
      check_between(self, result->interval.median, 0.98e-3, 1.02e-3, "median frame time");
      check_at_most(self, result->interval.relative, 0.01, "achieved interval");
      check_at_least(self, (double)result->episodes, 10.0, "episodes");
      // The same interval is too narrow for another truth: a clock that is 10 % off must show.
      check_control(self, !(result->interval.low <= 1.1e-3 && 1.1e-3 <= result->interval.high),
                    "a frame time 10 %% off lies outside the interval");
    }
  }
  check_at_least(self, (double)inside / RUNS, 0.85, "share of runs whose interval holds the truth");
}

/// A series with lag-one correlation `rho`, relative spread 3 %, and a spike now and then.
static double next_value(double *state, double rho, uint64_t *random, double spikes) {
  double sum = -6.0;
  for (int i = 0; i < 12; i++) sum += bench_random_unit(random);
  *state = rho * *state + sqrt(1.0 - rho * rho) * sum;
  const double spike = bench_random_unit(random) < spikes ? 1.3 + 1.7 * bench_random_unit(random) : 1.0;
  return exp(0.03 * *state) * spike;
}

static void autocorrelation(check *self, int argument) {
  enum { COUNT = 400 };
  double values[COUNT], scratch[2 * COUNT];
  double widths[2] = {0.0, 0.0}, taus[2] = {0.0, 0.0};
  uint64_t random = 11;
  for (int k = 0; k < 2; k++) {
    for (int run = 0; run < 20; run++) {
      double state = 0.0;
      for (int i = 0; i < COUNT; i++) values[i] = next_value(&state, k == 0 ? 0.0 : 0.8, &random, 0.0);
      const bench_interval interval = bench_median_interval(values, COUNT, scratch);
      widths[k] += interval.relative / 20.0;
      taus[k] += interval.tau / 20.0;
    }
  }
  check_between(self, taus[0], 1.0, 1.3, "autocorrelation time of independent values");
  check_between(self, taus[1], 5.0, 10.0, "autocorrelation time at rho 0.8, (1 + rho) / (1 - rho) = 9");
  check_between(self, widths[1] / widths[0], 2.0, 4.0, "widening at rho 0.8, sqrt(9) = 3");
  // Shuffled, the same values have no correlation, so the widening comes from the order alone.
  for (int i = COUNT; i-- > 1;) {
    const int j = (int)(bench_random(&random) % (uint64_t)(i + 1));
    const double keep = values[i];
    values[i] = values[j];
    values[j] = keep;
  }
  const bench_interval shuffled = bench_median_interval(values, COUNT, scratch);
  check_control(self, shuffled.tau < 2.0, "the shuffled series is not widened");
  // The order of equal values has no effect, even if their mean after rounding equals none of them.
  enum { EQUAL = 40 };
  bool rounded = false;
  for (int k = 1; k <= 10; k++) {
    for (int i = 0; i < EQUAL; i++) values[i] = 0.1 * k;
    rounded = rounded || bench_mean(values, EQUAL) != values[0];
    check_between(self, bench_median_interval(values, EQUAL, scratch).tau, 1.0, 1.0,
                  "autocorrelation time of the value %g, 40 times", values[0]);
  }
  check_control(self, rounded, "a mean of equal values that is none of them");
}

/// Share of runs in which the stop rule ends with an interval that holds the true median 1.
static double coverage(double rho, bool widened, uint64_t seed, double *episodes) {
  enum { RUNS = 300, MOST = 200 };
  double values[MOST], scratch[2 * MOST];
  int inside = 0;
  uint64_t random = seed;
  *episodes = 0.0;
  for (int run = 0; run < RUNS; run++) {
    bench_stop_rule rule = {.target = 0.01, .minimum = 10};
    bench_interval interval = {.median = NAN};
    double state = 0.0;
    int count = 0;
    bool stop = false;
    while (!stop && count < MOST) {
      // An episode is the median of a block of frames, as in the harness.
      double block[24], sorted[24];
      for (int i = 0; i < 24; i++) block[i] = next_value(&state, rho, &random, 0.02);
      values[count++] = bench_median(block, 24, sorted);
      interval = bench_median_interval(values, (size_t)count, scratch);
      if (!widened) {
        // The rule that was rejected: mean and t, stopped at the first pass.
        const double mean = bench_mean(values, (size_t)count);
        const double half = count < 3 ? INFINITY : 2.0 * bench_stddev(values, (size_t)count) / sqrt((double)count);
        interval = (bench_interval){.median = mean, .low = mean - half, .high = mean + half, .relative = half / mean};
        stop = count >= 3 && interval.relative <= rule.target;
      } else {
        stop = bench_stop_check(&rule, &interval, count);
      }
    }
    inside += interval.low <= 1.0 && 1.0 <= interval.high;
    *episodes += (double)count / RUNS;
  }
  return (double)inside / RUNS;
}

static void stop_rule(check *self, int argument) {
  double count;
  // The spikes bias a block slightly, by 0.06 %, which must not matter for an interval of 1 %.
  check_at_least(self, coverage(0.0, true, 3, &count), 0.90, "coverage, independent frames");
  check_at_least(self, count, 10.0, "episodes, independent frames");
  check_at_least(self, coverage(0.5, true, 5, &count), 0.88, "coverage, frames correlated with rho 0.5");
  check_at_least(self, coverage(0.9, true, 7, &count), 0.80, "coverage, frames correlated with rho 0.9");
  const double naive = coverage(0.9, false, 7, &count);
  check_control(self, naive < 0.80, "mean and t, stopped at the first pass, cover only %.2f", naive);
  bench_stop_rule rule = {.target = 0.01, .minimum = 2};
  const bench_interval good = {.relative = 0.009}, bad = {.relative = 0.011}, unknown = {.relative = NAN};
  check_true(self, !bench_stop_check(&rule, &good, 2) && bench_stop_check(&rule, &good, 3), "two passes stop");
  rule.passes = 0;
  bench_stop_check(&rule, &good, 2);
  bench_stop_check(&rule, &bad, 3);
  check_true(self, !bench_stop_check(&rule, &good, 4), "the passes must be in a row");
  rule.passes = 0;
  bench_stop_check(&rule, &unknown, 3);
  check_true(self, !bench_stop_check(&rule, &unknown, 4), "an unknown interval never stops");
}

/// Ten equal values have no deviation, even if their mean after rounding equals none of them.
static void deviation(check *self, int argument) {
  bool rounded = false, nothing = true, known = true;
  for (int k = 1; k <= 100; k++) {
    double equal[10], rising[5];
    const double value = 1e-7 * k / 7.0;
    for (int i = 0; i < 10; i++) equal[i] = value;
    for (int i = 0; i < 5; i++) rising[i] = value * (10 + i);
    rounded = rounded || bench_mean(equal, 10) != value;
    nothing = nothing && bench_stddev(equal, 10) == 0.0;
    known = known && fabs(bench_stddev(rising, 5) / (value * sqrt(2.5)) - 1.0) < 1e-12;
  }
  check_true(self, nothing, "the deviation of equal values is zero");
  check_true(self, known, "one to five deviate by the square root of 2.5");
  check_control(self, rounded, "a mean of equal values that is none of them");
}

/// Known intervals of small samples: the ranks of the binomial distribution.
static void order_interval(check *self, int argument) {
  static const struct { int count, depth; } known[] = {{6, 1}, {8, 1}, {9, 2}, {10, 2}, {20, 6}, {50, 18}, {100, 40}};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    double values[100], scratch[200];
    // Alternating ends keep the series without positive correlation.
    for (int i = 0; i < known[k].count; i++)
      values[i] = i % 2 == 0 ? 100.0 + i / 2 : 100.0 + known[k].count - 1 - i / 2;
    const bench_interval out = bench_median_interval(values, (size_t)known[k].count, scratch);
    check_between(self, out.tau, 1.0, 1.0, "n = %d: autocorrelation time", known[k].count);
    check_between(self, out.low, 100.0 + known[k].depth - 1 - 1e-9, 100.0 + known[k].depth - 1 + 1e-9,
                  "n = %d: lower end", known[k].count);
    check_between(self, out.high, 100.0 + known[k].count - known[k].depth - 1e-9,
                  100.0 + known[k].count - known[k].depth + 1e-9, "n = %d: upper end", known[k].count);
  }
  double rising[40], both[80];
  for (int i = 0; i < 40; i++) rising[i] = exp(0.1 * i);
  const bench_interval drift = bench_median_interval(rising, 40, both);
  check_true(self, drift.low > 0.0 && drift.high > drift.median, "the interval of times that rise: %g to %g", drift.low,
             drift.high);
  check_control(self, !(drift.median - sqrt(drift.tau) * (drift.median - rising[13]) > 0.0), "widened as differences");
  double five[5] = {1, 2, 3, 4, 5}, scratch[10];
  const bench_interval none = bench_median_interval(five, 5, scratch);
  check_true(self, isnan(none.low) && isnan(none.high) && isnan(none.relative), "no interval below six values");
  check_control(self, !(none.relative <= 1.0), "an interval that does not exist meets no target");
}

/// Student's t from tables, and an interval computed by hand.
static void process_interval(check *self, int argument) {
  static const struct {
    double df, t;
  } table[] = {{1, 12.7062047}, {2, 4.3026527},  {4, 2.7764451},       {9, 2.2621572},
               {29, 2.0452296}, {64, 1.9977297}, {INFINITY, 1.9599640}};
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++)
    check_between(self, student_t95(table[k].df), table[k].t - 2e-7, table[k].t + 2e-7, "t of %g", table[k].df);
  check_control(self, fabs(student_t95(3) - 2.7764451) > 0.1, "t of another number");
  // Logarithms ln 2 - 0.01, ln 2, ln 2 + 0.01, and a process without a number: deviation 0.01, half 4.3026527 * 0.0057735.
  const double medians[] = {2.0 * exp(-0.01), NAN, 2.0, 2.0 * exp(0.01)};
  double between;
  const bench_interval out = bench_process_interval(medians, 4, &between);
  check_between(self, between, 0.01 - 1e-12, 0.01 + 1e-12, "between");
  check_between(self, out.median, 2.0 - 1e-12, 2.0 + 1e-12, "geometric mean");
  check_between(self, out.low, 2.0 * exp(-0.0248414) - 1e-6, 2.0 * exp(-0.0248414) + 1e-6, "lower end");
  check_between(self, out.high, 2.0 * exp(0.0248414) - 1e-6, 2.0 * exp(0.0248414) + 1e-6, "upper end");
  const bench_interval one = bench_process_interval(medians, 2, &between);
  check_true(self, isnan(one.low) && isnan(one.relative) && isnan(between), "one process has no interval");
}

/// All output about a point in one buffer; NULL if memory is short.
static char *written(const trial *t, void (*write)(FILE *, const bench_report *)) {
  static bench_environment env;
  env = (bench_environment){0};
  bench_env_text(&env, "tool", "version", "0", "check");
  const bench_report report = {.run = &t->run, .env = &env, .program = "check"};
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  if (!stream) return NULL;
  write(stream, &report);
  fclose(stream);
  return text;
}

static void write_table(FILE *stream, const bench_report *report) {
  const bench_table table = bench_table_make(stream, report->run->plan, report->run->settings, false);
  bench_table_row(&table, &report->run->plan->points[0], &report->run->results[0]);
}

/// Whether the fake point's time of 1 ms (1000 us, 1e6 ns, 1000 frames/s) or any block row is in an output.
static bool tells_numbers(const char *text) {
  return strstr(text, "fps=") != NULL || strstr(text, "\"real_time\"") != NULL || strstr(text, "\"lo95\"") != NULL ||
         strstr(text, "\t1000\t") != NULL || strstr(text, "\t0.001\t") != NULL;
}

static void failing_rows(check *self, int argument) {
  static const fake_behaviour bad[] = {{.wrong_state = true},
                                       {.fails_check = true},
                                       {.spoil_episode = 5},
                                       {.does_nothing = true},
                                       {.no_checks = true},
                                       {.more_checks = BENCH_MAX_CHECKS},
                                       {.more_checks = BENCH_MAX_CHECKS - 1}};
  static const char *const names[] = {"wrong state", "failed check",    "episode that differs",
                                      "no work",     "nothing checked", "one check more than there is room for",
                                      "none"};
  enum { CASES = sizeof bad / sizeof *bad };
  static void (*const writers[])(FILE *, const bench_report *) = {bench_write_json, bench_write_tsv, bench_write_csv,
                                                                  write_table};
  for (int i = 0; i < CASES; i++) {
    fake = bad[i];
    fake.mean = 1e-3;
    OWNED(end_trial) trial t = {0};
    run_single(&t);
    const bool good = i == CASES - 1;
    check_true(self, (t.run.results[0].outcome == BENCH_VALID) == good, "fault '%s' gives status %s", names[i],
               bench_outcome_name(t.run.results[0].outcome));
    check_true(self, good == (t.run.results[0].reason[0] == '\0'), "fault '%s' has a reason", names[i]);
    bool told = false;
    for (size_t w = 0; w < sizeof writers / sizeof writers[0]; w++) {
      char *text = written(&t, writers[w]);
      check_true(self, text != NULL, "fault '%s', output %zu was written", names[i], w);
      const bool tells = text != NULL && tells_numbers(text);
      told = told || tells;
      if (!good) check_true(self, !tells, "fault '%s', output %zu has no numbers", names[i], w);
      free(text);
    }
    if (bad[i].more_checks > 0)
      check_same(self, (uint64_t)t.run.results[0].check_count, BENCH_MAX_CHECKS, "checks, beside that of the state");
    if (good) check_control(self, told, "without a fault the same search finds the numbers");
  }
}

static void plans(check *self, int argument) {
  fake = (fake_behaviour){.mean = 1e-3};
  trial t;
  plan_trial(&t, NULL, 0);
  // Two sweeps: 3 sizes + 2 quiet values at size 20, minus the one they share, times two sides. The broken side has one
  // row.
  check_same(self, (uint64_t)t.plan.count, 9, "points of the standard plan");
  int both = 0, skipped = 0;
  for (int i = 0; i < t.plan.count; i++) {
    both += t.plan.points[i].sweeps == 3 && t.plan.points[i].skip[0] == '\0';
    skipped += t.plan.points[i].skip[0] != '\0';
  }
  check_same(self, (uint64_t)both, 2, "points in both sweeps");
  check_same(self, (uint64_t)skipped, 1, "rows for the side that cannot run");
  const uint64_t hash = t.plan.hash;
  end_trial(&t);
  static const char *const axes[] = {"size=20", "side=broken,left"};
  plan_trial(&t, axes, 2);
  // The second sweep fixes the size, so it is dropped. A broken side that was requested has its own row.
  check_same(self, (uint64_t)t.plan.count, 2, "points when size and side are given");
  check_control(self, t.plan.hash != hash, "another plan has another hash");
  end_trial(&t);
  static const char *const right[] = {"size=20", "side=right"};
  fake.spares = true;
  plan_trial(&t, NULL, 0);
  check_same(self, (uint64_t)t.plan.count, 6, "points with a side that is spared: those of the other, and two rows");
  end_trial(&t);
  plan_trial(&t, right, 2);
  check_true(self, t.plan.count == 1 && t.plan.points[0].skip[0] == '\0', "asked for, it is run");
  end_trial(&t);
  static const char *const quiet[] = {"size=20", "side=left,right", "quiet=0,1,2"};
  for (int k = 0; k < 2; k++) {
    fake = (fake_behaviour){.mean = 1e-3, .blind = k == 0};
    plan_trial(&t, quiet, 3);
    int lefts = 0, wide = 0;
    for (int i = 0; i < t.plan.count; i++) {
      const bool left = strcmp(bench_text(&t.plan.points[i], "side"), "left") == 0;
      lefts += left;
      wide += left && (t.plan.points[i].present & UINT64_C(1) << bench_axis_find(t.plan.points[i].owner, "quiet")) != 0;
    }
    if (k == 0)
      check_true(self, t.plan.count == 4 && lefts == 1 && wide == 0, "an axis that means nothing makes no more points");
    else
      check_control(self, t.plan.count == 6 && lefts == 3 && wide == 3, "one that means something does");
    end_trial(&t);
  }
}

static void grouping(check *self, int argument) {
  fake = (fake_behaviour){.mean = 1e-5, .read_cost = 1e-7};
  trial t;
  run_single(&t);
  const bench_result *result = &t.run.results[0];
  check_same(self, (uint64_t)result->frames_per_sample, 16, "frames per sample: 1000 reads of 0.1 us at 10 us a frame");
  int32_t frames = 0;
  for (size_t i = 0; i < (size_t)result->samples_per_episode; i++)
    frames += bench_sample_frames(&t.plan.points[0], result, i);
  check_same(self, (uint64_t)frames, 120, "every frame is in one sample");
  check_between(self, result->interval.median, 0.999e-5, 1.001e-5, "time per frame, not per sample");
  // There may be other notes if other processes keep the machine busy.
  int notes = 0;
  for (int i = 0; i < result->note_count; i++)
    notes += strncmp(result->notes[i], "a sample is the mean of 16 frames", 33) == 0;
  check_same(self, (uint64_t)notes, 1, "the data says so");
  bench_row rows[BENCH_ROWS];
  check_true(self, bench_rows_of(&t.plan.points[0], result, rows), "ten rows");
  // The last sample of an episode has the remaining frames: 24 of 120. Without noise all have the same time.
  const size_t last = (size_t)result->samples_per_episode - 1;
  check_same(self, (uint64_t)bench_sample_frames(&t.plan.points[0], result, last), 24, "frames of the last sample");
  for (size_t i = 0; i < result->sample_count; i++)
    check_between(self, result->samples[i], 1e-5 * (1.0 - 1e-9), 1e-5 * (1.0 + 1e-9), "time per frame of sample %zu",
                  i);
  check_control(self, !(result->samples[last] * 24 / 16 < 1e-5 * (1.0 + 1e-9)),
                "divided by the frames of another sample");
  end_trial(&t);
  fake = (fake_behaviour){.mean = 1e-3, .read_cost = 1e-7};
  run_single(&t);
  check_control(self, t.run.results[0].frames_per_sample == 1, "longer frames are samples of their own");
  end_trial(&t);
}

/// Strict JSON as far as characters can tell: outside strings only punctuation, numbers, true, false, null.
static bool strict(const char *text) {
  bool inside = false;
  int depth = 0;
  for (const char *c = text; *c != '\0'; c++) {
    if (inside) {
      if ((unsigned char)*c < 0x20) return false;
      if (*c == '\\' && *++c == '\0') return false;
      if (*c == '"' && c[-1] != '\\') inside = false;
      continue;
    }
    if (*c == '"') inside = true;
    if (*c == '{' || *c == '[') depth++;
    if (*c == '}' || *c == ']') depth--;
    if (depth < 0) return false;
    if (strchr("NI", *c) != NULL || strncmp(c, "nan", 3) == 0 || strncmp(c, "inf", 3) == 0) return false;
  }
  return depth == 0 && !inside;
}

static void json_is_strict(check *self, int argument) {
  char number[32];
  static const double values[] = {0.1, 1.0 / 3.0, 1e300, 5e-324, -0.0, 123456789.0, 6.02214076e23, 0.30000000000000004};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    const double back = strtod(json_shortest(values[i], number), NULL);
    check_between(self, back, values[i], values[i], "%s reads back", number);
  }
  check_true(self, strcmp(json_shortest(0.1, number), "0.1") == 0, "0.1 is written %s", number);
  char *text = NULL;
  size_t length = 0;
  json_writer json = {.stream = open_memstream(&text, &length), .flat = true};
  if (!check_true(self, json.stream != NULL, "a stream in memory")) return;
  json_open(&json, NULL, '{');
  json_number(&json, "nan", NAN);
  json_number(&json, "infinity", -INFINITY);
  json_text(&json, "te\"xt", "a\tb\\ \x01 \xff \xc3\xa9");
  json_text(&json, "nothing", NULL);
  json_close(&json, '}');
  fclose(json.stream);
  check_true(
      self,
      strcmp(text, "{\"nan\": null, \"infinity\": null, \"te\\\"xt\": \"a\\u0009b\\\\ \\u0001 \xef\xbf\xbd \xc3\xa9\", "
                   "\"nothing\": null}\n") == 0,
      "special values give %s", text);
  free(text);
  // A frame time of zero makes every rate infinite; the file must stay valid.
  fake = (fake_behaviour){.mean = 0.0};
  OWNED(end_trial) trial t = {0};
  run_single(&t);
  text = written(&t, bench_write_json);
  check_true(self, text != NULL && strict(text), "the JSON of a run with a frame time of zero");
  free(text);
  check_control(self, !strict("{\"a\": NaN}") && !strict("{\"a\": -Infinity}") && !strict("{\"a\": [1}"),
                "bare NaN is noticed");
}

/* A device that fails takes the points after it along. They say so, and earlier measurements are kept. */
static void lost_device(check *self, int argument) {
  static const char *const axes[] = {"size=10,20,30", "side=left"};
  for (int falls = 0; falls < 2; falls++) {
    fake = (fake_behaviour){.mean = 1e-3};
    OWNED(end_trial) trial t = {0};
    plan_trial(&t, axes, 2);
    t.settings.max_episodes = 12;
    fake.falls_at =
        falls ? 16 : 0; /* while the second point is timed: points of another size are blocks of their own */
    run_trial(&t);
    const bench_result *r = t.run.results;
    if (!falls) {
      check_control(self, r[1].outcome == BENCH_VALID && r[2].outcome == BENCH_VALID, "all run while nothing falls");
    } else {
      check_true(self, r[0].outcome == BENCH_VALID && r[0].episodes > 0, "the first point keeps its numbers");
      check_true(self, r[1].outcome == BENCH_FAILED && strstr(r[1].reason, "fell over"), "the second: %s", r[1].reason);
      check_true(self, r[2].outcome == BENCH_STOPPED && strstr(r[2].reason, t.plan.points[1].name),
                 "the third names the second: %s", r[2].reason);
      check_true(self, strcmp(t.run.stop, "device-lost") == 0 && !t.run.complete, "the run says why it stopped: %s",
                 t.run.stop);
    }
  }
}

void check_group_harness(check_registry *registry) {
  check_add(registry, "known time", "a clock with a known frame time comes back within the interval", known_time, 0);
  check_add(registry, "order interval", "ranks of the median's interval for small samples", order_interval, 0);
  check_add(registry, "deviation", "the standard deviation of equal and of rising values", deviation, 0);
  check_add(registry, "process interval", "Student's t, and the interval of several processes", process_interval, 0);
  check_add(registry, "autocorrelation", "a correlated series has a wider interval", autocorrelation, 0);
  check_add(registry, "stop rule", "coverage of the interval at the moment the rule stops, simulated", stop_rule, 0);
  check_add(registry, "failing rows", "a row whose check fails has a reason and no numbers anywhere", failing_rows, 0);
  check_add(registry, "plans", "sweeps, duplicates, unusable values", plans, 0);
  check_add(registry, "grouping", "frames shorter than the clock can tell share a sample", grouping, 0);
  check_add(registry, "strict JSON", "no NaN, no infinity, escapes, numbers that read back", json_is_strict, 0);
  check_add(registry, "lost device", "what follows a point that lost the device is not measured", lost_device, 0);
  check_harness_budgets(registry);
  check_harness_throttle(registry);
  check_harness_words(registry);
  check_harness_numbers(registry);
  check_harness_score(registry);
}
