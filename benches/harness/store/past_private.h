/* Why this file exists: shared by the files that read a journal: resume.c (its first line), past.c (other lines),
 * past_result.c (the result of a point). */
#pragma once

#include "base/json.h"
#include "past.h"

/// A text that results point to.
typedef struct bench_past_text {
  struct bench_past_text *next;
  char text[];
} bench_past_text;

struct bench_past {
  char *path;              ///< Path of the journal. Owned.
  char *json, *tsv;        ///< Files of a run folder, NULL = as the command line says. Owned.
  FILE *stream;            ///< Positioned after the first line. Owned.
  char *head_text;         ///< The first line. Owned.
  long head_length;        ///< Length in bytes.
  xpbd_json_document head; ///< Parsed from head_text.
  char **argv;             ///< Words of the run, then of this process. head_text and main() own the words. Owned.
  int argc;                ///< Words of the run alone.
  char *text;              ///< The line that is being read. Owned.
  size_t capacity;
  xpbd_json_document line;
  bench_kept *points; ///< [point_count] Owned.
  int point_count, last_found, resumed;
  bool summed;  ///< Each line has a checksum.
  bool handed;  ///< From a process. Points may then also be skipped or interrupted.
  double spent; ///< Seconds of earlier processes.
  bench_past_text *texts;
};

void bench_past_free_points(bench_past *past);
/// What is wrong with the bytes of a line, by its checksum, or NULL.
const char *bench_past_damage(const bench_past *past, const char *line, size_t length);
/// Read 16 hex digits. False for anything else and NULL.
bool bench_past_hash(const char *text, uint64_t *out);
/// Read a point as in FORMAT.md section 1.5, without its samples. Returns what is wrong with it, or NULL. `past` owns
/// texts, *out the series.
const char *bench_past_result(bench_past *past, const xpbd_json_node *json, bench_result *out);
