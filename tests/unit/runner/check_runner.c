/* Why this file exists: the runner is tested before it is trusted. Here are its signals and its numbers. The golden files
 * in tests/golden/runner have checks that fail, in each way that there is. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runner/check.h"
#include "runner_checks.h"

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

void check_group_runner(check_registry *registry) {
  check_add(registry, "wishes", "a signal stops the run, one more two seconds later ends it", wishes_are_one, 0);
  runner_record_checks(registry);
  runner_verdict_checks(registry);
  runner_workload_checks(registry);
  check_add(registry, "random", "the random numbers are uniform", random_numbers_repeat, 0);
  check_add(registry, "nan", "the larger and the smaller of NaN and a number are NaN", nan_stays, 0);
}
