/* Why this file exists: a mesh without pins of its own hangs from its highest vertices. A level one has none, so scenes and
 * benchmarks hold it by two corners. Private to the project. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Whether positions [count, 3] have one height, up to what float leaves of a turned plane. Then corners[2] are those
/// nearest to the corners of their extents at the lowest z.
bool xpbd_level_corners(const double *positions, int32_t count, int32_t corners[2]);
