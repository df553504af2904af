/* Why this file exists: the outputs of a run: a closing table on the terminal, JSON, a page, findings. Private to the
 * runner. */
#pragma once

#include <stdio.h>

#include "log.h"

/// Prints words in lines that are indented and at most `width` long, broken at blanks. The first line begins at the
/// cursor, at `indent`.
void check_print_wrapped(const char *text, int indent, int width);

/// Prints, for each group, the comparison that used most of its limit and the reason for the limit. Then prints how
/// many checks passed, and why some were skipped.
void check_summary_print(const check_log *log);

/// Writes everything as JSON, see validation/FORMAT.md. The caller checks the stream for errors.
void check_write_json(FILE *stream, const check_log *log);

/// Writes one page without other files. The caller checks the stream for errors.
void check_write_page(FILE *stream, const check_log *log);

/// Writes the findings of a run as a page of Markdown, with their figures as SVG in `folder`, which is created. `name`
/// is the folder as the page links it. Returns how many; -1 if a figure cannot be written, with the reason in
/// xpbd_last_error(). The caller checks the stream for errors.
int check_write_findings(FILE *stream, const check_log *log, const char *folder, const char *name);
