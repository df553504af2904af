/* Why this file exists: the elements and materials on which a formula from anywhere is tried and measured. Private to the
 * library. */
#ifndef XPBD_SHAPES_H
#define XPBD_SHAPES_H

#include <stdbool.h>

#include "formula/table.h"

enum { XPBD_SHAPES = 24, XPBD_FAR_SHAPES = 16 };

/// One element with its material.
typedef struct xpbd_shape {
  xpbd_vec3_f64 start[XPBD_MAX_ARITY], x[XPBD_MAX_ARITY]; ///< [m] at rest, and deformed.
  double rest[XPBD_MAX_REST], material[XPBD_MAX_MATERIAL];
  int row;
  int number;     ///< Of the material that is not its standard value; -1 = none, or all of them.
  double stretch; ///< Of x0 x1 where the element is far from rest; 0 = it is near.
} xpbd_shape;

/// Materials on which a formula is tried: 0 the standard one, then each number by itself smaller and larger, then at the
/// ends of its range and between, at last all of them drawn anew for each element.
int xpbd_shape_materials(const xpbd_formula *formula);
/// Whether it has a number at an end of its range, or halfway there.
bool xpbd_shape_material_is_ranged(const xpbd_formula *formula, int material);
/// Element k with one of these materials: the same on every machine. 0 <= k < XPBD_SHAPES: deformed by a seventh of its
/// size, which is from 0.5 to 2. XPBD_FAR_SHAPES more are far from that: of 0.05 to 8 times the size, in all directions or
/// along x0 x1, or with the last particle on the other side. False when the material is no other than the standard one, or
/// is against the rule of the formula. The rest shape is not set.
bool xpbd_shape_make(const xpbd_formula *formula, int material, int k, xpbd_shape *out);

#endif
