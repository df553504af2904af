/* Why this file exists: figures are drawn by gnuplot, a program that may be missing. It is run with its output on a pipe, so
 * that a picture is in memory, whole, before any file of that name is touched. */
#ifndef REPORT_GNUPLOT_H
#define REPORT_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/status.h"

/// Whether there is a gnuplot in the PATH; one that cannot start for want of something else says so when it draws.
bool report_gnuplot_is_there(void);

/// Run a script of `folder` in that folder with the variable `form` set ("svg", "png", "narrow"). The picture is in `*out`,
/// to be freed. XPBD_ERR_UNAVAILABLE holds gnuplot's first complaint, XPBD_ERR_NOT_BUILT is that there is none.
xpbd_status report_gnuplot_draw(const char *folder, const char *script, const char *form, char **out, size_t *size);

#endif
