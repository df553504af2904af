/* Why this file exists: tests what the harness reads of the system, and what it does when interrupted. Load, pressure,
 * clocks, sleeps and signals are made up, so every factor between them and a result is known. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "unit/parts.h"
#include "outside_made.h"
#include "unit/number.h"
#include "runner/check.h"

#include "harness/machine/clock.h"
#include "harness/stats/noise.h"

static struct system {
  const char *pressure; ///< /proc/pressure/cpu; NULL = there is no such file.
  double load;          ///< NaN = unknown.
  struct rusage *usage; ///< NULL = unknown.
  double seconds, each; ///< CLOCK_MONOTONIC, and how far it advances at each reading.
  long worked[4];       ///< Nanoseconds of work in the first sleeps; the last number is for all others.
  long cpu;             ///< CLOCK_PROCESS_CPUTIME_ID, ns.
  int sleeps, wrong_sleeps;
  char removed[64];
  int code; ///< Exit code.
} made;

static FILE *made_open(const char *path, const char *mode) {
  FILE *file = made.pressure && strcmp(path, "/proc/pressure/cpu") == 0 ? tmpfile() : NULL;
  if (!file) return NULL;
  fputs(made.pressure, file);
  rewind(file);
  return file;
}

static int made_load(double *out, int count) {
  if (isnan(made.load)) return -1;
  *out = made.load;
  return 1;
}

static int made_usage(int who, struct rusage *out) {
  if (!made.usage) return -1;
  *out = *made.usage;
  return 0;
}

static int made_time(clockid_t which, struct timespec *out) {
  if (which == CLOCK_PROCESS_CPUTIME_ID) {
    *out = (struct timespec){.tv_sec = made.cpu / 1000000000, .tv_nsec = made.cpu % 1000000000};
  } else {
    *out = (struct timespec){.tv_sec = (time_t)made.seconds, .tv_nsec = (long)(1e9 * fmod(made.seconds, 1.0))};
    made.seconds += made.each;
  }
  return 0;
}

static int made_sleep(const struct timespec *time, struct timespec *left) {
  made.wrong_sleeps += time->tv_sec != 0 || time->tv_nsec != 500000;
  made.cpu += made.worked[made.sleeps < 3 ? made.sleeps : 3];
  made.sleeps++;
  return 0;
}

static int made_unlink(const char *path) {
  strcat(made.removed, path);
  return 0;
}

static void made_clear(const char *folder) {
  strcat(strcat(made.removed, folder), "/");
}

static void made_end(int code) {
  made.code = code;
}

static const bench_outside outside = {.open = made_open,
                                      .load = made_load,
                                      .usage = made_usage,
                                      .time = made_time,
                                      .sleep = made_sleep,
                                      .remove = made_unlink,
                                      .clear = made_clear,
                                      .end = made_end};

static void do_noise(check *self) {
  struct rusage usage = {.ru_nivcsw = 70, .ru_nvcsw = 1000};
  made = (struct system){.pressure = "some avg10=12.50 avg60=3.00 avg300=1.00 total=2500000\n"
                                     "full avg10=1.00 avg60=1.00 avg300=1.00 total=9\n",
                         .load = 1.75,
                         .usage = &usage};
  check_number(self, bench_noise_psi(), 12.5, 0.0, "pressure [%]");
  check_number(self, bench_noise_load(), 1.75, 0.0, "load");
  check_number(self, bench_noise_now().stalled, 2.5, 0.0, "stalled [s]");
  check_number(self, bench_noise_now().switches, 70, 0.0, "switches");
  const bench_noise_mark since = bench_noise_since((bench_noise_mark){.stalled = 1.0, .switches = 30});
  check_number(self, since.stalled, 1.5, 0.0, "stalled since then [s]");
  check_number(self, since.switches, 40, 0.0, "switches since then");
  static const char *const broken[] = {NULL, "", "some avg10=x avg60=3.00 avg300=1.00 total=25",
                                       "some avg10=1.00 avg60=3.00"};
  for (size_t k = 0; k < sizeof broken / sizeof *broken; k++) {
    made.pressure = broken[k];
    check_number(self, bench_noise_psi(), NAN, 0.0, "pressure of another system");
    check_number(self, bench_noise_now().stalled, NAN, 0.0, "stalled on another system");
  }
  made.load = NAN, made.usage = NULL;
  check_number(self, bench_noise_load(), NAN, 0.0, "load that is not told");
  check_number(self, bench_noise_now().switches, NAN, 0.0, "switches that are not told");
  check_control(self, fabs(since.switches - 1000) > 1, "switches that a process chose");
}
WITH_OUTSIDE(noise, do_noise, outside)

static void do_around(check *self) {
  static const struct {
    double stalled, seconds, during;
  } cases[] = {{0.5, 2.0, 25.0}, {3.0, 2.0, 100.0}, {0.0, 2.0, 0.0}, {1.0, 0.0, NAN}, {NAN, 2.0, NAN}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bench_noise all = bench_noise_unknown();
    check_number(self, all.psi_during, NAN, 0.0, "at first");
    check_number(self, all.load_before, NAN, 0.0, "the load at first");
    check_number(self, all.involuntary_switches, NAN, 0.0, "switches at first");
    made = (struct system){.pressure = "some avg10=1.00 avg60=0 avg300=0 total=0", .load = 0.5};
    bench_noise_begin(&all);
    made.pressure = "some avg10=2.00 avg60=0 avg300=0 total=0", made.load = 0.75;
    bench_noise_add(&all, (bench_noise_mark){.stalled = 0.25 * cases[k].stalled, .switches = 3},
                    0.25 * cases[k].seconds);
    bench_noise_add(&all, (bench_noise_mark){.stalled = 0.75 * cases[k].stalled, .switches = 4},
                    0.75 * cases[k].seconds);
    bench_noise_end(&all);
    check_number(self, all.load_before, 0.5, 0.0, "load before");
    check_number(self, all.load_after, 0.75, 0.0, "load after");
    check_number(self, all.psi_before, 1.0, 0.0, "pressure before [%]");
    check_number(self, all.psi_after, 2.0, 0.0, "pressure after [%]");
    check_number(self, all.psi_during, cases[k].during, 0.0, "pressure meanwhile [%]");
    check_number(self, all.involuntary_switches, 7, 0.0, "switches of both episodes");
    check_number(self, all.seconds, cases[k].seconds, 0.0, "seconds of both episodes");
    check_control(self, !(all.psi_during > 100.0), "more than all of the time");
  }
}
WITH_OUTSIDE(around, do_around, outside)

static void do_clocks(check *self) {
  struct rusage usage = {.ru_utime = {1, 250000}, .ru_stime = {2, 500000}};
  made = (struct system){.seconds = 5.25, .usage = &usage};
  const bench_clock still = bench_clock_real();
  check_number(self, still.now(NULL), 5.25, 0.0, "time [s]");
  check_number(self, still.processor(NULL), 3.75, 0.0, "time of the processor [s]");
  made.usage = NULL;
  check_number(self, still.processor(NULL), 0.0, 0.0, "that is not told");
  made.each = 0.0625;
  const bench_clock real = bench_clock_real();
  check_number(self, real.read_cost, 0.0625, 0.0, "what a reading costs [s]");
  check_true(self, real.count == bench_hardware_read && !real.self, "the processor counts, and nothing else is asked");
  check_number(self, made.seconds, 5.25 + 101 * 65 * 0.0625, 0.0, "after 101 times 64 readings, each behind one [s]");
  check_control(self, made.seconds > 5.25 + 100 * 64 * 0.0625, "a clock that was read once");
}
WITH_OUTSIDE(clocks, do_clocks, outside)

/* A sleep of half a millisecond is quiet if all threads of the process worked for less than a fifth of it. */
static void do_rests(check *self) {
  static const struct {
    long worked[4], cpu;
    int sleeps;
  } cases[] = {{{99999}, 0, 1},
               {{100000, 100000, 100000, 100000}, 0, 600},
               {{900000, 900000, 900000, 0}, 0, 4},
               {{100000, 50000}, 0, 2},
               {{50000}, 1999960000, 1},     /* a second is full meanwhile */
               {{150000, 0}, 999900000, 2}}; /* and once more */
  made = (struct system){.seconds = 1.0};
  void (*const rest)(void *self) = bench_clock_real().rest;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    made = (struct system){.cpu = cases[k].cpu};
    memcpy(made.worked, cases[k].worked, sizeof made.worked);
    rest(NULL);
    check_same(self, (uint64_t)made.sleeps, (uint64_t)cases[k].sleeps, "sleeps of case %zu", k);
    check_same(self, (uint64_t)made.wrong_sleeps, 0, "of another length");
  }
  check_control(self, made.sleeps != 1, "threads that still spin");
}
WITH_OUTSIDE(rests, do_rests, outside)

