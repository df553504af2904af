/* Why this file exists: the plan says which points run, in which blocks, with how many frames, before anything runs.
 * It depends only on the command line and on what this build and machine support. */
#pragma once

#include "bench.h"
#include "settings.h"
#include "support/json.h"

enum { BENCH_MAX_VALUES = 128, BENCH_MAX_POINTS = 20000, BENCH_MAX_ITEM = 128 };

/// Values of one axis.
typedef struct bench_values {
  int count;
  bench_value items[BENCH_MAX_VALUES];
} bench_values;

/// Points [first, first + count) of the plan take turns.
typedef struct bench_block {
  int first, count;
} bench_block;

typedef struct bench_plan {
  const bench_case *const *cases;
  int case_count;
  bench_point *points; ///< By benchmark, then block (cheapest first), then work. Owned.
  int count, capacity;
  bench_block *blocks; ///< Owned.
  int block_count;
  uint64_t hash; ///< Equal for equal points, frames and warm frames.
} bench_plan;

/// Read a list of values: "21,41", "[21:1281:x2]" (times 2), "[1:9:4]" (plus 4), "*". False with one line in `why`.
bool bench_axis_parse(const bench_axis *axis, const char *text, bench_values *out, char *why, size_t capacity);
/// "name=value" pieces separated by blanks: the values of `axis` in them, or NULL. Copies to `out`.
bool bench_axis_in_plan(const char *plan, const char *axis, char *out, size_t capacity);

/// Make the plan. Returns 0, or the exit code after one line was printed on stderr.
int bench_plan_make(const cli_program *program, const bench_settings *settings, const bench_case *const *cases,
                    int case_count, bench_plan *out);
void bench_plan_destroy(bench_plan *plan);

/// One point without a plan. `texts` are its axes as "name=value"; others have their default. Its `skip` says why it
/// cannot run. False with a line in `why` for an axis or a value that this program does not know.
bool bench_plan_point(const bench_settings *settings, const bench_case *owner, const char *const *texts, int count,
                      bench_point *out, char *why, size_t capacity);

/// Most seconds of the run if the user gives none: the sum over the benchmarks that take part.
double bench_plan_budget(const bench_settings *settings, const bench_plan *plan);

/// The frame rule, for the documentation, the plan and its check.
void bench_plan_frames(const bench_settings *settings, bench_point *point);
/// Whether this process measures the point, because it belongs to its shard.
bool bench_plan_owns(const bench_settings *settings, const bench_point *point);
/// Whether two points differ only in axes that stand side by side.
bool bench_plan_beside(const bench_point *a, const bench_point *b);
int bench_plan_own_count(const bench_settings *settings, const bench_plan *plan);
/// Whether two points differ, and only in axes of a race.
bool bench_plan_rivals(const bench_point *a, const bench_point *b);
/// Index of an axis, -1 if the benchmark has none of that name.
int bench_axis_find(const bench_case *owner, const char *name);
/// Index of a text among the known ones, so that rows follow the order of the lists. Other texts follow the order in
/// which they were first given.
int bench_text_place(const bench_axis *axis, const char *text);
/// Text of a value in `out`.
const char *bench_value_text(const bench_axis *axis, bench_value value, char *out, size_t capacity);
/// The member "axes": every axis the point has.
void bench_write_axes(json_writer *json, const bench_point *point);
