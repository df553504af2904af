/* Why this file exists: the two clocks of the harness and the signals that end a run early. The runner uses nothing
 * else of the operating system. */
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "clock.h"
#include "pace.h"
#include "harness/stats/outside.h"
#include "harness/stats/stats.h"

enum { CLOCK_SAMPLES = 101, READS_PER_SAMPLE = 64, MAX_REMOVED = 4 };

static volatile sig_atomic_t signals_seen;
static const char *volatile to_remove[MAX_REMOVED];
static volatile sig_atomic_t to_remove_count;
static const char *volatile to_clear;

static double now_real(void *self) {
  (void)self;
  return bench_outside_seconds();
}

static double processor_real(void *self) {
  (void)self;
  struct rusage usage;
  if (bench_outside_asked->usage(RUSAGE_SELF, &usage) != 0) return 0.0;
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
         1e-6 * ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec);
}

/// At most 0.3 s. After work, OpenMP threads spin for some milliseconds (gcc) to 200 (clang), or forever if told to.
static void rest_real(void *self) {
  enum { MOST = 600, SLICE = 500000 }; /* ns */
  (void)self;
  for (int i = 0; i < MOST; i++) {
    struct timespec before, after;
    bench_outside_asked->time(CLOCK_PROCESS_CPUTIME_ID, &before);
    bench_outside_asked->sleep(&(struct timespec){.tv_nsec = SLICE}, NULL);
    bench_outside_asked->time(CLOCK_PROCESS_CPUTIME_ID, &after);
    const double worked = (double)(after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec);
    if (worked < 0.2 * SLICE) return;
  }
}

static void pause_real(void *self, double seconds) {
  const time_t whole = (time_t)seconds;
  (void)self;
  bench_outside_asked->sleep(&(struct timespec){.tv_sec = whole, .tv_nsec = (long)(1e9 * (seconds - (double)whole))},
                             NULL);
}

bench_clock bench_clock_real(void) {
  double costs[CLOCK_SAMPLES], scratch[CLOCK_SAMPLES];
  for (int i = 0; i < CLOCK_SAMPLES; i++) {
    const double start = now_real(NULL);
    double end = start;
    for (int k = 0; k < READS_PER_SAMPLE; k++) end = now_real(NULL);
    costs[i] = (end - start) / READS_PER_SAMPLE;
  }
  return (bench_clock){.now = now_real,
                       .processor = processor_real,
                       .count = bench_hardware_read,
                       .read_cost = bench_median(costs, CLOCK_SAMPLES, scratch),
                       .rest = rest_real,
                       .pace = bench_pace_seconds,
                       .pause = pause_real};
}

bool bench_interrupted(void) {
  return signals_seen > 0;
}

static void on_signal(int number) {
  (void)number;
  if (++signals_seen < 2) return;
  for (int i = 0; i < to_remove_count; i++) bench_outside_asked->remove(to_remove[i]);
  if (to_clear) bench_outside_asked->clear(to_clear);
  bench_outside_asked->end(130);
}

void bench_catch_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL); // the terminal went away
  // A reader that went away (`| head`) causes a write error with a message, not a silent end.
  signal(SIGPIPE, SIG_IGN);
}

void bench_clear_on_signal(const char *folder) {
  to_clear = folder;
}

void bench_remove_on_signal(const char *path) {
  if (!path || to_remove_count == MAX_REMOVED) return;
  to_remove[to_remove_count] = path;
  ++to_remove_count;
}
