/* Why this file exists: a matrix of Newton's method on fewer and fewer vertices. Errors that are smooth along a large
 * mesh are short on a coarse level, where they cost little. xpbd/implicit.h says how levels are made. Private to the
 * library. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/scene.h"

/// A sparse matrix: row i has the entries first[i] .. first[i + 1] - 1, ascending by column.
typedef struct xpbd_sparse {
  int32_t rows;
  int64_t *first;
  int32_t *column;
  double *value; /* one number an entry, or [3, 3]; NULL = pattern alone */
} xpbd_sparse;

typedef struct xpbd_level {
  int32_t n;                /* vertices */
  xpbd_sparse matrix;       /* [n, n] of 3 x 3 blocks */
  double *inverse;          /* [n, 3, 3] of its diagonal */
  xpbd_sparse up, down;     /* weights of the next level's vertices, and transposed; without rows on the last level */
  int64_t *place;           /* [n] for a row of the matrix while it is filled */
  double *x, *right, *rest; /* [n, 3] */
} xpbd_level;

enum { XPBD_MOST_LEVELS = 30 };

typedef struct xpbd_hierarchy {
  int count;
  xpbd_level level[XPBD_MOST_LEVELS];
} xpbd_hierarchy;

/// Fills a zeroed structure with at most `most` levels, without values. row[i] = 3 times the row of particle i in the
/// finest matrix of `n` rows, ascending, -1 = none. Destroy even after a failure. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_hierarchy_create(xpbd_hierarchy *h, const xpbd_scene *scene, const int32_t *row, int32_t n, int most);
void xpbd_hierarchy_destroy(xpbd_hierarchy *h);
int64_t xpbd_hierarchy_bytes(const xpbd_hierarchy *h);
/// The block [3, 3] of the finest matrix at this row and column, which are two vertices of an element.
double *xpbd_hierarchy_block(xpbd_hierarchy *h, int32_t row, int32_t column);
/// Computes the coarse matrices and all inverses from the finest matrix. False if a block of a diagonal is not positive
/// definite in double.
bool xpbd_hierarchy_update(xpbd_hierarchy *h);
