/* Why this file exists: methods that move vertices instead of projecting constraints need vertices in independent
 * groups. Private to the library. */
#pragma once

#include "xpbd/schedule.h"

/// Groups vertices so that no two of a group are neighbours, by first fit in their order. Vertex i has the neighbours
/// neighbour[first[i]] .. neighbour[first[i + 1] - 1], with itself or twice if that is convenient. A vertex of inverse
/// mass 0 does not move: it is in the first group and separates no others. More than XPBD_MAX_GROUPS: the rest is the
/// overflow group. Free `out` with xpbd_schedule_destroy(). XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_schedule_vertices(int32_t n, const int64_t *first, const int32_t *neighbour,
                                   const double *inverse_masses, xpbd_schedule *out);
