/* Why this file exists: the result of one point: measurements, checks and outcome. */
#pragma once

#include "harness/machine/gpu.h"
#include "harness/machine/hardware.h"
#include "harness/plan/plan.h"
#include "harness/stats/noise.h"
#include "harness/stats/stats.h"

typedef enum bench_outcome {
  BENCH_PENDING,
  BENCH_VALID,     ///< Every check held.
  BENCH_UNCHECKED, ///< The user switched checks off.
  BENCH_INEXACT, ///< Every check held, but its state cannot be bit-identical to the reference, so it is marked as unproven.
  BENCH_SKIPPED,
  BENCH_WRONG,  ///< A check failed: no numbers.
  BENCH_FAILED, ///< An error: no numbers.
  BENCH_STOPPED ///< The user interrupted it: no numbers.
} bench_outcome;

enum { BENCH_ROWS = 10, BENCH_MAX_NOTES = 8 };

/// One timed episode beside its samples.
typedef struct bench_episode {
  double processor;                ///< Processor seconds per frame.
  double hardware[BENCH_COUNTERS]; ///< Counted during its frames, NaN = unknown.
  double spent, timed;             ///< Seconds from reset to end, and in timed frames.
  bench_noise_mark counted;        ///< Counted during its frames.
  uint64_t hash;                   ///< Hash of its last state.
} bench_episode;
/// Measurements of a point by one of several processes. NaN and 0 = none.
typedef struct bench_process {
  double median, low, high;
  int episodes;
} bench_process;

typedef struct bench_result {
  bench_outcome outcome;
  char reason[BENCH_TEXT];  ///< Set unless valid.
  char checked[BENCH_TEXT]; ///< How it was checked, "" = not checked.
  const char *stop;         ///< Why there were no more episodes. NULL = not timed.
  int32_t frames_per_sample, samples_per_episode;
  int episodes;
  size_t sample_count;
  double *samples;                 ///< [sample_count] seconds per frame, in the order measured. Owned.
  double *medians;                 ///< [episodes] Owned.
  double *processor;               ///< [episodes] processor seconds per frame. Owned.
  double hardware[BENCH_COUNTERS]; ///< Counted in `hardware_frames` frames. NaN = unknown.
  double hardware_frames;          ///< Timed frames of this process that were counted.
  bench_episode last;              ///< The last episode.
  bench_interval interval;         ///< With several processes: geometric mean of their medians, and its interval.
  int repeated;                    ///< Episodes that were measured again after a pause (throttle.h).
  int processes;                   ///< How many took part. 0 = this one alone.
  bench_process process[BENCH_MAX_PROCESSES];
  double between; ///< Relative standard deviation of their medians. NaN below two.
  bench_facts facts;
  int check_count;
  bench_check checks[BENCH_MAX_CHECKS];
  bool has_hash;
  uint64_t hash;
  int32_t hash_frames;
  bench_noise noise;
  bench_telemetry telemetry; ///< What the GPU reported.
  bool flagged;
  bench_series series; ///< Zero = none.
  int note_count;
  char notes[BENCH_MAX_NOTES][BENCH_TEXT];
} bench_result;

/// True when the point has numbers that may be shown.
bool bench_has_numbers(const bench_result *result);
/// Timed frames that sample `index` stands for.
int32_t bench_sample_frames(const bench_point *point, const bench_result *result, size_t index);
/// Notes about something missing in a row with numbers.
#define BENCH_NOTE_NO_INTERVAL "no interval: an order-statistic 95 % interval needs six episodes"
#define BENCH_NOTE_QUOTA       "a CPU quota of "
#define BENCH_NOTE_FEW_SAMPLES "not in \"benchmarks\": fewer than ten samples"
__attribute__((format(printf, 2, 3))) void bench_note(bench_result *result, const char *format, ...);
const char *bench_outcome_name(bench_outcome outcome);
/// How a row was checked, or that it was not. "" if its reason says more.
const char *bench_label(const bench_result *result);
const char *bench_stop_word(const bench_result *result); ///< Why there were no more episodes. NULL = not timed.
