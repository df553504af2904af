/* Why this file exists: `xpbd-report merge` joins one plan, measured in parts on several machines or in several runs,
 * into one file of results. */
#pragma once

#include "read/run.h"

enum { MERGE_TEXT = 2048 };

/// One part, and what was taken from it.
typedef struct merge_source {
  char *path; ///< Owned.
  report_run run;
  json_t *rows; ///< Rows of "benchmarks" by run_name. Owned.
  int taken;    ///< Points taken from here.
} merge_source;

typedef struct merge {
  merge_source *sources; ///< [count]
  int count;
  const merge_source **from; ///< [points of the first] The source of each point.
  int overlaps, disagreements, holes;
} merge;

/// Rank of a point from a source: rows with numbers before rows without, better proven ones first. A failed check has
/// the highest rank, because no other source may hide it.
typedef enum merge_rank {
  MERGE_ELSEWHERE,
  MERGE_CUT_OFF,
  MERGE_LEFT_OUT,
  MERGE_BROKEN,
  MERGE_UNTIMED,
  MERGE_UNCHECKED,
  MERGE_INEXACT,
  MERGE_PROVEN,
  MERGE_WRONG
} merge_rank;
merge_rank merge_rank_of(const merge_source *source, const report_point *point);
/// The point with that name, tried at `hint` first. NULL if the source lacks it.
const report_point *merge_find(const merge_source *source, const char *name, int hint);
/// Whether the source ran the point to its end, or skipped it for a permanent reason.
bool merge_has(const merge_source *source, const report_point *point);
/// Name a mesh or formula that differs between two sources. False if there is none.
bool merge_other_file(const merge *self, char out[MERGE_TEXT]);
/// The joined results of sources of one plan, after merge_choose(). Free with json_decref(). NULL
/// without memory, or see report_lost().
json_t *merge_make(const merge *self);
/// Write JSON as xpbd-bench does: the shortest text of a number that reads back.
void merge_write(FILE *stream, const json_t *value);

/// The program `xpbd-report merge`: its exit code.
int report_merge_main(int argc, char **argv);
