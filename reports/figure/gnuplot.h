/* Why this file exists: figures are drawn by gnuplot, which may be missing. Its output goes through a pipe, so a
 * picture is complete in memory before any file of that name is touched. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/status.h"

/// Whether there is a gnuplot in the PATH. If it cannot start for another reason, it says so when it draws.
bool report_gnuplot_is_there(void);

/// Run a script of `folder` in that folder with the variable `form` set ("svg", "png", "narrow"). The caller frees the
/// picture in `*out`. XPBD_ERR_UNAVAILABLE has gnuplot's first complaint. XPBD_ERR_NOT_BUILT: there is no gnuplot.
xpbd_status report_gnuplot_draw(const char *folder, const char *script, const char *form, char **out, size_t *size);
