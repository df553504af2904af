/* Why this file exists: what every report begins with. Results whose numbers cannot all be true are refused, because no
 * figure and no table should show them. */
#include <stdio.h>

#include "base/error.h"
#include "relations.h"

/// The first contradiction of a file.
typedef struct first_wrong {
  int row, count;
  char text[256];
} first_wrong;

static void take_first(void *context, int row, const char *text) {
  first_wrong *first = context;
  if (first->count++ > 0) return;
  first->row = row;
  snprintf(first->text, sizeof first->text, "%s", text);
}

/// Refuse a file whose numbers cannot all be true.
static xpbd_status refuse_impossible(const char *path, const report_run *run) {
  first_wrong first = {.count = 0};
  char where[192] = "the run", more[96] = "";
  const bool changed = run->seal.state == FILE_SEAL_BROKEN;
  report_relations(run, false, take_first, &first);
  if (first.count == 0) return XPBD_OK;
  if (first.row >= 0) snprintf(where, sizeof where, "row %d, %.160s", first.row + 1, run->points[first.row].name);
  if (first.count > 1)
    snprintf(more, sizeof more, " (%d more; xpbd-report audit names a line for each row)", first.count - 1);
  return xpbd_fail(XPBD_ERR_BAD_FILE, "%s: %s: cannot be true: %s%s%s", path, where, first.text,
                   changed ? "; the file was CHANGED after it was sealed" : "", more);
}

xpbd_status report_load(const char *path, report_run *out) {
  XPBD_TRY(report_load_any(path, true, out));
  const xpbd_status status = refuse_impossible(path, out);
  if (status != XPBD_OK) report_free(out);
  return status;
}
