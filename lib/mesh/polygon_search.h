/* Why this file exists: before an ear is cut off, a grid finds the corners near it, and exact signs tell whether one
 * lies inside. The work is counted, so that every polygon ends. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A corner of the remaining polygon, in the plane. */
typedef struct polygon_corner {
  double x, y;
  int32_t vertex;
  int32_t previous, next;
  bool alive, queued;
  bool blocks; /* not convex: only such a corner can lie in a triangle */
} corner;

typedef struct polygon {
  corner *ring;
  int32_t count, left; /* corners at first, and now */
  int32_t blocking;    /* corners that block */
  int32_t *queue;      /* [count] used as a ring buffer */
  int32_t queue_begin, queue_length;
  int32_t side;    /* cells of the grid along a side, 0 = no grid */
  int32_t gridded; /* corners when it was made */
  double low[2], cells[2];
  int32_t *cell_start, *cell_corners;
  int64_t work; /* corners examined */
  int32_t *triangles, triangle_count;
} polygon;

/* How strict the test of an ear is. Each level is used only if the one before finds nothing. */
typedef enum level {
  EAR,     /* nothing else touches its triangle */
  TOUCHED, /* corners on its two sides are ignored */
  IN_LINE, /* collinear with its neighbours */
  CROSSED, /* convex; corners inside are ignored */
  ANY_CORNER
} level;

/// > 0 if the path from a over b to c turns to the left, 0 if they are collinear. Exact.
double xpbd_polygon_turn(const corner *a, const corner *b, const corner *c);
/// Makes a grid over the remaining corners, with about one corner per cell.
void xpbd_polygon_make_grid(polygon *p);
/// The column (axis 0) or row (axis 1) of a coordinate.
int32_t xpbd_polygon_cell_along(const polygon *p, int axis, double value);
/// The cell of a corner.
int32_t xpbd_polygon_cell_of(const polygon *p, const corner *c);
/// Whether q keeps the triangle (a, b, c) from being cut off. A corner that coincides with one of these does not: its
/// edges would have to cross a side or end in a corner inside.
bool xpbd_polygon_holds(const corner *a, const corner *b, const corner *c, const corner *q, level how);
/// Cells of a row that the triangle meets, *first .. *last, extended by possible rounding.
void xpbd_polygon_row_span(const polygon *p, const corner *const corners[3], int32_t row, int32_t *first,
                           int32_t *last);
/// Whether no remaining corner blocks the triangle. Searches its cells, or all corners if they are fewer.
bool xpbd_polygon_is_free(polygon *p, const corner *a, const corner *b, const corner *c, level how);
/// The next level. If a polygon takes more work than any that does not cross itself, it is cut up arbitrarily.
level xpbd_polygon_harder(const polygon *p, level how, bool any, int64_t limit);
