/* Why this file exists: shows at a glance how close all comparisons came to their limits. Private to the runner. */
#pragma once

#include <stdio.h>

#include "log.h"

/// An SVG figure for a page: a line for each group, with a stroke for each comparison at its share of the limit, on a
/// logarithmic axis. Nothing if no comparison has a limit.
void check_write_margins(FILE *page, const check_log *log);
