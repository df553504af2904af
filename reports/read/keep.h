/* Why this file exists: results cannot be measured twice: what is written over results must be of the same run. */
#ifndef REPORT_KEEP_H
#define REPORT_KEEP_H

#include "run.h"

/// Whether results of `xb` (member "xb" of their file) may take the place of what is at `path`: nothing is there, no regular
/// file, or results of the same run, of joined ones with no part that `xb` does not have. XPBD_ERR_BAD_FILE says in one line
/// what else is there.
xpbd_status report_keep(const json_t *xb, const char *path);

/// Whether both names are the same existing file.
bool report_same_file(const char *a, const char *b);

#endif
