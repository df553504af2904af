/* Why this file exists: the benchmark that the harness is checked with. It has a made-up clock, does what it is told,
 * and can be wrong in every way that a solver can. */
#pragma once

#include "harness/store/past.h"
#include "runner/check.h"
#include "unit/parts.h"

/// Behaviour of the fake benchmark; one at a time.
typedef struct fake_behaviour {
  double now;          ///< Its clock [s].
  double mean, spread; ///< Frame time and relative standard deviation [s], [1].
  double leap;         ///< Seconds that the clock jumps when a state is hashed, behind the frames.
  double drift;        ///< Added to the frame time by each episode, relative to the first.
  double read_cost;    ///< Of the clock [s].
  double late;         ///< Passes at each reading of the clock [s]: other programs have the processor.
  uint64_t random;
  int32_t frames;    ///< Since the last reset.
  int episodes;      ///< Begun so far, with rehearsals and references.
  int spoil_episode; ///< This episode ends in another state; 0 = none.
  bool wrong_state, fails_check, no_checks, does_nothing;
  int more_checks;     ///< Checks that hold, besides those of the harness.
  int falls_at;        ///< The device is lost in this episode; 0 = never.
  int wrong_after;     ///< The side "right" is wrong after this many frames; 0 = never.
  bool spares;         ///< The side "right" runs only if it is requested.
  bool blind;          ///< The axis "quiet" means nothing to the side "left".
  int rests;           ///< How often the harness waited for idle threads.
  double setup;        ///< Seconds of setup.
  double bytes;        ///< Of a point.
  int live, most_live; ///< Points that are set up, and the most at once.
  int fails_at;        ///< In this episode a frame fails without a message; 0 = never.
  double reference;    ///< Seconds of a reference.
  int references;      ///< How many were computed.
  const char *inexact; ///< Why its state cannot be the reference's; NULL = it can.
  const char *remark;  ///< Words after how a row was checked; NULL = none.
  bool records;        ///< A series of one row.
  double pace;         ///< Seconds of the fixed loop; 0 = unknown.
  double slow_pace;    ///< The same from answer `slow_from` to `slow_to`, from 1.
  int slow_from, slow_to;
  int paces, pauses; ///< How often the pace was asked for, and how often the run waited.
} fake_behaviour;
extern fake_behaviour fake;

/// Axes: size (10; sweep 10, 20, 30), side (left, right and broken, which cannot run), quiet (0; sweep at size 20),
/// ground (flat).
extern const bench_axis fake_axes[];

/// One run of the harness over the fake benchmark.
typedef struct trial {
  bench_settings settings;
  bench_plan plan;
  bench_run run;
  const char *axes[4];
  void (*count)(void *self, bench_counts *out); ///< Counters of the processor; NULL = none.
  bench_observer observer;                      ///< Zero = nobody.
  bench_past *past;                             ///< The run continues from it; NULL = a new run.
  long *length;                                 ///< Where its journal continues; may be NULL.
  bool refused;                                 ///< Its content cannot be read.
  int code;
} trial;

/// Plans with these -a options; settings may be changed before run_trial().
void plan_trial(trial *t, const char *const *axes, int axis_count);
/// Plans again, with changed settings.
void replan_trial(trial *t);
void run_trial(trial *t);
/// Plans and runs a single point.
void run_single(trial *t);
void end_trial(trial *t);
