/* Why this file exists: runs are compared by their axes, not by the names of their rows, and a difference counts only
 * beyond what two equal runs show. compare_load.c reads the runs, compare_pair.c finds what is compared and pairs the
 * rows, and compare_stats.c judges. Everything shown (terminal, tables, page, figures) is made from a compare_set. */
#ifndef REPORT_COMPARE_H
#define REPORT_COMPARE_H

#include "support/cli.h"
#include "read/run.h"

enum { COMPARE_CHOOSERS = 2, COMPARE_SIDES = 26, COMPARE_PROCESSES = 64, COMPARE_TEXT = 256, COMPARE_NOTES = 48 };

/* What one process cannot show, from all equal runs recorded in the repository, as relative standard deviations. The
 * medians of two hundred processes of one mesh (reports/tests/equal_runs.tsv) scatter by two to three times their own
 * intervals, so a single process gets three times its own. Four processes of `seq` and four of `omp` over five sizes
 * (reports/machines/epyc-2-cores-20261122) have narrow intervals, but the medians of a row scatter by 1 to 26 %, 11 %
 * in the quadratic mean. So at least 10 % is added. Of the 120 rows of all pairs of these equal processes, 20 got a
 * verdict with 2 %, 6 with 9 %, 2 with 10 %. Runs that did not take turns get 1 % each for what changed in between, and
 * so do single processes. The test report_compare_equal shows that equal runs are then not called different. */
#define COMPARE_FLOOR_TIMES   3.0
#define COMPARE_FLOOR_PROCESS 0.10
#define COMPARE_FLOOR_SITTING 0.01

typedef struct compare_rule {
  double margin;        ///< Speeds within this margin of each other are the same.
  double floor_process; ///< For a run of a single process.
  double floor_sitting; ///< For a run whose processes did not take turns with the other's.
  bool paired;          ///< Process k of one run was measured beside process k of the other. This counts from two
                        ///< processes on.
} compare_rule;

/// One operand: a run, or files with one process of it each. Owned by the set.
typedef struct compare_input {
  report_run *runs; ///< [count]
  char **paths;     ///< [count]
  int count;
  bool google; ///< Rows of Google Benchmark: names instead of axes, no checks.
} compare_input;

/// One side of a comparison: an input, the part of it chosen with --a or --b, or its rows with one value of the axis of
/// --by.
typedef struct compare_side {
  const compare_input *input;
  char by[COMPARE_TEXT];    ///< That value; "" without --by.
  char label[COMPARE_TEXT]; ///< Settings that only this side has.
  char letter[2];
} compare_side;

/// An axis of one benchmark.
typedef struct compare_axis {
  const char *benchmark, *name;
  bool compared;                            ///< It has one value on each side that has the benchmark, but not the same
                                            ///< one.
  char values[COMPARE_SIDES][COMPARE_TEXT]; ///< The first value of each side; "" = none.
  int several;                              ///< Sides on which it has more than one value, a bit for each.
  int sides;                                ///< Sides that have rows of the benchmark with numbers.
  bool shown;                               ///< Rows differ in it.
} compare_axis;

/// A row of one side.
typedef struct compare_cell {
  const report_point *point;      ///< The first with numbers, else the first; NULL = the side has no such row.
  const char *bad;                ///< Why it is not compared; NULL = it has numbers.
  int files;                      ///< How many of the input's files were looked at.
  int count;                      ///< Processes.
  double logs[COMPARE_PROCESSES]; ///< Logarithm of the median frame time [s] of each; NaN where it has none.
  double within;                  ///< Standard deviation of that logarithm inside of a process; NaN = unknown.
  double shared; ///< The part that the rows of a process share: it does not shrink with the number of rows in a mean.
} compare_cell;

typedef enum compare_verdict {
  COMPARE_FASTER,
  COMPARE_SLOWER,
  COMPARE_SAME,
  COMPARE_UNSURE,
  COMPARE_VERDICTS
} compare_verdict;

/// Frame rate of a side over that of the first. low and high: 95 % interval, NaN when nothing is known about it.
typedef struct compare_ratio {
  double value, low, high;
  compare_verdict verdict;
} compare_ratio;

/// One combination of the axes that are not compared.
typedef struct compare_row {
  const char *benchmark;
  const report_point *first; ///< From whichever side has it; its axes name the row.
  compare_cell *cells;       ///< [side_count] Owned.
  compare_ratio *ratios;     ///< [side_count] Owned. Against side 0; value NaN when one of them has no numbers.
} compare_row;

/// One side against the first, over all rows that both have.
typedef struct compare_total {
  int pairs, with_interval, verdicts[COMPARE_VERDICTS];
  compare_ratio mean; ///< Geometric mean of all pairs, without an interval if a pair has none.
} compare_total;

typedef struct compare_set {
  compare_input *inputs;
  int input_count;
  compare_side sides[COMPARE_SIDES];
  int side_count;
  const char *by;                    ///< Axis of --by, NULL = none.
  cli_list chosen[COMPARE_CHOOSERS]; ///< "AXIS=VALUE" of --a and --b: the rows to take from the first and the second
                                     ///< input.
  bool same;                         ///< The two are one run, from which different rows were chosen.
  compare_axis *axes;
  int axis_count;
  compare_row *rows; ///< In the order of the first side's plan, then rows that only others have.
  int row_count, row_room;
  compare_total totals[COMPARE_SIDES];
  compare_rule rule;
  char notes[COMPARE_NOTES][COMPARE_TEXT]; ///< What a reader must know before the numbers.
  int note_count;
} compare_set;

