/* Why this file exists: before an ear is cut off, a grid finds the corners near it, and exact signs say whether one lies
 * inside. The work is counted, so that every polygon ends. */
#ifndef XPBD_POLYGON_SEARCH_H
#define XPBD_POLYGON_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

/* A corner of what is left of the polygon, in the plane. */
typedef struct polygon_corner {
  double x, y;
  int32_t vertex;
  int32_t previous, next;
  bool alive, queued;
  bool blocks; /* turns to the right or not at all: only such a corner can lie in a triangle */
} corner;

typedef struct polygon {
  corner *ring;
  int32_t count, left; /* corners at first, and now */
  int32_t blocking;    /* how many block */
  int32_t *queue;      /* [count] used round about */
  int32_t queue_begin, queue_length;
  int32_t side;    /* cells of the grid along a side, 0 = none */
  int32_t gridded; /* corners when it was made */
  double low[2], cells[2];
  int32_t *cell_start, *cell_corners;
  int64_t work; /* corners that were looked at */
  int32_t *triangles, triangle_count;
} polygon;

/* How readily a corner is cut off; each level only when the one before finds nothing. */
typedef enum level {
  EAR,     /* nothing else touches its triangle */
  TOUCHED, /* corners on its two sides do not matter */
  IN_LINE, /* with its neighbours */
  CROSSED, /* turns to the left; what lies in it does not matter */
  ANY_CORNER
} level;

/// > 0 when the way from a over b to c turns to the left, 0 when they are in a line; without error.
double xpbd_polygon_turn(const corner *a, const corner *b, const corner *c);
/// A grid over the corners that are left, about one corner in a cell.
void xpbd_polygon_make_grid(polygon *p);
/// The column (axis 0) or row (axis 1) of a coordinate.
int32_t xpbd_polygon_cell_along(const polygon *p, int axis, double value);
/// The cell of a corner.
int32_t xpbd_polygon_cell_of(const polygon *p, const corner *c);
/// Whether q keeps the triangle (a, b, c) from being cut off. Another corner at the place of one of its own does not: the edges
/// that leave it would have to cross a side, or end in a corner inside.
bool xpbd_polygon_holds(const corner *a, const corner *b, const corner *c, const corner *q, level how);
/// Cells of a row that the triangle meets, *first .. *last; more than those by what rounding may do.
void xpbd_polygon_row_span(const polygon *p, const corner *const corners[3], int32_t row, int32_t *first,
                           int32_t *last);
/// Whether no corner that is left holds the triangle: by the cells that it meets, or by all corners where that is less.
bool xpbd_polygon_is_free(polygon *p, const corner *a, const corner *b, const corner *c, level how);
/// The level to go on with. What takes more work than any polygon that does not cross itself is cut up as it comes.
level xpbd_polygon_harder(const polygon *p, level how, bool any, int64_t limit);

#endif
