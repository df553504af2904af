/* Why this file exists: shared by the files that read a journal: resume.c (its first line), past.c (other lines), past_result.c (the result of a point). */
#ifndef BENCH_PAST_PRIVATE_H
#define BENCH_PAST_PRIVATE_H

#include "support/json_read.h"
#include "past.h"

/// A text that results point to.
typedef struct bench_past_text {
  struct bench_past_text *next;
  char text[];
} bench_past_text;

struct bench_past {
  char *path;         ///< Of the journal. Owned.
  char *json, *tsv;   ///< Files of a run folder, NULL = as the command line says. Owned.
  FILE *stream;       ///< Behind the first line. Owned.
  char *head_text;    ///< The first line. Owned.
  long head_length;   ///< Its bytes.
  json_document head; ///< Into head_text.
  char **argv;        ///< Of the run, then of this process; the words are those of head_text and of main(). Owned.
  int argc;           ///< Words of the run alone.
  char *text;         ///< The line that is being read. Owned.
  size_t capacity;
  json_document line;
  bench_kept *points; ///< [point_count] Owned.
  int point_count, last_found, resumed;
  bool handed;  ///< By a process: points may also be skipped or interrupted.
  double spent; ///< Seconds of the processes before.
  bench_past_text *texts;
};

void bench_past_free_points(bench_past *past);
/// 16 hex digits. False when it is something else, or NULL.
bool bench_past_hash(const char *text, uint64_t *out);
/// Read a point as FORMAT.md section 1.5 has it, without its samples. Returns what is wrong with it, or NULL. Texts are
/// owned by `past`, the series by *out.
const char *bench_past_result(bench_past *past, const json_node *json, bench_result *out);

#endif
