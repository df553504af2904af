/* Why this file exists: the page answers the question first and then lets a reader check the answer, section by section; each
 * section is a function here. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "figure.h"
#include "run.h"

typedef struct report_page {
  const report_run *run;
  const report_figures *figures;
  const char *title;
  const char *source; ///< Name of the JSON, for the command line at the end.
} report_page;

/// Write index.html into a folder; complete or not at all.
xpbd_status report_page_write(const report_page *page, const char *folder);

/// One figure with its caption; `number` counts all figures of the page from 1.
void report_put_figure(const report_figure *figure, int number, FILE *out);

/// Sections. `out` is the page. A failure is of memory.
xpbd_status report_put_answer(const report_page *page, FILE *out);
void report_put_validity(const report_page *page, FILE *out);
void report_put_noise(const report_page *page, FILE *out);
void report_put_environment(const report_page *page, FILE *out);
/// The table of preservation with its figures, for each scene; nothing when no point has a history.
void report_put_preservation(const report_page *page, FILE *out);
/// FPS of every scene by method and backend; nothing for a benchmark without scenes or with one column only.
void report_put_grid(const report_run *run, const char *benchmark, FILE *out);
void report_put_results(const report_page *page, FILE *out);

#endif
