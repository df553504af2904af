/* Why this file exists: runs are compared by their axes, not by the names of their rows, and a difference counts only
 * beyond what two equal runs show. compare_load.c reads the runs, compare_pair.c finds what is compared and pairs the
 * rows, and compare_stats.c judges. Everything shown (terminal, tables, page, figures) is made from a compare_set. */
#pragma once

#include "figure/figure.h"
#include "support/cli.h"
#include "read/run.h"

enum { COMPARE_CHOOSERS = 2, COMPARE_SIDES = 26, COMPARE_PROCESSES = 64, COMPARE_TEXT = 256, COMPARE_NOTES = 48 };

/* The uncertainty that one process cannot show, as relative standard deviations from all equal runs in the repository.
 * The medians of two hundred processes of one mesh (reports/tests/equal_runs.tsv) scatter by two to three times their
 * own intervals, so a single process gets three times its own. Four processes of `seq` and four of `omp` over five
 * sizes (reports/machines/epyc-2-cores-20261122) have narrow intervals, but the medians of a row scatter by 1 to 26 %,
 * 11 % in the quadratic mean. So at least 10 % is added. Of the 120 rows of all pairs of these equal processes, 20 got
 * a verdict with 2 %, 6 with 9 %, 2 with 10 %. Runs that did not take turns get 1 % each for changes in between, and so
 * do single processes. The test report_compare_equal shows that equal runs are then not called different. */
#define COMPARE_FLOOR_TIMES   3.0
#define COMPARE_FLOOR_PROCESS 0.10
#define COMPARE_FLOOR_SITTING 0.01
/* A row of a single process with too few episodes for an interval is given the largest deviation of a recorded row, 26 %,
 * rounded up. Equal rows never differed by more than 2.47 times, in 4 rows of two hundred processes. So where an interval
 * decides nothing, a ratio beyond 3 does, which is a fifth more: "by size". */
#define COMPARE_FLOOR_FEW 0.30
#define COMPARE_BY_SIZE   3.0

typedef struct compare_rule {
  double margin;        ///< Speeds within this margin of each other are the same.
  double floor_process; ///< For a run of a single process.
  double floor_sitting; ///< For a run whose processes did not take turns with the other's.
  bool paired;          ///< Process k of one run took turns with process k of the other. Needs two processes.
} compare_rule;

/// One operand: a run, or one file for each of its processes. Owned by the set.
typedef struct compare_input {
  report_run *runs; ///< [count]
  char **paths;     ///< [count]
  int count;
  bool google; ///< Rows of Google Benchmark, with names instead of axes and without checks.
} compare_input;

/// One side of a comparison: an input, the rows of it chosen with --a or --b, or its rows
/// with one value of the --by axis.
typedef struct compare_side {
  const compare_input *input;
  char by[COMPARE_TEXT];    ///< Its value of the --by axis, "" without --by.
  char label[COMPARE_TEXT]; ///< Settings that only this side has, or its machine.
  char letter[2];
  json_t *best; ///< With set->best: from the key of a row to the way that is fastest there. Owned.
} compare_side;

/// An axis of one benchmark.
typedef struct compare_axis {
  const char *benchmark, *name;
  bool compared;                            ///< Each side with the benchmark has one value, but these differ.
  char values[COMPARE_SIDES][COMPARE_TEXT]; ///< The first value of each side. "" = none.
  int several;                              ///< Sides on which it has more than one value, a bit for each.
  int own;                                  ///< Sides that have rows of the benchmark with this axis.
  int sides;                                ///< Sides that have rows of the benchmark with numbers.
  bool free;                                ///< With set->best: the fastest value counts, see compare_best.c.
  bool shown;                               ///< Rows differ in it.
} compare_axis;

/// A row of one side.
typedef struct compare_cell {
  const report_point *point;      ///< The first with numbers, else the first. NULL = the side has no such row.
  const char *bad;                ///< Why it is not compared. NULL = it has numbers.
  int files;                      ///< Number of the input's files looked at.
  int count;                      ///< Processes.
  double logs[COMPARE_PROCESSES]; ///< Logarithm of each median frame time [s], NaN = none.
  double within;                  ///< Standard deviation of that logarithm within a process, NaN = unknown.
  double shared;                  ///< The part shared by all rows of a process. It does not shrink in a mean of rows.
  bool assumed;                   ///< It has no interval of its own, so COMPARE_FLOOR_FEW stands for it.
  bool flagged;                   ///< Its machine was disturbed or throttled while a process measured it.
  char near[200];                 ///< Text of `bad` if its program left out a part of the scene.
} compare_cell;

typedef enum compare_verdict {
  COMPARE_FASTER,
  COMPARE_SLOWER,
  COMPARE_SAME,
  COMPARE_UNSURE,
  COMPARE_UNCHECKED, ///< Nobody checked one of the two, so they are not ranked.
  COMPARE_VERDICTS
} compare_verdict;