/* The first signal is remembered. The second removes unfinished files and ends the program. */
static void do_signals(check *self) {
  static const char *const paths[] = {"a", NULL, "b", "c", "d", "e"};
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  struct sigaction before[4];
  for (int k = 0; k < 4; k++) sigaction(numbers[k], NULL, &before[k]);
  made = (struct system){.code = -1};
  check_true(self, !bench_interrupted(), "nothing has happened");
  for (size_t k = 0; k < sizeof paths / sizeof *paths; k++) bench_remove_on_signal(paths[k]);
  bench_clear_on_signal("old"), bench_clear_on_signal("folder");
  bench_catch_signals();
  raise(SIGINT);
  check_true(self, bench_interrupted() && made.code == -1 && made.removed[0] == '\0', "the first");
  raise(SIGTERM);
  check_true(self, strcmp(made.removed, "abcdfolder/") == 0, "the second removes four files and a folder: %s",
             made.removed);
  check_same(self, (uint64_t)made.code, 130, "and ends it");
  check_control(self, strcmp(made.removed, "abcdefolder/") != 0, "one more than there is room for");
  bench_clear_on_signal(NULL);
  made.removed[0] = '\0';
  raise(SIGTERM);
  check_true(self, strcmp(made.removed, "abcd") == 0, "a folder that is gone: %s", made.removed);
  for (int k = 0; k < 4; k++) sigaction(numbers[k], &before[k], NULL);
}
WITH_OUTSIDE(signals, do_signals, outside)

