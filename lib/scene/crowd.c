/* Why this file exists: refuses particles that crowd. Contact looks at the particles in the cells around each one, so
 * its time grows with the square of those in one cell. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/crowd.h"

typedef struct cell {
  double at[3];
} cell;

/* What is searched: n positions relative to an origin, in cells of a size. */
typedef struct points {
  int64_t n;
  const double *positions, *origin;
  double size;
} points;

/* As in solver/contact.inl, everything beyond 10^9 cells shares the last one. */
static cell cell_of(const points *all, int64_t i) {
  cell c;
  for (int k = 0; k < 3; k++) {
    const double at = floor((all->positions[3 * i + k] - all->origin[k]) / all->size);
    c.at[k] = fmax(fmin(at, 1e9), -1e9) + 0.0; /* no -0, because bits are hashed */
  }
  return c;
}

static uint64_t bucket_of(cell c, int bits) {
  uint64_t hash = 0, part;
  for (int k = 0; k < 3; k++) {
    memcpy(&part, &c.at[k], sizeof part);
    hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return hash >> (64 - bits);
}

static int by_place(const void *a, const void *b) {
  const cell *p = a, *q = b;
  int order = 0;
  for (int k = 0; k < 3 && order == 0; k++) order = (p->at[k] > q->at[k]) - (p->at[k] < q->at[k]);
  return order;
}

/* The most particles in a bucket, which is at least the most in a cell. -1: no memory. */
static int64_t fullest_bucket(const points *all) {
  int bits = 1;
  int64_t most = 0;
  while ((int64_t)1 << bits < 2 * all->n) bits++;
  int32_t *count = calloc((size_t)1 << bits, sizeof *count);
  if (!count) return -1;
  for (int64_t i = 0; i < all->n; i++) {
    const int32_t here = ++count[bucket_of(cell_of(all, i), bits)];
    if (here > most) most = here;
  }
  free(count);
  return most;
}

/* The most particles in a cell, and where that is. -1: no memory. */
static int64_t fullest_cell(const points *all, cell *where) {
  int64_t most = 0;
  cell *cells = malloc((size_t)all->n * sizeof *cells);
  if (!cells) return -1;
  for (int64_t i = 0; i < all->n; i++) cells[i] = cell_of(all, i);
  qsort(cells, (size_t)all->n, sizeof *cells, by_place);
  for (int64_t first = 0, i = 0; i < all->n; i++) {
    if (by_place(&cells[first], &cells[i]) != 0) first = i;
    if (i + 1 - first > most) most = i + 1 - first, *where = cells[i];
  }
  free(cells);
  return most;
}

xpbd_status xpbd_scene_check_crowd(int64_t n, const double *positions, const double origin[3], double radius) {
  enum { MOST = 1024 };
  const points all = {n, positions, origin, 3.0 * radius};
  cell where = {{0.0, 0.0, 0.0}};
  if (!(radius > 0.0)) return XPBD_OK;
  int64_t most = fullest_bucket(&all);
  if (most > MOST) most = fullest_cell(&all, &where);
  XPBD_REQUIRE(most >= 0, XPBD_ERR_OUT_OF_MEMORY, "no memory for the cells of %lld particles", (long long)n);
  for (int k = 0; k < 3; k++) where.at[k] = origin[k] + all.size * where.at[k];
  XPBD_REQUIRE(most <= MOST, XPBD_ERR_INVALID_ARGUMENT,
               "contact: %lld particles are in one cell of %g m at (%g, %g, %g), more than %d; "
               "move them apart, or choose another contact radius than %g m",
               (long long)most, all.size, where.at[0], where.at[1], where.at[2], MOST, radius);
  return XPBD_OK;
}
