/* Why this file exists: a row of seq says which part of a frame takes how much of its time (`phases` in
 * benches/harness/FORMAT.md). Pages and comparisons show it in the same words. */
#pragma once

#include "run.h"

/// The parts of a frame and their shares, "projections 72 %, motion 28 %", the largest first. "" = unknown. Returns `out`.
const char *report_parts(const report_point *point, char *out, size_t capacity);
