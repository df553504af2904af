/* Why this file exists: a run that was interrupted or killed goes on from its journal. What an earlier process measured is
 * read back, compared with the plan, the machine and the build of this one, and handed to the runner as if it had just
 * been measured. The lines of a journal are in FORMAT.md section 3. */
#ifndef BENCH_PAST_H
#define BENCH_PAST_H

#include <stdio.h>

#include "harness/machine/environment.h"
#include "harness/run/run.h"

typedef struct bench_past bench_past;

enum { BENCH_JOURNAL_VERSION = 2 };

/// Read the first line of the journal of settings->resume and make the settings those of that run: its command line, then
/// this one's, and its files when `resume` is a folder. Returns -1 to go on, else the exit code after one line. *out is
/// owned by the caller.
int bench_past_open(bench_settings *settings, bench_past **out);
void bench_past_close(bench_past *past);

/// 0 when plan and shard are the journal's, else the exit code after one line that says what differs.
int bench_past_match_plan(const bench_past *past, const bench_plan *plan, const bench_settings *settings);
/// 0 when machine and build are the journal's, or `force` and a warning; else the exit code after one line.
int bench_past_match_here(const bench_past *past, bench_environment *env, bool force);
/// Read all other lines and put what was measured into a run that has not begun; `past` has to outlive it. A last line
/// that was cut off is left out, with a remark; *length is where the journal goes on, *finished the number of points that
/// are finished. Returns 0, or the exit code after one line. Nobody else may be writing to the journal.
int bench_past_read(bench_past *past, bench_run *run, long *length, int *finished);

/// Read what a process handed over (bench_journal_hand()) into `results` [plan->count], zeroed, and how it ended into `run`.
/// Texts of results are owned by `past`, everything else by `results`. False, with nothing to free, when it is not all there
/// or not of this plan.
bool bench_past_take(bench_past *past, FILE *stream, bench_run *run, bench_result *results);
/// A past of no journal, for bench_past_take(). NULL without memory.
bench_past *bench_past_new(void);
/// Free what the results own.
void bench_past_free_results(bench_result *results, int count);

/// When that run was begun, UTC, and how often it went on before.
const char *bench_past_started(const bench_past *past);
int bench_past_resumed(const bench_past *past);
/// What a journal says about where it was measured: fields of the environment, "group.key".
extern const char *const bench_here_fields[];
/// Value of such a field as text in `out`, "" when it is not known.
const char *bench_here_text(const bench_environment *env, const char *field, char *out, size_t capacity);
/// The shard in the first line of a journal, "" when the plan has one part.
const char *bench_here_shard(const bench_settings *settings, char out[32]);
/// A point in the first line of a journal: its name, warm and timed frames.
const char *bench_here_point(const bench_point *point, char *out, size_t capacity);

#endif
