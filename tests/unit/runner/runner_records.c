/* Why this file exists: tests that the comparisons of a check outlive it, and its files do not. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runner/comparison.h"
#include "runner/folder.h"
#include "runner/log.h"
#include "runner/progress.h"
#include "runner_checks.h"

static void is_killed_with_files(check *self, int argument) {
  const char *folder = folder_make(self);
  check_true(self, argument == 1, "fact");
  file_put(self, folder_path(folder, "file"), "x", 1);
  raise(SIGKILL);
}

/* A check that is killed cannot remove its files, so its runner does. */
static void crashes_leave_nothing(check *self, int argument) {
  char *folder = folder_make(self), before[512] = "/tmp";
  if (getenv("TMPDIR")) snprintf(before, sizeof before, "%s", getenv("TMPDIR"));
  setenv("TMPDIR", folder, 1);
  check_at_least(self,
                 (double)runner_quietly(is_killed_with_files, true, &(check_options){.tolerance_scale = 1.0}).failures,
                 1, "failures of a check that was killed");
  check_same(self, (uint64_t)folder_count(folder), 0, "folders that it left");
  char *kept = folder_make(self);
  check_control(self, folder_count(folder) == 1, "a folder that is left");
  folder_remove(kept);
  setenv("TMPDIR", before, 1);
}

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

/// Keeps the comparisons of a specimen.
static void keep(void *context, const check_comparison *c) {
  check_comparisons_add(context, c);
}

static void compares_all(check *self, int argument) {
  check_why(self, "a reason");
  check_at_most(self, 0.25, 0.5, "length of %d [m]", argument);
  check_why(self, NULL);
  check_between(self, 2.5, 1.0, 3.0, "pure");
  check_at_most(self, -1.0, 0.5, "negative [m]");
  check_at_most(self, 0.0, 0.0, "exact [1, 2]");
  check_at_least(self, 3.0, 2.0, "at least");
  check_same(self, 7, 7, "count");
  check_at_most(self, (double)NAN, 1.0, "not a number");
  check_at_most(self, 3.0, 2.0, "too large");
  check_control(self, true, "control");
}

/* The comparisons of a check come back with quantity, reason and share of the limit, also from a process. */
static void comparisons_are_kept(check *self, int apart) {
  static const double shares[] = {0.5, 0.5, 0.0, NAN, NAN, NAN, INFINITY, 1.5, NAN};
  enum { COUNT = sizeof shares / sizeof *shares };
  check_comparisons list = {0};
  const check_options options = {.tolerance_scale = 1.0, .context = &list, .record = keep};
  const check_result result = runner_quietly(compares_all, apart == 1, &options);
  check_same(self, (uint64_t)result.failures, 2, "failures");
  if (check_same(self, (uint64_t)list.count, COUNT, "comparisons kept"))
    for (int i = 0; i < COUNT; i++) {
      const double share = check_share(&list.items[i]);
      check_true(self, isnan(shares[i]) ? isnan(share) : share >= shares[i] && share <= shares[i], "share of '%s': %g",
                 list.items[i].quantity, share);
    }
  size_t length = 0;
  if (list.count > 3) {
    check_true(self, list.items[0].why && strcmp(list.items[0].why, "a reason") == 0, "the reason that was given");
    check_true(self, !list.items[1].why, "and that of the group after it");
    const char *unit = check_unit(list.items[0].quantity, &length);
    check_true(self, unit && length == 1 && unit[1] == 'm', "the unit of '%s'", list.items[0].quantity);
    check_control(self, check_unit(list.items[3].quantity, &length) == NULL, "'%s' taken for a unit",
                  list.items[3].quantity);
  }
  check_comparisons_free(&list);
}

/// Whether a log of checks skipped for these reasons (NULL: passed) reports three without a device, and one without
/// memory.
static bool told_of_three_and_one(check *self, const char *const *reasons, int count) {
  const check_entry entry = {.name = "group/check"};
  check_log log = {0};
  if (!check_true(self, check_log_begin(&log, count), "a log")) return false;
  for (int i = 0; i < count; i++) {
    check_result result = {.skipped = reasons[i] != NULL};
    if (reasons[i]) snprintf(result.reason, sizeof result.reason, "%s", reasons[i]);
    check_log_add(&log, &entry, &result, &(check_comparisons){0});
  }
  int at = 0, checks = 0;
  const char *reason = check_log_skip(&log, &at, &checks);
  bool good = reason && strcmp(reason, "no device") == 0 && checks == 3;
  reason = check_log_skip(&log, &at, &checks);
  good = good && reason && strcmp(reason, "no memory") == 0 && checks == 1;
  good = good && !check_log_skip(&log, &at, &checks);
  check_log_free(&log);
  return good;
}

/* Skips with one reason are one line with their number. */
static void skips_are_counted(check *self, int argument) {
  const char *reasons[] = {NULL, "no device", "no memory", "no device", NULL, "no device"};
  enum { COUNT = sizeof reasons / sizeof *reasons };
  check_true(self, told_of_three_and_one(self, reasons, COUNT), "three without a device, one without memory");
  reasons[3] = "no memory";
  check_control(self, !told_of_three_and_one(self, reasons, COUNT), "two and two");
  reasons[3] = "no time";
  check_control(self, !told_of_three_and_one(self, reasons, COUNT), "a third reason");
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
  check_add(registry, "crashes/files", "and its files are taken away", crashes_leave_nothing, 0);
  check_add(registry, "time", "and one that does not end is ended", ends_in_time, 0);
  check_add(registry, "descriptors", "a program that a check starts has no end of its pipe", programs_have_no_pipe, 0);
  check_add(registry, "comparisons", "what is compared is kept with its reason and its share", comparisons_are_kept, 0);
  check_add(registry, "comparisons-apart", "the same from a process of its own", comparisons_are_kept, 1);
  check_add(registry, "progress", "the time left goes by usual durations and this machine's pace", time_left, 0);
  check_add(registry, "skips", "skips of one reason are counted together", skips_are_counted, 0);
}
