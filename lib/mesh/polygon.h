/* Why this file exists: splits polygons with any number of corners into triangles. Private to lib/mesh. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "xpbd/status.h"

/// Memory reused for all polygons. Begins zeroed.
typedef struct xpbd_polygon_splitter {
  size_t capacity;             ///< Corners that fit.
  struct polygon_corner *ring; ///< [capacity]
  int32_t *queue;              ///< [capacity]
  int32_t *cell_start;         ///< [capacity + 1]
  int32_t *cell_corners;       ///< [capacity]
} xpbd_polygon_splitter;

/// Splits a polygon of `count` >= 3 corners, which are vertices in positions [., 3]. Neighbours differ. Other corners
/// may be the same vertex (holes are connected to the rim by a doubled edge). triangles [count - 2, 3] receives indices
/// into `corners`, oriented like the polygon, and *triangle_count their number. In the plane that fits the polygon
/// best, the triangles cover it without overlap and all have an area, unless it crosses itself. *crosses tells whether
/// it does, but not whether it goes around twice. Doubled edges that lead nowhere are left out. A convex quad is split
/// from its first to its third corner. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_polygon_split(xpbd_polygon_splitter *splitter, const double *positions, const int32_t *corners,
                               int32_t count, int32_t *triangles, int32_t *triangle_count, bool *crosses);

void xpbd_polygon_splitter_destroy(xpbd_polygon_splitter *splitter);
