/* Why this file exists: declares `xpbd-report index`, one page of all runs of an archive of machines, and what its parts
 * share. */
#pragma once

#include "figure/figure.h"

enum { INDEX_WORK = 256, INDEX_REASON = 512 };

/// The fastest row of a member for one work at one size.
typedef struct index_row {
  char work[INDEX_WORK]; ///< All that is computed, but for the size: "cloth, stretching, 20 iterations, f32".
  char way[64];          ///< How it was computed: "cuda, tiles".
  char device[64];       ///< The GPU that computed it, "" = the processor.
  double particles, constraints, fps, low, high, per_second, error, energy; ///< NaN = unknown.
} index_row;

/// A run of the archive.
typedef struct index_member {
  char *name;                ///< Of its folder, with the folder above for one inside another member.
  char *file;                ///< Its results.
  int files;                 ///< Number of files of results in its folder, of which `file` is the first.
  char reason[INDEX_REASON]; ///< Why it cannot be shown, "" = it can. Only then are the next members set.
  char processor[96], device[96], date[11], commit[11], host[64], begun[32], plan[32];
  double cores, score, score_low, score_high; ///< NaN = unknown.
  char score_state[160];                      ///< "VALID", or why not. "" = the run has no score.
  int points, ok, certified, audited;
  bool complete;
  bool changed;  ///< After it was sealed.
  bool recorded; ///< Somebody else has audited it, by the word of the file.
  index_row *rows;
  int row_count;
  const index_row *headline; ///< Its row of the work that most members have, NULL = none.
} index_member;

typedef struct index_set {
  index_member *items; ///< In the order of their names.
  int count, broken;
  char work[INDEX_WORK]; ///< The work of the headlines and of the figure, "" = no row has numbers.
  double particles;      ///< Size of the headlines.
} index_set;

/// Find the runs in a folder: its own, or those of its folders, or of its folder `machines`. Those that cannot be shown
/// get a reason. XPBD_ERR_IO if it is no folder or has no run.
xpbd_status index_find(const char *folder, index_set *set);
/// Read the facts of a member from its run.
void index_read(index_member *member, const report_run *run);
/// Refuse members with the name or the run of an earlier one, and choose the work of the headlines.
void index_settle(index_set *set);
void index_free(index_set *set);

/// Frames and projections per second against the size, of all members.
report_drafter index_draft_sizes;
/// Write index.html.
xpbd_status index_page_write(const index_set *set, const report_figures *figures, const char *title,
                             const char *folder);

/// The program. Returns its exit code.
int report_index_main(int argc, char **argv);
