/* Why this file exists: tests the process of a check: how long it may take, what it passes on, and the time left. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "runner/progress.h"
#include "runner_checks.h"

/// Removes the alarm that would have ended it after `argument` seconds.
static void is_limited(check *self, int argument) {
  check_between(self, (double)alarm(0), argument - 10, argument, "time left [s]");
  check_control(self, argument > 0, "control");
}

static int64_t failures_with_limit(const char *name, int seconds) {
  check_entry entry = {.about = "", .body = is_limited, .argument = seconds};
  snprintf(entry.name, sizeof entry.name, "%s", name);
  return runner_entry_quietly(&entry, true, &(check_options){.tolerance_scale = 1.0}).failures;
}

/* A check that does not end is killed; one that takes minutes, later. */
static void ends_in_time(check *self, int argument) {
  check_same(self, (uint64_t)failures_with_limit("runner/specimen", 300), 0, "failures of a check of 300 s");
  check_same(self, (uint64_t)failures_with_limit("runner_full/specimen", 3000), 0, "of one of a full group, 3000 s");
  check_control(self, failures_with_limit("runner/specimen", 3000) == 1, "3000 s of any check");
}

static int passed_on; ///< Descriptors that a program started by a check would inherit; below 0: not counted yet.

static void counts_passed_on(check *self, int argument) {
  int count = 0;
  for (int k = STDERR_FILENO + 1; k < 256; k++) {
    const int flags = fcntl(k, F_GETFD);
    count += flags >= 0 && !(flags & FD_CLOEXEC);
  }
  if (passed_on < 0) passed_on = count;
  check_same(self, (uint64_t)count, (uint64_t)passed_on, "descriptors");
  check_control(self, argument == 1, "control");
}

/* A process left behind by a check must not keep open the pipe that shows the check's end. */
static void programs_have_no_pipe(check *self, int argument) {
  const check_options options = {.tolerance_scale = 1.0};
  passed_on = -1;
  check_same(self, (uint64_t)runner_quietly(counts_passed_on, false, &options).failures, 0, "counted in this process");
  check_same(self, (uint64_t)runner_quietly(counts_passed_on, true, &options).failures, 0, "no more in its own");
  passed_on++;
  check_control(self, runner_quietly(counts_passed_on, true, &options).failures == 1, "one more");
}

/* The time left: usual durations at first, scaled by this machine's speed once it is known, and never negative. */
static void time_left(check *self, int argument) {
  static const struct {
    const char *what;
    check_progress progress;
    double now, left;
  } cases[] = {
      {"at the start", {.expected = 10, .expected_now = 4, .start = 100, .begun = 100}, 100, 10},
      {"in the first check", {.expected = 10, .expected_now = 4, .start = 100, .begun = 100}, 103, 7},
      {"a check that takes longer", {.expected = 10, .expected_now = 4, .start = 100, .begun = 100}, 109, 6},
      {"too early for a pace",
       {.expected = 10, .expected_done = 2, .expected_now = 4, .start = 100, .begun = 108},
       109,
       7},
      {"four times as slow",
       {.expected = 10, .expected_done = 2.5, .expected_now = 4, .start = 100, .begun = 110},
       114,
       26},
      {"twice as fast", {.expected = 10, .expected_done = 4, .expected_now = 4, .start = 100, .begun = 102}, 109, 1},
      {"more done than was expected", {.expected = 3, .expected_done = 4, .start = 100, .begun = 104}, 104, 0},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    check_between(self, check_progress_left(&cases[k].progress, cases[k].now), cases[k].left, cases[k].left, "%s [s]",
                  cases[k].what);
  check_progress progress = {.expected_now = 3};
  check_progress_end(&progress);
  progress.expected_now = 4;
  check_progress_end(&progress);
  check_true(self, progress.done == 2 && progress.expected_done >= 7 && progress.expected_done <= 7, "what has ended");
  check_true(self, progress.expected_now <= 0, "nothing runs after it");
  check_control(self, !(check_progress_left(&cases[0].progress, 101) >= 10), "a second later");
}

void runner_record_checks(check_registry *registry) {
  check_add(registry, "time", "and one that does not end is ended", ends_in_time, 0);
  check_add(registry, "descriptors", "a program that a check starts has no end of its pipe", programs_have_no_pipe, 0);
  check_add(registry, "progress", "the time left goes by usual durations and this machine's pace", time_left, 0);
}
