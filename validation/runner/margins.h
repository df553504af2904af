/* Why this file exists: how near all comparisons came to their limits, at one sight. Private to the runner. */
#ifndef XPBD_MARGINS_H
#define XPBD_MARGINS_H

#include <stdio.h>

#include "log.h"

/// A figure of a page, SVG: a line for each group, a stroke for each comparison at its share of the limit, on a
/// logarithmic axis; nothing where no comparison has a limit.
void check_write_margins(FILE *page, const check_log *log);

#endif
