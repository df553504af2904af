/* Why this file exists: fuzzes the inputs of xpbd-report and the papers' tables: results of xpbd-bench and of Google
 * Benchmark, tables of text, archives. Accepted ones become a page. Figures are gnuplot's work and left out. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accept/archive.h"
#include "page/brief.h"
#include "compare/compare.h"
#include "figure/figure.h"
#include "merge/merge.h"
#include "page/page.h"
#include "papers/papers.h"
#include "read/results.h"
#include "read/run.h"

/// A table of the papers, with tabs or commas.
bool fuzz_sheet(const uint8_t *data, size_t size) {
  report_sheet sheet = {0};
  const char separator = size > 0 && memchr(data, '\t', size) ? '\t' : ',';
  const bool taken = report_sheet_read(fuzz_file("table.csv", data, size), separator, &sheet) == XPBD_OK;
  size_t letters = 0;
  for (int r = 0; taken && r <= sheet.row_count; r++)
    for (int c = 0; c < sheet.column_count; c++) letters += strlen(sheet.cells[r * sheet.column_count + c]);
  report_sheet_free(&sheet);
  return taken && letters > 0;
}

bool fuzz_report(const uint8_t *data, size_t size) {
  static char word[] = "brief";
  report_run run;
  char path[512];
  snprintf(path, sizeof path, "%s", fuzz_file("results.json", data, size));
  if (report_load(path, &run) != XPBD_OK) return false;
  const report_figures figures = {0};
  const report_page page = {&run, &figures, "fuzzing", "results.json"};
  fuzz_file("index.html", "", 0); /* removed at the end, like the next */
  fuzz_file("results.tsv", "", 0);
  const bool taken =
      report_write_results(&run, path, fuzz_folder()) == XPBD_OK && report_page_write(&page, fuzz_folder()) == XPBD_OK;
  report_free(&run);
  char *words[] = {word, path, NULL};
  report_brief_main(2, words);
  return taken;
}

bool fuzz_archive(const uint8_t *data, size_t size) {
  static archive from;
  if (archive_parse("fuzzing", fuzz_text(data, size), size, &from) != XPBD_OK) return false;
  unsigned sum = 0; /* every byte that a caller could read */
  for (int i = 0; i < from.count; i++)
    for (size_t k = 0; k < from.members[i].size; k++) sum += (unsigned char)from.members[i].bytes[k];
  const bool taken = from.count > 0 && archive_find(&from, from.members[0].name) && sum > 0;
  archive_free(&from);
  return taken;
}

/// Two files in the bytes, or one and a copy that differs in a space at its end.
static void two_files(const uint8_t *data, size_t size, char paths[2][512]) {
  size_t second = 0, length;
  const size_t first = fuzz_first(data, size, &second);
  snprintf(paths[0], sizeof paths[0], "%s", fuzz_file("a.json", data, first));
  char *copy = second < size ? fuzz_text(data + second, size - second) : fuzz_text(data, size);
  length = second < size ? size - second : size;
  if (second >= size) copy[length++] = ' ';
  snprintf(paths[1], sizeof paths[1], "%s", fuzz_file("b.json", copy, length));
  free(copy);
}

bool fuzz_compare(const uint8_t *data, size_t size) {
  static char word[] = "compare";
  char paths[2][512];
  two_files(data, size, paths);
  char *words[] = {word, paths[0], paths[1], NULL};
  return compare_main(3, words) == 0;
}

bool fuzz_merge(const uint8_t *data, size_t size) {
  static char word[] = "merge", out[] = "--out";
  char paths[3][512];
  two_files(data, size, paths);
  snprintf(paths[2], sizeof paths[2], "%s", fuzz_file("out.json", "", 0)); // removed at the end
  unlink(paths[2]);                                                        // no existing file may be replaced
  char *words[] = {word, paths[0], paths[1], out, paths[2], NULL};
  const int code = report_merge_main(5, words);
  return code == 0 || code == 2;
}
