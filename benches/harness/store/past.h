/* Why this file exists: resumes an interrupted or killed run from its journal. Earlier measurements are read back and
 * compared with the plan, the machine and the build of this process. The runner then gets them as if they had just
 * been measured. The lines of a journal are in FORMAT.md section 3. */
#pragma once

#include <stdio.h>

#include "harness/machine/environment.h"
#include "harness/run/run.h"

typedef struct bench_past bench_past;

/// Lines have checksums since version 3. A journal of version 2 is continued, too.
enum { BENCH_JOURNAL_VERSION = 3, BENCH_JOURNAL_UNSUMMED = 2 };
/// Most bytes of a journal that are read.
#define BENCH_JOURNAL_MOST (INT64_C(512) << 20)

/// Read the first line of the journal of settings->resume. The settings become those of that run: its command
/// line, then this one, and its files if `resume` is a folder. Returns -1 to continue, else the exit code after
/// one line. The caller owns *out.
int bench_past_open(bench_settings *settings, bench_past **out);
void bench_past_close(bench_past *past);

/// 0 if plan and shard match the journal, else the exit code after one line that names the difference.
int bench_past_match_plan(const bench_past *past, const bench_plan *plan, const bench_settings *settings);
/// 0 if machine and build match the journal, or with a warning if `force`, else the exit code after one line.
int bench_past_match_here(const bench_past *past, bench_environment *env, bool force);
/// Read all other lines into a run that has not begun. `past` must outlive it. A last line that was cut off is
/// ignored with a remark. *length is where the journal continues, *finished the number of finished points. Returns 0,
/// or the exit code after one line. No other process may write to the journal.
int bench_past_read(bench_past *past, bench_run *run, long *length, int *finished);

/// Read the results of a process (bench_journal_hand()) into `results` [plan->count], zeroed, and how it ended into
/// `run`. `past` owns texts of the results, `results` everything else. False, with nothing to free, if the data is
/// incomplete or belongs to another plan.
bool bench_past_take(bench_past *past, FILE *stream, bench_run *run, bench_result *results);
/// 0 if the programs of others that are asked again are those of the rows read above, or with a warning if `force`, else
/// the exit code after one line.
int bench_past_match_programs(const bench_past *past, const bench_run *run, bench_environment *env, bool force);

/// A past without a journal, for bench_past_take(). NULL without memory.
bench_past *bench_past_new(void);
/// Free `past` with the texts of results.
void bench_past_free_results(bench_result *results, int count);

/// When that run began, UTC, and how often it was resumed before.
const char *bench_past_started(const bench_past *past);
int bench_past_resumed(const bench_past *past);
/// The fields of the environment in the first line of a journal, as "group.key".
extern const char *const bench_here_fields[];
/// Value of such a field as text in `out`. "" if unknown.
const char *bench_here_text(const bench_environment *env, const char *field, char *out, size_t capacity);
/// The shard in the first line of a journal, "" if the plan has one part.
const char *bench_here_shard(const bench_settings *settings, char out[32]);
/// A point in the first line of a journal: its name, warm and timed frames.
const char *bench_here_point(const bench_point *point, char *out, size_t capacity);
