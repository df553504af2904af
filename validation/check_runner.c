/* Why this file exists: the instrument is tested before it is trusted. Bodies that must fail (NaN, nothing compared, no
 * control, a crash) are run by the runner itself, with their output out of sight. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "runner.h"

static void good(check *self, int argument) {
  check_at_most(self, 1.0, argument, "value");
  check_control(self, true, "control");
}

static void nan_at_most(check *self, int argument) {
  check_control(self, argument == 1, "control");
  check_at_most(self, (double)NAN, 1.0, "NaN");
}

static void nan_at_least(check *self, int argument) {
  check_control(self, argument == 1, "control");
  check_at_least(self, (double)NAN, 1.0, "NaN");
}

static void nan_between(check *self, int argument) {
  check_control(self, argument == 1, "control");
  check_between(self, (double)NAN, 0.0, 1.0, "NaN");
}

static void nan_limit(check *self, int argument) {
  check_control(self, argument == 1, "control");
  check_at_most(self, 0.0, (double)NAN, "NaN as limit");
}

static void wrong_status(check *self, int argument) {
  check_control(self, argument == 1, "control");
  check_status(self, XPBD_OK, XPBD_ERR_IO, "status");
}

static void compares_nothing(check *self, int argument) {
  check_control(self, argument == 1, "control");
}

static void has_no_control(check *self, int argument) {
  check_true(self, argument == 1, "fact");
}

static void control_escapes(check *self, int argument) {
  check_true(self, argument == 1, "fact");
  check_control(self, false, "control");
}

static void many_failures(check *self, int argument) {
  check_control(self, argument == 1, "control");
  for (int i = 0; i < 1000; i++) check_true(self, false, "fact %d", i);
}

static void is_killed(check *self, int argument) {
  good(self, argument);
  raise(SIGKILL);
}

static void leaves(check *self, int argument) {
  good(self, argument);
  exit(0); /* a success of the process that never reported */
}

static void skips(check *self, int argument) {
  check_skip(self, "no device %d", argument);
}

/// Run `body` with its output thrown away.
static check_result quietly(check_body body, double tolerance_scale, bool apart) {
  const check_entry entry = {.name = "runner/specimen", .about = "", .body = body, .argument = 1};
  const check_options options = {.tolerance_scale = tolerance_scale};
  fflush(stdout);
  const int kept = dup(STDOUT_FILENO), null = open("/dev/null", O_WRONLY);
  dup2(null, STDOUT_FILENO);
  const check_result result = apart ? check_run_apart(&entry, &options) : check_run(&entry, &options);
  fflush(stdout);
  dup2(kept, STDOUT_FILENO);
  close(kept);
  close(null);
  return result;
}

static void failures_are_failures(check *self, int argument) {
  (void)argument;
  static const struct {
    const char *what;
    check_body body;
  } bad[] = {{"NaN at most", nan_at_most},   {"NaN at least", nan_at_least},
             {"NaN between", nan_between},   {"NaN as limit", nan_limit},
             {"wrong status", wrong_status}, {"nothing compared", compares_nothing},
             {"no control", has_no_control}, {"control that is not caught", control_escapes}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    check_same(self, (uint64_t)quietly(bad[i].body, 1.0, false).failures, 1, "failures of: %s", bad[i].what);
  check_same(self, (uint64_t)quietly(many_failures, 1.0, false).failures, 1000, "failures counted beyond those shown");
  check_same(self, (uint64_t)quietly(good, 1.0, false).failures, 0, "failures of a good check");
  const check_result skipped = quietly(skips, 1.0, false);
  check_true(self, skipped.skipped && skipped.failures == 0, "a skipped check is neither passed nor failed");
  check_control(self, quietly(good, 0.5, false).failures == 1, "a good check with half its tolerance");
}

static void crashes_are_failures(check *self, int argument) {
  (void)argument;
  const check_result killed = quietly(is_killed, 1.0, true), left = quietly(leaves, 1.0, true);
  check_at_least(self, (double)killed.failures, 1, "failures of a check that was killed");
  check_true(self, killed.reason[0] != '\0', "a killed check gives a reason: '%s'", killed.reason);
  check_at_least(self, (double)left.failures, 1, "failures of a check that called exit(0)");
  const check_result fine = quietly(good, 1.0, true);
  check_same(self, (uint64_t)fine.failures, 0, "failures of a good check in its own process");
  check_same(self, (uint64_t)fine.comparisons, 1, "its comparisons, through the pipe");
  check_control(self, quietly(nan_at_most, 1.0, true).failures == 1, "a failure in another process");
}

static void random_numbers_repeat(check *self, int argument) {
  (void)argument;
  /* the generator is seeded from the name of the check: these are the numbers of every machine */
  const double first = check_random(self, 0, 1), second = check_random(self, 0, 1);
  check_between(self, first, 0.0, 1.0, "first number");
  check_true(self, first != second, "numbers differ");
  double sum = 0, low = 1, high = 0;
  enum { DRAWS = 100000 };
  for (int i = 0; i < DRAWS; i++) {
    const double value = check_random(self, 0, 1);
    sum += value;
    low = fmin(low, value), high = fmax(high, value);
  }
  check_between(self, sum / DRAWS, 0.495, 0.505, "mean of %d numbers (standard deviation 0.0009)", DRAWS);
  check_between(self, low, 0.0, 1e-3, "smallest");
  check_between(self, high, 1 - 1e-3, 1.0, "largest");
  check_control(self, !(fabs(sum / DRAWS - 0.51) <= 0.005), "a mean of 0.51");
}

void check_group_runner(check_registry *registry) {
  check_add(registry, "failures", "NaN, nothing compared and a missing control fail", failures_are_failures, 0);
  check_add(registry, "crashes", "a check that crashes fails and leaves the others alone", crashes_are_failures, 0);
  check_add(registry, "random", "the random numbers are uniform", random_numbers_repeat, 0);
}
