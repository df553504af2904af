/* Why this file exists: a formula gets bare arrays. Here its own lie between guards that change from call to call: what it
 * reads beside its arrays changes its result, what it writes there changes the guards. Private to the project. */
#ifndef XPBD_BOUNDS_H
#define XPBD_BOUNDS_H

#include <stdbool.h>

#include "formula/table.h"

/// What was found.
typedef struct xpbd_bounds {
  char text[128]; ///< A sentence without a full stop, e.g. "it writes to g[2], but the entry announces 2 particles".
  int particle;   ///< Which index of x or g it used; -1 = of another array, or unknown.
} xpbd_bounds;

/// Whether one reading (32, 64, 128: xpbd_scalar of the formula) of the value and its gradient leaves its arrays: x [arity],
/// rest [rest_count], material [material_count], gradients [arity].
bool xpbd_bounds_broken(const xpbd_formula *formula, int scalar, const xpbd_vec3_f64 *x, const double *rest,
                        const double *material, xpbd_bounds *out);
/// Whether XPBD_REST writes beside its numbers, for the row of an element x [arity]; *unset = the first of its own that it
/// leaves alone, -1 = none.
bool xpbd_bounds_rest_broken(const xpbd_formula *formula, const xpbd_vec3_f64 *x, int row, int *unset,
                             xpbd_bounds *out);

#endif
