/* Why this file exists: the forms in which a run is told: a closing table on the terminal, JSON, a page, findings. Private to the
 * runner. */
#ifndef XPBD_OUTPUTS_H
#define XPBD_OUTPUTS_H

#include <stdio.h>

#include "log.h"

/// Print words below each other, each line indented and at most `width` long, broken at blanks; the first line
/// stands where the cursor is, at `indent`.
void check_print_wrapped(const char *text, int indent, int width);

/// On standard output: for each group the comparison that used most of its limit and why the limit is there, then
/// how many checks passed, and why some were skipped.
void check_summary_print(const check_log *log);

/// Everything as JSON, see validation/FORMAT.md. Errors of the stream are the caller's to look for.
void check_write_json(FILE *stream, const check_log *log);

/// One page that needs nothing else. Errors of the stream are the caller's to look for.
void check_write_page(FILE *stream, const check_log *log);

/// The findings of a run as a page of Markdown, their figures as SVG in `folder`, which is made; `name` is how the page
/// calls it. Returns how many; -1 when a figure cannot be written: xpbd_last_error() says why. Errors of the stream
/// are the caller's to look for.
int check_write_findings(FILE *stream, const check_log *log, const char *folder, const char *name);

#endif
