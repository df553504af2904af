/* Why this file exists: formulas get bare arrays. This places them between guards that change from call to call.
 * Reading outside an array changes the result, and writing outside changes the guards. Private to the project. */
#ifndef XPBD_BOUNDS_H
#define XPBD_BOUNDS_H

#include <stdbool.h>

#include "formula/table.h"

/// A violation.
typedef struct xpbd_bounds {
  char text[128]; ///< A sentence without a full stop, e.g. "it writes to g[2], but the entry announces 2 particles".
  int particle;   ///< Which index of x or g it used. -1 = of another array, or unknown.
} xpbd_bounds;

/// Whether the value and gradient in one precision (32, 64, 128: xpbd_scalar of the formula) access anything outside
/// the arrays: x [arity], rest [rest_count], material [material_count], gradients [arity].
bool xpbd_bounds_broken(const xpbd_formula *formula, int scalar, const xpbd_vec3_f64 *x, const double *rest,
                        const double *material, xpbd_bounds *out);
/// Whether XPBD_REST writes outside its array for the row of an element x [arity]. *unset = the first value that it
/// does not set, -1 = none.
bool xpbd_bounds_rest_broken(const xpbd_formula *formula, const xpbd_vec3_f64 *x, int row, int *unset,
                             xpbd_bounds *out);

#endif
