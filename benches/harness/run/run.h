/* Why this file exists: what running a plan produces, and the seam between the runner and what shows or keeps its
 * results. The clock comes from outside, so that the instrument can be checked with a clock whose answer is known. */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include "harness/plan/budget.h"
#include "harness/machine/environment.h"
#include "harness/machine/gpu.h"
#include "harness/machine/hardware.h"
#include "harness/stats/noise.h"
#include "harness/plan/plan.h"
#include "harness/stats/stats.h"

typedef enum bench_outcome {
  BENCH_PENDING,
  BENCH_VALID,     ///< Every check held.
  BENCH_UNCHECKED, ///< The user switched checks off.
  BENCH_INEXACT,   ///< Every check held, but its state cannot be the reference's bit for bit: no proof, and so marked.
  BENCH_SKIPPED,
  BENCH_WRONG,  ///< A check failed: no numbers.
  BENCH_FAILED, ///< An error: no numbers.
  BENCH_STOPPED ///< The user interrupted it: no numbers.
} bench_outcome;

/// Fewest episodes and samples of a point that is not interrupted, whatever the budgets say. Ten samples are what the
/// ten rows of the exported file need.
enum {
  BENCH_FLOOR_EPISODES = 3,
  BENCH_FLOOR_SAMPLES = 10,
  BENCH_ROWS = 10,
  BENCH_MAX_NOTES = 8,
  BENCH_MAX_PROCESSES = 64
};

/// Seconds; `processor` is the time of all threads of the process. The seconds of `now` are only ever subtracted.
typedef struct bench_clock {
  double (*now)(void *self);
  double (*processor)(void *self);
  void (*count)(void *self, bench_counts *out); ///< The processor's own counters; NULL = none are asked for.
  void *self;
  double read_cost; ///< Of one now() [s].
  /// Wait until no thread of this process works: pools of threads spin for a while after their last work, and would take
  /// a processor, and be counted, in an episode of one thread. NULL = nothing to wait for.
  void (*rest)(void *self);
} bench_clock;

/// One timed episode beside its samples.
typedef struct bench_episode {
  double processor;                ///< Processor seconds per frame.
  double hardware[BENCH_COUNTERS]; ///< Counted while they ran; NaN = unknown.
  double spent, timed;             ///< Seconds from reset to end, and of the timed frames.
  bench_noise_mark counted;        ///< While they ran.
  uint64_t hash;                   ///< Of the state in which it ended.
} bench_episode;
/// What one of several processes measured of a point; NaN and 0: nothing.
typedef struct bench_process {
  double median, low, high;
  int episodes;
} bench_process;

typedef struct bench_result {
  bench_outcome outcome;
  char reason[BENCH_TEXT];  ///< Unless valid.
  char checked[BENCH_TEXT]; ///< How, "" when it was not.
  const char *stop;         ///< Why no more episodes; NULL when not timed.
  int32_t frames_per_sample, samples_per_episode;
  int episodes;
  size_t sample_count;
  double *samples;                 ///< [sample_count] seconds per frame, in the order measured. Owned.
  double *medians;                 ///< [episodes] Owned.
  double *processor;               ///< [episodes] processor seconds per frame. Owned.
  double hardware[BENCH_COUNTERS]; ///< Counted in `hardware_frames` frames; NaN = unknown.
  double hardware_frames;          ///< Timed frames that were counted: those of this process.
  bench_episode last;              ///< The last one.
  bench_interval interval;         ///< Of several processes: geometric mean of their medians, and its interval.
  int processes;                   ///< How many took part; 0 = this one alone.
  bench_process process[BENCH_MAX_PROCESSES];
  double between; ///< Relative standard deviation of their medians; NaN below two.
  bench_facts facts;
  int check_count;
  bench_check checks[BENCH_MAX_CHECKS];
  bool has_hash;
  uint64_t hash;
  int32_t hash_frames;
  bench_noise noise;
  bench_telemetry telemetry; ///< Of the GPU.
  bool flagged;
  bench_series series; ///< Zero = none.
  int note_count;
  char notes[BENCH_MAX_NOTES][BENCH_TEXT];
} bench_result;

typedef struct bench_run bench_run;
typedef struct bench_past bench_past;

/// Who wants to know. Never called inside an episode. Members may be NULL.
typedef struct bench_observer {
  void *self;
  void (*episode)(void *self, const bench_run *run, int point, bool timed);  ///< An episode ended (or a set-up).
  void (*finished)(void *self, const bench_run *run, int point);             ///< A point has its outcome.
  void (*block)(void *self, const bench_run *run, const bench_block *block); ///< All points of a block have.
} bench_observer;

struct bench_run {
  const bench_plan *plan;
  const bench_settings *settings;
  const bench_environment *env; ///< Has the roofs of rows; NULL = they are not known.
  bench_clock clock;
  bench_observer observer;
  bench_result *results; ///< [plan->count] Owned.
  bench_budget budget;
  double started, ended; ///< On the clock.
  double spent;          ///< Seconds of the processes before this one, when it goes on.
  bench_past *past;      ///< What they measured, see past.h; NULL = nothing.
  uint64_t random;
  const char *stop;      ///< "finished", "total-budget", "device-lost", "process-lost" or "interrupted".
  char lost[BENCH_TEXT]; ///< The point in which the device was lost, "" = none.
  bool complete;
  struct bench_hashes *hashes; ///< Expected and seen states by key. Owned.
};

/// Prepare; false when memory is short.
bool bench_run_init(bench_run *run, const bench_plan *plan, const bench_settings *settings, bench_clock clock,
                    bench_observer observer);
/// Run all points, or until interrupted. Every result has an outcome afterwards.
void bench_run_all(bench_run *run);
void bench_run_destroy(bench_run *run);

/// True when the point has numbers that may be shown.
bool bench_has_numbers(const bench_result *result);
/// Timed frames that sample `index` stands for.
int32_t bench_sample_frames(const bench_point *point, const bench_result *result, size_t index);
/// What a reader of a row with numbers may miss in it, as it is noted.
#define BENCH_NOTE_NO_INTERVAL "no interval: an order-statistic 95 % interval needs six episodes"
#define BENCH_NOTE_FEW_SAMPLES "not in \"benchmarks\": fewer than ten samples"
__attribute__((format(printf, 2, 3))) void bench_note(bench_result *result, const char *format, ...);
/// The real clocks.
bench_clock bench_clock_real(void);
/// Catch SIGINT, SIGTERM and SIGHUP: the first is reported by bench_interrupted(), the second ends the process at once.
void bench_catch_signals(void);
/// A temporary file that a sudden end must remove (async-signal-safe); `path` must stay valid.
void bench_remove_on_signal(const char *path);

#endif