/// Frame rate of a side divided by that of side 0. low and high: 95 % interval, NaN = unknown.
typedef struct compare_ratio {
  double value, low, high;
  compare_verdict verdict;
  bool by_size; ///< The interval does not decide, but the ratio is beyond COMPARE_BY_SIZE.
  bool assumed; ///< One of both has no interval of its own.
} compare_ratio;

/// One combination of the axes that are not compared.
typedef struct compare_row {
  const char *benchmark;
  const report_point *first; ///< From whichever side has it. Its axes name the row.
  compare_cell *cells;       ///< [side_count] Owned.
  compare_ratio *ratios;     ///< [side_count] Relative to side 0, value NaN if either has no numbers. Owned.
} compare_row;

/// One side against the first, over all rows that both have.
typedef struct compare_total {
  int pairs, verdicts[COMPARE_VERDICTS];
  int assumed;        ///< Pairs without an interval of their own.
  compare_ratio mean; ///< Geometric mean of all pairs.
} compare_total;

/// The unit of all times in a table: milliseconds, or nanoseconds if some row takes less than a microsecond, as functions
/// of other programs do.
typedef struct compare_unit {
  const char *name;
  double per_second;
} compare_unit;

typedef struct compare_set {
  compare_input *inputs;
  int input_count;
  compare_side sides[COMPARE_SIDES];
  int side_count;
  const char *by;                    ///< Axis of --by, NULL = none.
  cli_list chosen[COMPARE_CHOOSERS]; ///< "AXIS=VALUE" of --a and --b: rows of the first and second input.
  bool same;                         ///< Both are one run, with different rows chosen.
  bool best;                         ///< Each side by its fastest backend, in each row.
  /// The two rows of some pair have different errors, so that a ratio alone would favour who answers least. Every ratio
  /// then stands beside the errors.
  bool errors;
  compare_axis *axes;
  int axis_count;
  compare_row *rows; ///< In the order of the first side's plan, then the other sides' rows.
  int row_count, row_room;
  compare_total totals[COMPARE_SIDES];
  compare_rule rule;
  char notes[COMPARE_NOTES][COMPARE_TEXT]; ///< What a reader must know before the numbers.
  int note_count;
  compare_unit unit; ///< Set by compare_judge().
} compare_set;

/// Whether --a and --b select a point of an input. Inputs from the third on are complete.
bool compare_is_chosen(const compare_set *set, int input, const report_point *point);
/// Whether no row can be on both of these sides, because an axis has different values on them.
bool compare_are_apart(const compare_set *set, int a, int b);
/// Check that each choice is valid and has rows with numbers, else XPBD_ERR_INVALID_ARGUMENT with one line.
xpbd_status compare_check_choices(const compare_set *set);
/// Read all operands: a file, a folder with a results.json, or files joined by commas.
xpbd_status compare_load(const char *const *operands, int count, compare_set *out);
/// Make sides, rows and axes from the inputs. `by` and `base` may be NULL. XPBD_ERR_INVALID_ARGUMENT with one
/// line if nothing can be compared.
xpbd_status compare_pair(compare_set *set, const char *by, const char *base);
/// Whether the inputs come from different machines, or one from a program that does not say.
bool compare_has_machines(const compare_set *set);
/// With set->best: free the axes of the ways to compute, and choose the fastest way of each row and side. A way is given
/// by the free axes. `key_of` gives the key of a row.
typedef void compare_key(const compare_set *set, const report_point *point, char *out, size_t capacity);
void compare_free_axes(compare_set *set);
xpbd_status compare_choose_best(compare_set *set, compare_key *key_of);
/// Whether a side takes a point: it was chosen, and with set->best it is the fastest of its row.
bool compare_takes(const compare_set *set, int side, const report_point *point);
bool compare_takes_best(const compare_set *set, int side, const report_point *point, compare_key *key_of);
/// "omp", "seq, lanes 8": how a side computed a row. "" unless the side has several ways.
const char *compare_way(const compare_set *set, const compare_row *row, int side, char *out, size_t capacity);
/// "cuda in 55 rows, omp in 4": the backends of a side's pairs. `other`: the partner of side 0.
void compare_ways_taken(const compare_set *set, int side, int other, FILE *out);
/// Parts of compare_pair(): make the sides, and label them when the axes are known.
xpbd_status compare_make_sides(compare_set *set, const char *base);
void compare_label_sides(compare_set *set);
/// Whether a side and its partner both have numbers in a row. The partner of side 0 is any
/// other side, all others have side 0.
bool compare_in_pair(const compare_set *set, const compare_row *row, int side);
/// Whether both have numbers, so that they are a pair.
bool compare_are_pair(const compare_cell *a, const compare_cell *b);
/// Check that processes in turns are equally many on each side, else XPBD_ERR_INVALID_ARGUMENT.
xpbd_status compare_check_turns(const compare_set *set);
/// Judge every row by the rule of the set.
void compare_judge(compare_set *set);
void compare_free(compare_set *set);
__attribute__((format(printf, 2, 3))) void compare_note(compare_set *set, const char *format, ...);

