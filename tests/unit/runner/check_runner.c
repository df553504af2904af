/* Why this file exists: the runner is tested before it is trusted. It runs bodies that must fail (NaN, nothing
 * compared, no control, a crash), with their output hidden. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runner/check.h"
#include "unit/mesh/mesh_checks.h"
#include "runner_checks.h"
#include "runner/runner.h"

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

static check_result quietly(check_body body, double tolerance_scale, bool apart) {
  return runner_quietly(body, apart, &(check_options){.tolerance_scale = tolerance_scale});
}

static void failures_are_failures(check *self, int argument) {
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
  const check_result killed = quietly(is_killed, 1.0, true), left = quietly(leaves, 1.0, true);
  check_same(self, (uint64_t)killed.failures, 1, "failures of a check that was killed");
  check_true(self, killed.reason[0] != '\0', "a killed check gives a reason: '%s'", killed.reason);
  check_same(self, (uint64_t)left.failures, 1, "failures of a check that called exit(0)");
  const check_result fine = quietly(good, 1.0, true);
  check_same(self, (uint64_t)fine.failures, 0, "failures of a good check in its own process");
  check_same(self, (uint64_t)fine.comparisons, 1, "its comparisons, through the pipe");
  check_control(self, quietly(nan_at_most, 1.0, true).failures == 1, "a failure in another process");
}

static void wait_until(time_t second) {
  while (time(NULL) < second) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/// A process that gets a signal twice at once, right after a second has begun, and once more two seconds later. Returns
/// how it ended, and what it wrote before. `catches`: it catches signals as a run of checks does.
static int signalled(bool catches, char written[3]) {
  int ends[2], status = 0;
  size_t count = 0;
  if (pipe(ends) != 0) return -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, SIG_DFL);
    if (catches) check_catch_signals();
    const time_t first = time(NULL) + 1; /* whole seconds are compared */
    wait_until(first);
    raise(SIGINT);
    raise(SIGINT);
    const bool told = write(ends[1], check_stopped() == SIGINT ? "s" : "n", 1) == 1;
    wait_until(first + 2);
    raise(SIGINT);
    _exit(told && write(ends[1], "l", 1) == 1 ? 0 : 1);
  }
  close(ends[1]);
  for (ssize_t got = 1; count < 2 && got > 0; count += got > 0 ? (size_t)got : 0)
    got = read(ends[0], written + count, 2 - count);
  written[count] = '\0';
  close(ends[0]);
  return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

/* Ctrl-C may arrive twice at once, which counts once and stops the run. A later one ends the process. */
static void wishes_are_one(check *self, int argument) {
  char written[3];
  const int status = signalled(true, written);
  check_true(self, strcmp(written, "s") == 0, "twice at once it is a wish, later no more than that: '%s'", written);
  check_true(self, status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGINT, "what it ended by");
  check_control(self, signalled(false, written) != -1 && written[0] == '\0', "where nobody catches it");
}

/* These keep the worst of many errors. A NaN among them must not make it look good. */
static void nan_stays(check *self, int argument) {
  static const double others[] = {-INFINITY, -1.0, 0.0, 1.0, INFINITY};
  const double nan = (double)NAN;
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    const double other = others[k];
    check_true(self, isnan(check_larger(nan, other)) && isnan(check_larger(other, nan)), "larger: NaN and %g", other);
    check_true(self, isnan(check_smaller(nan, other)) && isnan(check_smaller(other, nan)), "smaller: NaN and %g",
               other);
    check_control(self, !isnan(fmax(nan, other)) && !isnan(fmin(other, nan)), "fmax() and fmin(): %g", other);
  }
  check_true(self, isnan(check_larger(nan, nan)) && isnan(check_smaller(nan, nan)), "NaN twice");
  check_at_most(self, fabs(check_larger(1.0, 2.0) - 2.0) + fabs(check_larger(2.0, 1.0) - 2.0), 0.0, "larger of 1, 2");
  check_at_most(self, fabs(check_smaller(1.0, 2.0) - 1.0) + fabs(check_smaller(2.0, 1.0) - 1.0), 0.0,
                "smaller of 1, 2");
}

static void random_numbers_repeat(check *self, int argument) {
  /* the generator is seeded with the name of the check, so every machine gets these numbers */
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

enum { TEXT_LENGTH = 65536 };

/// Runs xpbd-validate with arguments. Returns its exit code and its output on both streams; -1 if it could not be run.
static int program(const char *arguments, char text[TEXT_LENGTH]) {
  char command[2048];
  snprintf(command, sizeof command, "'%s/xpbd-validate' %s 2>&1", XPBD_BIN_DIR, arguments);
  fflush(stdout);
  FILE *pipe = popen(command, "r");
  if (!pipe) return -1;
  const size_t length = fread(text, 1, TEXT_LENGTH - 1, pipe);
  text[length] = '\0';
  const int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void read_text(const char *path, char text[TEXT_LENGTH]) {
  FILE *file = fopen(path, "r");
  const size_t length = file ? fread(text, 1, TEXT_LENGTH - 1, file) : 0;
  text[length] = '\0';
  if (file) fclose(file);
}

/* Errors and claims in one file (tests/golden/runner has its text): the same whatever order they are named in. */
static void tables(check *self, int argument) {
  static char text[TEXT_LENGTH], first[TEXT_LENGTH], second[TEXT_LENGTH];
  char *folder = folder_make(self), path[1024], line[1280];
  snprintf(path, sizeof path, "%s", folder_path(folder, "tables.tsv"));
  snprintf(line, sizeof line, "errata/damping claims/groups claims/bending-law --tables '%s'", path);
  check_same(self, (uint64_t)program(line, text), 0, "exit code with a file");
  read_text(path, first);
  check_true(self, strstr(first, "\tcloth and flag\tas printed: ") && strstr(first, "\txpbd-validate claims/groups\t"),
             "a claim with its part, its settings and its command");
  snprintf(line, sizeof line, "claims/bending-law claims/groups errata/damping --in-process --tables '%s'", path);
  check_same(self, (uint64_t)program(line, text), 0, "exit code, named in another order");
  read_text(path, second);
  check_true(self, strcmp(first, second) == 0, "the same file again");
  snprintf(line, sizeof line, "claims/groups --tables '%s'", path);
  check_same(self, (uint64_t)program(line, text), 0, "exit code of some of them");
  read_text(path, second);
  check_control(self, strcmp(first, second) != 0, "a file of fewer");
}

void check_group_runner(check_registry *registry) {
  check_add(registry, "failures", "NaN, nothing compared and a missing control fail", failures_are_failures, 0);
  check_add(registry, "crashes", "a check that crashes fails and leaves the others alone", crashes_are_failures, 0);
  check_add(registry, "wishes", "a signal stops the run, one more two seconds later ends it", wishes_are_one, 0);
  runner_record_checks(registry);
  runner_verdict_checks(registry);
  runner_rig_checks(registry);
  runner_workload_checks(registry);
  check_add(registry, "tables", "--tables writes the same errors and claims in any order", tables, 0);
  check_add(registry, "random", "the random numbers are uniform", random_numbers_repeat, 0);
  check_add(registry, "nan", "the larger and the smaller of NaN and a number are NaN", nan_stays, 0);
}
