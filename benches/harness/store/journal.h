/* Why this file exists: writes the journal, one line per event, so that no measurement is lost however a run ends.
 * FORMAT.md section 3 has its lines, and past.h reads them back. */
#pragma once

#include "report.h"

typedef struct bench_journal {
  FILE *stream; ///< NULL = no journal, or none any more. All functions below then do nothing.
  const char *path;
  int failed;           ///< Exit code after a line could not be written, otherwise 0. No line follows it.
  int *episodes;        ///< [points of the plan] Written so far. Owned.
  bench_outcome *ended; ///< [points of the plan] As written. BENCH_PENDING = not yet. Owned.
} bench_journal;

/// Open for appending, and lock against other processes. Nothing is written or cut off. Returns 0, or the exit code
/// after one line.
int bench_journal_open(bench_journal *journal, const char *path, const bench_plan *plan);
/// The journal that a process of --processes hands to the one that started it: an open file.
int bench_journal_hand(bench_journal *journal, int descriptor, const bench_plan *plan);
/// Cut off everything after `length` bytes. 0 for a new journal.
int bench_journal_cut(bench_journal *journal, long length);
/// Write the first line of a new journal, and the line that marks a resumed run.
void bench_journal_head(bench_journal *journal, const bench_report *report);
void bench_journal_resumed(bench_journal *journal, const bench_run *run, const char *time);
/// Write the last episode of a point, unless it was written. Write a point with an outcome, unless it can be tried again.
void bench_journal_episode(bench_journal *journal, const bench_run *run, int point);
void bench_journal_ended(bench_journal *journal, const bench_run *run, int point);
/// Write the last lines for the parent process: every point with any outcome, and how the run ended.
void bench_journal_end(bench_journal *journal, const bench_run *run);
/// Close. Returns 0, or the exit code if something could not be written, of which one line told.
int bench_journal_close(bench_journal *journal);
