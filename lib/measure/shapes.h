/* Why this file exists: the elements and materials on which a formula from anywhere is tried and measured. Private to the
 * library. */
#ifndef XPBD_SHAPES_H
#define XPBD_SHAPES_H

#include <stdbool.h>

#include "formula/table.h"

enum { XPBD_SHAPES = 24 };

/// One element with its material.
typedef struct xpbd_shape {
  xpbd_vec3_f64 start[XPBD_MAX_ARITY], x[XPBD_MAX_ARITY]; ///< [m] at rest, and deformed by a seventh of its size.
  double rest[XPBD_MAX_REST], material[XPBD_MAX_MATERIAL];
  int row;
  int number; ///< Of the material that is not its standard value; -1 = none, or all of them.
} xpbd_shape;

/// Materials on which a formula is tried: 0 the standard one, then each number by itself smaller and larger, at last all of
/// them drawn anew for each element.
int xpbd_shape_materials(const xpbd_formula *formula);
/// Element k, 0 <= k < XPBD_SHAPES, of a size from 0.5 to 2, with one of these materials: the same on every machine. False
/// when the material is no other than the standard one, or is against the rule of the formula. The rest shape is not set.
bool xpbd_shape_make(const xpbd_formula *formula, int material, int k, xpbd_shape *out);

#endif
