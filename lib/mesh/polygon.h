/* Why this file exists: a polygon of any number of corners becomes triangles. Private to lib/mesh. */
#ifndef XPBD_MESH_POLYGON_H
#define XPBD_MESH_POLYGON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "xpbd/status.h"

/// Memory that is used again for every polygon. Begins zeroed.
typedef struct xpbd_polygon_splitter {
  size_t capacity;             ///< Corners there is room for.
  struct polygon_corner *ring; ///< [capacity]
  int32_t *queue;              ///< [capacity]
  int32_t *cell_start;         ///< [capacity + 1]
  int32_t *cell_corners;       ///< [capacity]
} xpbd_polygon_splitter;

/// Split a polygon of `count` >= 3 corners, which are vertices in positions [., 3]; neighbours differ, others may be the
/// same vertex (holes are tied to the rim by a doubled edge). triangles [count - 2, 3] receives places in `corners`,
/// turned as the polygon is; *triangle_count how many. In the plane the polygon fits best, the triangles cover it without
/// overlap and none is without area, unless it crosses itself, which *crosses says (not that it goes around twice).
/// Doubled edges that lead nowhere are left out. A quad that is convex is split from its first to its third corner.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_polygon_split(xpbd_polygon_splitter *splitter, const double *positions, const int32_t *corners,
                               int32_t count, int32_t *triangles, int32_t *triangle_count, bool *crosses);

void xpbd_polygon_splitter_destroy(xpbd_polygon_splitter *splitter);

#endif
