/* Why this file exists: the journal, one line per event, so that nothing that was measured is lost when a run ends in
 * whatever way. FORMAT.md section 3 has its lines; past.h reads them back. */
#ifndef BENCH_JOURNAL_H
#define BENCH_JOURNAL_H

#include "report.h"

typedef struct bench_journal {
  FILE *stream; ///< NULL = there is none: everything below does nothing.
  const char *path;
  int *episodes;        ///< [points of the plan] Written so far. Owned.
  bench_outcome *ended; ///< [points of the plan] As written; BENCH_PENDING = not yet. Owned.
} bench_journal;

/// Open for appending, and lock against other processes. Nothing is written or cut off yet. Returns 0, or the exit code
/// after one line.
int bench_journal_open(bench_journal *journal, const char *path, const bench_plan *plan);
/// The journal that a process of --processes hands to the one that started it: an open file.
int bench_journal_hand(bench_journal *journal, int descriptor, const bench_plan *plan);
/// Cut off what stands behind `length` bytes; 0 for a new journal.
int bench_journal_cut(bench_journal *journal, long length);
/// The first line of a new journal, and the line with which one goes on.
void bench_journal_head(bench_journal *journal, const bench_report *report);
void bench_journal_resumed(bench_journal *journal, const bench_run *run, const char *time);
/// The last episode of a point, unless it was written; a point that has its outcome, unless that can be tried again.
void bench_journal_episode(bench_journal *journal, const bench_run *run, int point);
void bench_journal_ended(bench_journal *journal, const bench_run *run, int point);
/// The last lines of what is handed over: every point, whatever came of it, and how the run ended.
void bench_journal_end(bench_journal *journal, const bench_run *run);
/// Close; 0, or the exit code after one line when something could not be written.
int bench_journal_close(bench_journal *journal);

#endif
