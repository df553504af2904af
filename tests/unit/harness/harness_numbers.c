/* Why this file exists: tests the small functions behind every number of a row at the ends of their range: quantiles of
 * few values, intervals that do not exist, checks of a row, axes that a benchmark lacks. Part of the group harness. */
#include <math.h>
#include <string.h>

#include "harness_subject.h"
#include "unit/number.h"
#include "runner/check.h"
#include "harness/stats/stats.h"

/// Memory after the values is NaN, because it must not be read.
static void statistics(check *self, int argument) {
  static const double sorted[] = {1.0, 2.0, 4.0, (double)NAN}, single[] = {3.0, (double)NAN}, pair[] = {5.0, 1.0};
  double scratch[10];
  check_number(self, bench_quantile(sorted, 3, 0.0), 1.0, 0.0, "the least of three");
  check_number(self, bench_quantile(sorted, 3, 0.25), 1.5, 0.0, "a quarter");
  check_number(self, bench_quantile(sorted, 3, 0.75), 3.0, 0.0, "three quarters");
  check_number(self, bench_quantile(sorted, 3, 1.0), 4.0, 0.0, "the largest");
  check_number(self, bench_quantile(single, 1, 0.5), 3.0, 0.0, "half of one value");
  check_number(self, bench_quantile(single, 0, 0.5), NAN, 0.0, "half of none");
  check_number(self, bench_median(pair, 2, scratch), 3.0, 0.0, "the median of two");
  check_number(self, bench_mean(pair, 2), 3.0, 0.0, "their mean");
  check_number(self, bench_mean(pair, 0), NAN, 0.0, "the mean of none");
  check_number(self, bench_stddev(pair, 2), sqrt(8.0), 1e-15, "the deviation of two");
  check_number(self, bench_stddev(pair, 1), NAN, 0.0, "the deviation of one");
  check_number(self, bench_stddev(pair, 0), NAN, 0.0, "the deviation of none");
  static const double five[] = {1, 2, 3, 4, 5};
  const bench_interval none = bench_median_interval(five, 5, scratch);
  check_number(self, none.tau, 1.0, 0.0, "without an interval nothing is correlated");
  // Logarithms ln 2 - 0.01, ln 2, ln 2 + 0.01: half of the interval is 4.3026527 * 0.01 / sqrt(3) on logarithms.
  const double medians[] = {2.0 * exp(-0.01), 2.0, 2.0 * exp(0.01)};
  double between;
  const bench_interval of_three = bench_process_interval(medians, 3, &between);
  check_number(self, of_three.relative, sinh(4.3026527 * 0.01 / sqrt(3.0)), 1e-7, "half the width over the median");
  check_number(self, of_three.tau, 1.0, 0.0, "nothing is known of a correlation between processes");
  bench_stop_rule rule = {.target = 0.01, .minimum = 2};
  const bench_interval at = {.relative = 0.01};
  check_true(self, !bench_stop_check(&rule, &at, 2) && bench_stop_check(&rule, &at, 3), "the target itself is met");
  check_control(self, fabs(of_three.relative - 0.5 * of_three.relative) > 1e-3, "another width");
}

/// Checks of a row: at the limit, just beyond it, and NaN.
static void comparisons(check *self, int argument) {
  static const struct {
    double value, limit;
    bool at_most, equal;
  } known[] = {{1.0, 2.0, true, false},          {2.0, 2.0, true, true},           {3.0, 2.0, false, false},
               {(double)NAN, 2.0, false, false}, {2.0, (double)NAN, false, false}, {-3.0, -2.0, true, false}};
  static bench_ctx ctx;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    ctx = (bench_ctx){.check_count = 0};
    bench_check_at_most(&ctx, "at most", known[k].value, known[k].limit, "why not");
    bench_check_equal(&ctx, "equal", known[k].value, known[k].limit, "why so");
    if (!check_true(self, ctx.check_count == 2, "two checks")) return;
    check_true(self, ctx.checks[0].pass == known[k].at_most, "%g is at most %g: %d", known[k].value, known[k].limit,
               ctx.checks[0].pass);
    check_true(self, ctx.checks[1].pass == known[k].equal, "%g is %g: %d", known[k].value, known[k].limit,
               ctx.checks[1].pass);
    for (int i = 0; i < 2; i++) {
      check_number(self, ctx.checks[i].value, known[k].value, 0.0, "the value is kept");
      check_number(self, ctx.checks[i].limit, known[k].limit, 0.0, "and the limit");
    }
    check_control(self, strcmp(ctx.checks[0].name, "at most") == 0 && strcmp(ctx.checks[0].why, "why not") == 0,
                  "a reason for a name");
  }
  ctx = (bench_ctx){.check_count = 0};
  bench_check_hash(&ctx, "one", 5, 5, "why");
  bench_check_hash(&ctx, "other", 5, 6, "why");
  bench_check_true(&ctx, "true", true, "why");
  bench_check_true(&ctx, "false", false, "why");
  check_true(self, ctx.check_count == 4 && ctx.checks[0].pass && !ctx.checks[1].pass, "equal hashes, and others");
  check_true(self, ctx.checks[1].is_hash && ctx.checks[1].hash == 5 && ctx.checks[1].expected == 6, "in their places");
  check_true(self, ctx.checks[2].pass && !ctx.checks[3].pass, "what holds, and what does not");
  check_number(self, ctx.checks[3].value, 0.0, 0.0, "what does not hold is 0");
  check_number(self, ctx.checks[3].limit, 1.0, 0.0, "of 1");
}

static const bench_axis number_first[] = {{.name = "n"}, {.name = "t", .text = true}};
static const bench_axis text_first[] = {{.name = "t", .text = true}, {.name = "n"}};

/// An axis that a benchmark lacks has the value 0 or no text, like one without a value in a row.
static void absent_axes(check *self, int argument) {
  for (int k = 0; k < 2; k++) {
    const bench_case owner = {.name = "made", .axes = k == 0 ? number_first : text_first, .axis_count = 2};
    bench_point point = {.owner = &owner};
    point.values[k].number = 7;
    point.values[1 - k].text = "word";
    check_true(self, bench_has(&point, "n") && bench_has(&point, "t"), "it has both");
    check_true(self, !bench_has(&point, "m") && !bench_has(&point, ""), "and no other");
    check_same(self, (uint64_t)bench_int(&point, "n"), 7, "the number");
    check_same(self, (uint64_t)bench_int(&point, "m"), 0, "the number of an axis that is not there");
    check_true(self, strcmp(bench_text(&point, "t"), "word") == 0, "the text: %s", bench_text(&point, "t"));
    check_true(self, strcmp(bench_text(&point, "m"), "") == 0, "no text: %s", bench_text(&point, "m"));
    point.values[1 - k].text = NULL;
    check_true(self, strcmp(bench_text(&point, "t"), "") == 0, "a row without a value: %s", bench_text(&point, "t"));
    check_control(self, bench_int(&point, "n") != bench_int(&point, "m"), "one that is there");
  }
}

void check_harness_numbers(check_registry *registry) {
  check_add(registry, "statistics", "quantiles, means and intervals of few values", statistics, 0);
  check_add(registry, "comparisons", "checks of a row at their limits", comparisons, 0);
  check_add(registry, "absent axes", "axes that a benchmark does not have", absent_axes, 0);
}
