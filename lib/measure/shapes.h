/* Why this file exists: the elements and materials on which any formula is tried and measured. Private to the
 * library. */
#pragma once

#include <stdbool.h>

#include "formula/table.h"

enum { XPBD_SHAPES = 24, XPBD_FAR_SHAPES = 16 };

/// One element with its material.
typedef struct xpbd_shape {
  xpbd_vec3_f64 start[XPBD_MAX_ARITY], x[XPBD_MAX_ARITY]; ///< [m] at rest, and deformed.
  double rest[XPBD_MAX_REST], material[XPBD_MAX_MATERIAL];
  double fields[XPBD_MAX_REST]; ///< Values of the fields, at their places in the rest shape.
  int row;
  int number;     ///< The material parameter that is not its default. -1 = none, or all of them.
  double stretch; ///< Of x0 x1 if the element is far from rest. 0 = it is near.
} xpbd_shape;

/// Materials for trying a formula: 0 is the default. Then each parameter alone is smaller and larger, then at the ends
/// of its range and in between. In the last, all are random for each element.
int xpbd_shape_materials(const xpbd_formula *formula);
/// Whether it has a parameter at an end of its range, or halfway there.
bool xpbd_shape_material_is_ranged(const xpbd_formula *formula, int material);
/// Element k with one of these materials, the same on every machine. 0 <= k < XPBD_SHAPES: deformed by a seventh of its
/// size, which is 0.5 to 2. XPBD_FAR_SHAPES more are far from rest: scaled by 0.05 to 8 in all directions or along x0
/// x1, or with the last particle on the other side. Every second element has usual values of its fields instead of the
/// standards. False if the material equals the default, or violates the rule of
/// the formula. The rest shape is not set.
bool xpbd_shape_make(const xpbd_formula *formula, int material, int k, xpbd_shape *out);

/// The longest edge of an element x [arity].
double xpbd_shape_longest(int arity, const xpbd_vec3_f64 *x);
/// Moves every corner by up to `amplitude` times the smallest height, then scales the element about its first corner.
/// Advances *seed.
void xpbd_shape_disturb(int arity, double amplitude, double scale, uint64_t *seed, xpbd_vec3_f64 *x);