/// Whether the choices of --a and --b include a point of an input. Inputs from the third on are taken whole.
bool compare_is_chosen(const compare_set *set, int input, const report_point *point);
/// Whether no row can be on both of these sides, because an axis has different values on them.
bool compare_are_apart(const compare_set *set, int a, int b);
/// Whether each choice can be read and has rows with numbers, else XPBD_ERR_INVALID_ARGUMENT with one line.
xpbd_status compare_check_choices(const compare_set *set);
/// Read all operands: a file, a folder with a results.json, or files joined by commas.
xpbd_status compare_load(const char *const *operands, int count, compare_set *out);
/// Make sides, rows and axes from the inputs; `by` and `base` may be NULL. XPBD_ERR_INVALID_ARGUMENT with one line when
/// nothing can be compared.
xpbd_status compare_pair(compare_set *set, const char *by, const char *base);
/// Parts of compare_pair(): the sides, and a label for each when the axes are known.
xpbd_status compare_make_sides(compare_set *set, const char *base);
void compare_label_sides(compare_set *set);
/// Whether a side has numbers in a row where its partner has some too. The partner of side 0 is any other side, that of
/// others is side 0.
bool compare_in_pair(const compare_set *set, const compare_row *row, int side);
/// Whether both have numbers, so that they are a pair.
bool compare_are_pair(const compare_cell *a, const compare_cell *b);
/// Processes that took turns must be equally many on each side, else XPBD_ERR_INVALID_ARGUMENT.
xpbd_status compare_check_turns(const compare_set *set);
/// Judge every row by the rule of the set.
void compare_judge(compare_set *set);
void compare_free(compare_set *set);
__attribute__((format(printf, 2, 3))) void compare_note(compare_set *set, const char *format, ...);

const char *compare_verdict_name(compare_verdict verdict);
/// Processes of a cell that have a number, the mean of their logarithms, and their standard deviation (NaN below two).
int compare_processes(const compare_cell *cell, double *mean, double *deviation);
/// Median frame time [s], its 95 % interval including the variation between processes, and the relative deviation
/// between these.
typedef struct compare_time {
  double seconds, low, high, between;
  int processes;
} compare_time;
compare_time compare_time_of(const compare_cell *cell, const compare_rule *rule);

/// "size 41, iterations 20": the axes in which rows differ, without `skip` (may be NULL), or the name of the benchmark.
const char *compare_row_name(const compare_set *set, const compare_row *row, const char *skip, char *out,
                             size_t capacity);
/// The next axis that is the same in all rows, from index `*at` on, which it advances. It is "precision f32", or "size
/// 8 (cloth)" if only some benchmarks have it so. False when there is none left.
bool compare_fixed(const compare_set *set, int *at, char *out, size_t capacity);
/// Fewest processes of a row with numbers.
int compare_fewest(const compare_set *set);
/// Names sides of a single process, which cannot show how processes differ. Otherwise says what narrows the intervals
/// if at least half of the rows are unsure; else nothing.
void compare_advice(const compare_set *set, FILE *out);
/// The answer in one sentence. Plain text, as the advice.
void compare_answer(const compare_set *set, int side, FILE *out);
/// Why a row that only some sides have numbers for is left out; "" when side 0 and this one both have them.
const char *compare_missing(const compare_set *set, const compare_row *row, int side, char *out, size_t capacity);

/// A field of the environment that differs between sides: calls `each` with its name and a text for each input.
typedef void compare_difference(void *self, const char *name, const char *const *texts);
/// Whether an input says on what it ran. JSON of other programs has no environment.
bool compare_has_environment(const compare_set *set, int input);
/// Only inputs with an environment can differ. `measured` selects fields that were measured at that time, else fields
/// that describe the machine. Returns their number.
int compare_differences(const compare_set *set, bool measured, compare_difference *each, void *self);

/// The terminal.
void compare_print(const compare_set *set);
/// compare.tsv, compare.md and compare.tex in a folder.
xpbd_status compare_write_tables(const compare_set *set, const char *folder);
/// index.html, tables and figures in a folder; `command` is the command line.
xpbd_status compare_write_page(const compare_set *set, const char *title, const char *folder, int argc, char **argv,
                               int *problems);
/// Every figure that the set has rows for; see figure.h.
struct report_figures;
xpbd_status compare_figures_make(const compare_set *set, const char *folder, struct report_figures *out);

/// All rows with numbers as points of one run, so that the figures of a run can draw them side by side. The name of a
/// side is the axis "run", unless another axis tells the sides apart. Free with compare_join_free(); the set must live
/// as long.
xpbd_status compare_join(const compare_set *set, report_run *out);
void compare_join_free(report_run *run);

/// Sections of the page: what else differs, how pairs are judged, how to reproduce it.
void compare_put_environment(const compare_set *set, FILE *out);
void compare_put_judged(const compare_set *set, FILE *out);
void compare_put_again(const compare_set *set, int argc, char **argv, FILE *out);

/// xpbd-report compare ...: its exit code.
int compare_main(int argc, char **argv);

#endif
