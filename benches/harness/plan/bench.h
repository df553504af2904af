/* Why this file exists: everything that the author of a benchmark needs. A benchmark is one file with one bench_case
 * (axes and callbacks), and one line in benches/cases/list.h. The harness decides which points run, how often, and
 * whether they count. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
  BENCH_MAX_AXES = 64, ///< The bits of `present` below.
  BENCH_MAX_SWEEPS = 4,
  BENCH_MAX_CHECKS = 16,
  BENCH_MAX_SERIES = 12, ///< Columns of a series.
  BENCH_TEXT = 256       ///< Size of names, reasons and notes.
};

/// How a callback ended. Everything but BENCH_OK needs a reason, see bench_say().
typedef enum bench_status {
  BENCH_OK = 0,
  BENCH_SKIP,        ///< Cannot run here. A row with a reason, no failure.
  BENCH_INVALID,     ///< Ran, and the result is wrong.
  BENCH_ERROR,       ///< Should run, but could not.
  BENCH_INTERRUPTED, ///< bench_interrupted() was true.
  BENCH_LOST         ///< Its device has failed, and every later point of this process would fail, so the run ends.
} bench_status;

/// One named parameter. Values are written as in the shell: "21,41", "[21:1281:x2]", "[1:9:4]", "*" = all known.
typedef struct bench_axis {
  const char *name;
  const char *about;
  bool text;                ///< Values are names, not integers.
  const char *standard;     ///< Default values.
  bool in_name;             ///< Always part of a point's name. Other axes are only if their value is not the default.
  bool block;               ///< Points that agree in all such axes share a block. They take turns, episode by episode.
  bool leads;               ///< Blocks are ordered by this axis first. Without time, its last values are left out.
  bool beside;              ///< Points that differ only here stand side by side.
  bool cost;                ///< Each value has its own cost model (time left).
  bool race;                ///< Of the points that differ only in such axes, only the fastest is measured.
  int64_t minimum, maximum; ///< Limits of integers.
  const char *listed;       ///< Text for --list instead of the names, if they are too many. NULL = the names.
  /// Known names, NULL after the last.
  const char *(*known)(int index);
  /// True for a known name that "*" leaves out and no score counts. NULL = there is none.
  bool (*apart)(const char *name);
  /// Makes a value known, such as a file that it names. False with one line in `why` if it cannot. NULL = nothing to do.
  bool (*load)(const char *value, char *why, size_t capacity);
  /// False with a reason if a known value cannot run here. NULL = all can.
  bool (*usable)(const char *value, char *why, size_t capacity);
  /// True with a reason if a usable value runs only when the user names it, because it would take time from the
  /// others. NULL = none does.
  bool (*spared)(const char *value, char *why, size_t capacity);
  /// Accepts texts that are not known names: false with one line in `why` if one is not a value. NULL = known names
  /// only. Such a text may have commas, each before KEY=. Other commas separate values.
  bool (*accepts)(const char *value, char *why, size_t capacity);
} bench_axis;

/// A part of the standard plan: a list of axis settings, e.g. "size=[21:1281:x2] iterations=20", or several of them
/// joined by " | ", if not every combination is wanted.
typedef struct bench_sweep {
  const char *name;
  const char *about;
  const char *axis; ///< The axis that this sweep varies. The other axes it names are held fixed.
  const char *plan;
  const char *quick; ///< The same for --quick.
} bench_sweep;

typedef struct bench_value {
  int64_t number;   ///< Value of an integer axis.
  const char *text; ///< Value of a text axis. Owned by the plan.
} bench_value;

typedef struct bench_case bench_case;

/// One combination of axes.
typedef struct bench_point {
  const bench_case *owner;
  bench_value values[BENCH_MAX_AXES];
  /// Bit k: axis k has a value. Axes without meaning have none. A row for an unusable value has only that axis.
  uint64_t present;
  unsigned sweeps; ///< Bit k: belongs to sweep k.
  char name[BENCH_TEXT];
  char skip[BENCH_TEXT];    ///< Why it is skipped. "" = it runs.
  int64_t work;             ///< Units of work of one frame.
  int32_t frames, warm;     ///< Frames of an episode, from the plan, never chosen by the clock.
  int32_t horizon;          ///< Frames after which the reference is compared.
  int case_index, instance; ///< Index of the benchmark, and of its instance.
  int turn;                 ///< Index of the benchmark among those that run.
  int shard;                ///< The part of the plan that measures it, from 1. 0 = it has one part.
  bool headline;            ///< Measured first, in several processes.
} bench_point;

/// A check and its result. A hash is shown as 16 hex digits.
typedef struct bench_check {
  char name[48];
  bool pass, is_hash;
  double value, limit;
  uint64_t hash, expected;
  char why[BENCH_TEXT]; ///< Why this limit.
} bench_check;

/// Published numbers for the same work. `machine` NULL = none.
typedef struct bench_published {
  double fps_low, fps_high; ///< The printed range [1/s], equal where one number is printed.
  const char *machine;      ///< Lives as long as the program, like the next.
  const char *way;          ///< e.g. "sequential", "gpu".
} bench_published;

/// The course of a point over time, for figures: columns of equal length. Zero it first. The harness frees it.
typedef struct bench_series {
  int column_count, count, capacity; ///< Columns, rows so far, rows there is room for.
  char names[BENCH_MAX_SERIES][24];  ///< The first is "time_s".
  double *values;                    ///< [capacity][column_count] Owned.
} bench_series;

/// Facts about a point, from the case. Unknown: NaN, 0 for counts, NULL.
typedef struct bench_facts {
  double particles, constraints;
  double frame_time; ///< Simulated time of a frame [s].
  int32_t groups, threads, lanes;
  int32_t substeps, iterations; ///< Time steps per frame and iterations per time step, as really computed.
  const char *instructions;     ///< Static.
  const char *strategy;         ///< Strategy on a device. Static.
  int32_t batch;                ///< Copies of the scene in a frame.
  int64_t host_bytes, device_bytes;
  double bytes_per_particle, bytes_per_constraint; ///< 0 = unknown.
  bool ends_early; ///< The planned work is the most that a frame can have. What it really has is unknown.
  double bytes_each, flops_each;                   ///< Bytes moved, and operations, per unit of work. NaN = unknown.
  double memory_roof, compute_roof; ///< Limits of the machine with this row's threads and width [bytes/s], [1/s].
  int32_t real_bytes;               ///< Size of the state's scalar: 4 or 8.
  const char *precision;            ///< The solver's actual precision, e.g. "f32x". Static.
  double device_time;               ///< Time that the device computes per frame, by its own clock [s]. NaN = unknown.
  char phases[160];                 ///< Shares of the parts of a frame, "motion=0.25 ...". "" = unknown.
  double residual;                  ///< Share of a time step's equations left unsolved. NaN = unknown.
  double error;              ///< Distance of the state from the converged answer, over the body's size. NaN = unknown.
  double error_of_reference; ///< Uncertainty of that answer, in the same unit. NaN = unknown.
  int32_t error_frames;      ///< Frames after which the error was taken. 0 = unknown.
  char error_reason[BENCH_TEXT]; ///< Why the error is unknown. "" = it is known, or the benchmark has none.
  /// Frame time relative to that with subnormal numbers flushed to 0. NaN = not measured. Set by the harness.
  double ieee_over_flushed;
  char mesh[48];          ///< Mesh of the run, "" = unknown.
  char peer[160];         ///< Name and version of another program that computed the row. "" = ours did.
  char peer_device[80];   ///< What that program computes on, by its own words. "" = unknown.
  double peer_share;      ///< Its own time, divided by the time of its answers. NaN = not measured.
  char peer_without[160]; ///< What that program left out of the scene, by its own words. "" = nothing.
  bench_published published;
} bench_facts;

/// Passed to the callbacks of one point.
typedef struct bench_ctx {
  const bench_point *point;
  void *state; ///< The case's own.
  void *more;  ///< Likewise, beside a state that another case made.
  bench_facts facts;
  int check_count;
  bench_check checks[BENCH_MAX_CHECKS];
  char reason[BENCH_TEXT];
  char remark[160]; ///< Appended to how the row was checked, for what a reader must know. May stay empty.
  /// Set by setup(): why the state cannot be bit-identical to the reference. "" = it can. If set, expect() is not
  /// called and check() must compare by a distance. check() may append how near the state is.
  char inexact[BENCH_TEXT];
  bench_series series;
  /// Where foreign() is true: frame() adds the time of the frame by the other program's clock [s]. setup() may set it to
  /// the time of a first frame, for the budget.
  double seconds;
} bench_ctx;

struct bench_run;

struct bench_case {
  const char *name;
  const char *about;
  const char *unit; ///< Name of one unit of work, plural, e.g. "projections".
  bool standard;    ///< Part of the default plan.
  /// Units of work of an episode, and most seconds of a whole run in which only this benchmark takes part (of several,
  /// the sum). 0 = what RULES.md says.
  int64_t episode_work, episode_work_quick;
  double total_budget, total_budget_quick;
  const bench_axis *axes;
  int axis_count;
  /// More axes, known only at run time: fills up to `room` of them and returns their number. Their pointers stay
  /// valid as long as the program. May be NULL.
  int (*more_axes)(bench_axis *out, int room);
  const bench_sweep *sweeps;
  int sweep_count;
  /// False with a reason for senseless combinations. May be NULL.
  bool (*sensible)(const bench_point *point, char *why, size_t capacity);
  /// False for an axis without meaning at this point. The point then lacks it, and points that differ only there are
  /// one. NULL = all have a meaning.
  bool (*has_axis)(const bench_point *point, const char *axis);
  /// Name of an axis because of which the point is left out unless the user gave that axis. The point does not depend
  /// on the axis and another value represents it, or its value is too slow for the default plan. NULL for other
  /// points. May be NULL.
  const char *(*idle_axis)(const bench_point *point);
  /// Points that people compare machines by. If the user gives no axis, they are measured first, in several processes.
  /// NULL = none.
  bool (*headline)(const bench_point *point);
  /// Put values into axes that leave the choice to the case. False if the point is one too many. May be NULL.
  bool (*settle)(bench_point *point);
  /// Frames of an episode, from the start of the scene, if the case fixes them. NULL = by work and --frames.
  int32_t (*course)(const bench_point *point);
  /// How many times as long as usual a unit of work takes, roughly. Episodes then have fewer frames. NULL = 1.
  int64_t (*effort)(const bench_point *point);
  /// Units of work of one frame, from the axes alone.
  int64_t (*work)(const bench_point *point);
  /// Rough estimate of the memory in bytes. May be NULL.
  int64_t (*memory)(const bench_point *point);
  /// Points with equal keys must end in equal states. The reference is computed once per key.
  void (*key)(const bench_point *point, char *out, size_t capacity);
  bench_status (*setup)(bench_ctx *ctx);                                  ///< Once per point.
  bench_status (*expect)(bench_ctx *ctx, int32_t frames, uint64_t *hash); ///< The reference's state after `frames`.
  bench_status (*reset)(bench_ctx *ctx);                                  ///< Once per episode, not timed.
  /// Timed. All its work is done on return. May add checks until an episode is timed. If one fails, none is.
  bench_status (*frame)(bench_ctx *ctx);
  bench_status (*hash)(bench_ctx *ctx, uint64_t *hash); ///< Hash of the state, after each episode.
  /// Called once, `frames` frames after the last reset: adds checks and facts.
  bench_status (*check)(bench_ctx *ctx, int32_t frames);
  /// Name of the reference that expect() computes: "seq", "rerun" or "recorded". NULL = "seq".
  const char *(*reference)(const bench_point *point);
  /// Fill ctx->series, untimed, once per point whose checks held. The run must reach `hash`, the state `frames`
  /// frames after a reset. Any result but BENCH_OK makes the point fail. May be NULL.
  bench_status (*series)(bench_ctx *ctx, int32_t frames, uint64_t hash);
  int32_t (*series_frames)(const bench_point *point); ///< Number of frames of series(). NULL = none.
  /// Whether another program computes the frames of a point. Its bits are its own, so expect() is not called, no hash
  /// is compared, and its state cannot be recomputed. frame() tells the time. NULL = none.
  bool (*foreign)(const bench_point *point);
  /// Ask that program for its name, version and device. False if it does not answer. NULL = unknown.
  bool (*program)(const bench_point *point, bench_facts *out);
  /// Print a summary of all points after the table. May be NULL.
  void (*summary)(const struct bench_run *run, FILE *stream);
  void (*teardown)(bench_ctx *ctx); ///< Also after a failed setup.
  void (*release)(void);            ///< After the last point of a block: free data that its points shared. May be NULL.
  /// Frames on the CPU are computed by the calling thread and by threads that it starts, in its floating-point mode.
  /// They are timed once more with subnormal numbers flushed to 0.
  bool in_callers_mode;
  bool has_error; ///< check() sets the error of its rows, or the reason why it is unknown.
};

/// Facts, all unknown.
bench_facts bench_facts_unknown(void);
/// Whether the benchmark of the point has an axis of that name.
bool bench_has(const bench_point *point, const char *axis);
/// Value of an axis. 0 or "" if the benchmark has none of that name.
int64_t bench_int(const bench_point *point, const char *axis);
const char *bench_text(const bench_point *point, const char *axis);
/// Whether another program computes the frames of the point.
bool bench_foreign(const bench_point *point);
/// Note the reason and return `status`.
__attribute__((format(printf, 3, 4))) bench_status bench_say(bench_ctx *ctx, bench_status status, const char *format,
                                                             ...);
/// Add a check: passes when value <= limit. NaN fails.
void bench_check_at_most(bench_ctx *ctx, const char *name, double value, double limit, const char *why);
/// Add a check of two counts or hashes that must be equal.
void bench_check_equal(bench_ctx *ctx, const char *name, double value, double expected, const char *why);
void bench_check_hash(bench_ctx *ctx, const char *name, uint64_t value, uint64_t expected, const char *why);
void bench_check_true(bench_ctx *ctx, const char *name, bool holds, const char *why);
/// Set columns and room of ctx->series. False without memory.
bool bench_series_begin(bench_ctx *ctx, int column_count, const char *const *names, int capacity);
/// Add a row of column_count numbers, at most `capacity` in all.
void bench_series_add(bench_ctx *ctx, const double *row);
/// The user asked to stop: long callbacks return BENCH_INTERRUPTED.
bool bench_interrupted(void);
/// Name the one temporary folder that a second wish to stop must remove, with all that is in it. NULL = it is gone.
/// `folder` must stay valid.
void bench_clear_on_signal(const char *folder);
