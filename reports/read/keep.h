/* Why this file exists: results cannot be measured twice, so they may be overwritten only by results of the same
 * run. */
#pragma once

#include "run.h"

/// Whether results of `xb` (member "xb" of their file) may replace the file at `path`: if nothing is there, if it is no
/// regular file, or if it has results of the same run. For joined runs, `xb` must have all its parts. XPBD_ERR_BAD_FILE
/// says in one line what else is there.
xpbd_status report_keep(const json_t *xb, const char *path);

/// Whether both names are the same existing file.
bool report_same_file(const char *a, const char *b);
