/* Why this file exists: the results of a plan, and the interface between the runner and the code that shows or stores
 * them. */
#pragma once

#include "harness/machine/clock.h"
#include "harness/machine/environment.h"
#include "harness/plan/budget.h"
#include "result.h"

typedef struct bench_run bench_run;

/// Why a point of a race was skipped.
#define BENCH_LOST_RACE "another setting within the tolerance is faster here"

/// Episodes of one point that an earlier process of the same run measured.
typedef struct bench_kept {
  int32_t frames_per_sample;
  size_t samples_per_episode;
  int count, capacity;
  bench_episode *episodes; ///< [capacity] Owned.
  double *samples;         ///< [capacity][samples_per_episode] Owned.
  char program[160];       ///< Of another program that measured them: facts.peer. "" = ours.
} bench_kept;

/// Observer of a run. Never called inside an episode. Members may be NULL.
typedef struct bench_observer {
  void *self;
  void (*episode)(void *self, const bench_run *run, int point, bool timed); ///< An episode ended (or a set-up).
  void (*finished)(void *self, const bench_run *run, int point);            ///< A point has its outcome.
  void (*block)(void *self, const bench_run *run,
                const bench_block *block); ///< All points of a block have their outcome.
  void (*warn)(void *self, const char *text);
} bench_observer;

enum { BENCH_MAX_PROGRAMS = 64 };

struct bench_run {
  const bench_plan *plan;
  const bench_settings *settings;
  const bench_environment *env; ///< Has the roofs of rows. NULL = unknown.
  bench_clock clock;
  bench_observer observer;
  bench_result *results; ///< [plan->count] Owned.
  bench_budget budget;
  double started, ended;        ///< Times on the clock.
  double spent;                 ///< Seconds of earlier processes of a resumed run.
  const bench_kept *kept;       ///< [plan->count] Earlier measurements, NULL = none.
  double pace_best, pace_least; ///< Shortest time of the fixed loop [s], and its slowest pace relative to that.
  double pause_left;            ///< Seconds that may still be spent on pauses (throttle.h).
  const char *programs[BENCH_MAX_PROGRAMS]; ///< Programs of others of which a frame has run, by the axis "backend".
  int program_count;
  uint64_t random;
  const char *stop;      ///< "finished", "total-budget", "device-lost", "process-lost" or "interrupted".
  char lost[BENCH_TEXT]; ///< The point in which the device was lost, "" = none.
  bool complete;
  struct bench_hashes *hashes; ///< Expected and seen states by key. Owned.
};

/// Prepare. False without memory.
bool bench_run_init(bench_run *run, const bench_plan *plan, const bench_settings *settings, bench_clock clock,
                    bench_observer observer);
/// Run all points, or until interrupted. Every result has an outcome afterwards.
void bench_run_all(bench_run *run);
void bench_run_destroy(bench_run *run);