const char *compare_verdict_name(compare_verdict verdict);
/// Marks of rows: their machine was disturbed, or their deviation is assumed.
#define COMPARE_FLAG    " \xe2\x89\x88"
#define COMPARE_ASSUMED " ~"
/// "FASTER", or "FASTER by size".
enum { COMPARE_WORDS = 32 };
const char *compare_verdict_words(const compare_ratio *ratio, char out[COMPARE_WORDS]);
/// The interval of a value, "0.98 to 1.03". One whose ends say nothing is "wider than a factor of 1000".
const char *compare_span(double value, double low, double high, char out[COMPARE_TEXT]);
/// Number of processes of a cell with a number, the mean of their logarithms, and its
/// standard deviation (NaN below two).
int compare_processes(const compare_cell *cell, double *mean, double *deviation);
/// Median frame time [s], its 95 % interval including the variation between processes, and the relative deviation
/// between these.
typedef struct compare_time {
  double seconds, low, high, between;
  int processes;
} compare_time;
compare_time compare_time_of(const compare_cell *cell, const compare_rule *rule);

/// Whether a word is the standard of a mesh or its numbering, which names no row.
bool compare_is_usual(const compare_set *set, const compare_axis *axis, const char *value);
/// "size 41, iterations 20": the axes in which rows differ, except `skip` (may be NULL), or the name of the benchmark.
const char *compare_row_name(const compare_set *set, const compare_row *row, const char *skip, char *out,
                             size_t capacity);
/// Find the next axis from index `*at` on that is equal in all rows, and advance `*at`. The text is "precision f32", or
/// "size 8 (cloth)" if it holds for some benchmarks only. False if there is none left.
bool compare_fixed(const compare_set *set, int *at, char *out, size_t capacity);
/// Fewest processes of a row with numbers.
int compare_fewest(const compare_set *set);
/// Name sides with a single process, which cannot show how processes differ. Otherwise, if at least half of the rows
/// are unsure, say what narrows the intervals.
void compare_advice(const compare_set *set, FILE *out);
/// The answer in one sentence. Plain text, like the advice.
void compare_answer(const compare_set *set, int side, FILE *out);
/// What the marks of the rows mean, a line for each one that occurs. Plain text, with `before` in front of each line.
void compare_explain(const compare_set *set, const char *before, FILE *out);
/// Error of a row of one side, NaN = unknown or not compared.
double compare_error(const compare_cell *cell);
/// Sets set->errors.
void compare_find_errors(compare_set *set);
/// "0.15 %", "-" if it is unknown. "" if the set shows no errors.
const char *compare_error_text(const compare_set *set, const compare_cell *cell, char out[COMPARE_WORDS]);
/// In place of a ratio that a row lacks: "invalid", "skipped", ..., or "-" if the side has no such row.
const char *compare_absent(const compare_row *row, int side);
/// Why a row is left out for a side. "" if side 0 and this one both have numbers.
const char *compare_missing(const compare_set *set, const compare_row *row, int side, char *out, size_t capacity);

/// Called with the name of an environment field that differs between sides, and a text for each input.
typedef void compare_difference(void *self, const char *name, const char *const *texts);
/// Whether an input states its environment. JSON of other programs does not.
bool compare_has_environment(const compare_set *set, int input);
/// Only inputs with an environment can differ. `measured` selects fields measured during the run, else fields that
/// describe the machine. Returns their number.
int compare_differences(const compare_set *set, bool measured, compare_difference *each, void *self);

/// Print to the terminal.
void compare_print(const compare_set *set);
/// compare.tsv, compare.md and compare.tex in a folder.
xpbd_status compare_write_tables(const compare_set *set, const char *folder);
/// Write index.html, tables and figures to a folder. The arguments are the command line. `lost` is that of
/// report_figures_say(), "" = nothing is missing.
xpbd_status compare_write_page(const compare_set *set, const char *title, const char *folder, bool pdf, int argc,
                               char **argv, char lost[REPORT_LOST]);
/// All figures that the set has rows for, see figure.h.
struct report_figures;
xpbd_status compare_figures_make(const compare_set *set, const char *folder, struct report_figures *out);

/// All rows with numbers as points of one run, so that the figures of a run can draw them together. A
/// side's name is the axis "run", unless another axis distinguishes the sides. Free with
/// compare_join_free(). The set must live as long.
xpbd_status compare_join(const compare_set *set, report_run *out);
void compare_join_free(report_run *run);

/// Sections of the page: other differences, how pairs are judged, how to reproduce it.
void compare_put_environment(const compare_set *set, FILE *out);
void compare_put_judged(const compare_set *set, FILE *out);
void compare_put_again(const compare_set *set, int argc, char **argv, FILE *out);

/// xpbd-report compare ...: its exit code.
int compare_main(int argc, char **argv);
