/* Why this file exists: makes the whole folder of a report: results, table, figures and the page. */
#include <stdlib.h>

#include "base/error.h"
#include "base/file.h"
#include "page.h"
#include "read/keep.h"
#include "read/results.h"
#include "support/html.h"

xpbd_status report_make(const report_run *run, const char *source, const char *title, const char *where,
                        report_figures *figures, bool *usable) {
  char *figure_folder = report_join(where, "figures"), *results = report_join(where, "results.json");
  xpbd_status status = figure_folder && results ? XPBD_OK : XPBD_ERR_OUT_OF_MEMORY;
  if (status == XPBD_OK && !report_same_file(source, results)) status = report_keep(run->xb, results);
  if (status == XPBD_OK) status = html_keep(where, HTML_OF_RUN);
  if (status == XPBD_OK) status = xpbd_folder_create(where);
  *usable = status == XPBD_OK;
  if (status == XPBD_OK) status = report_write_results(run, source, where);
  if (status == XPBD_OK) status = report_figures_make(run, figure_folder, figures);
  if (status == XPBD_OK) status = report_page_write(&(report_page){run, figures, title, source}, where);
  free(figure_folder);
  free(results);
  return status;
}