/// Which signals are caught, and that waiting calls continue after them. A reader that went away is a write error.
static void caught(check *self, int argument) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  enum { SIGNALS = sizeof numbers / sizeof numbers[0] };
  struct sigaction before[SIGNALS], now[SIGNALS], other;
  for (int k = 0; k < SIGNALS; k++) sigaction(numbers[k], NULL, &before[k]);
  bench_catch_signals();
  for (int k = 0; k < SIGNALS; k++) {
    sigaction(numbers[k], NULL, &now[k]);
    sigaction(numbers[k], &before[k], NULL);
  }
  for (int k = 0; k < 3; k++) {
    check_true(self, now[k].sa_handler == now[0].sa_handler && now[k].sa_handler != before[k].sa_handler,
               "signal %d is caught", numbers[k]);
    check_true(self, (now[k].sa_flags & SA_RESTART) != 0, "signal %d: what waits goes on", numbers[k]);
    check_true(self, sigismember(&now[k].sa_mask, SIGUSR1) == 0 && sigismember(&now[k].sa_mask, SIGTERM) == 0,
               "signal %d holds up no other", numbers[k]);
  }
  check_true(self, now[3].sa_handler == SIG_IGN, "a pipe without a reader is no end");
  sigaction(SIGUSR1, NULL, &other);
  check_control(self, other.sa_handler != now[0].sa_handler && other.sa_handler != SIG_IGN,
                "a signal that is none of these");
}

void check_group_clocks(check_registry *registry) {
  check_add(registry, "noise", "load, pressure and switches, and that they are not known", noise, 0);
  check_add(registry, "around", "noise around and during a point", around, 0);
  check_add(registry, "clocks", "seconds of both clocks, and what a reading costs", clocks, 0);
  check_add(registry, "rests", "sleeps until threads that spin have stopped", rests, 0);
  check_add(registry, "signals", "what one signal does, and two", signals, 0);
  check_add(registry, "caught", "which signals lead there", caught, 0);
  check_clocks_counters(registry);
  check_clocks_machine(registry);
  check_clocks_system(registry);
}
