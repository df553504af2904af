/* Why this file exists: formulas get bare arrays. This places each of them between guard pages, so that an access
 * outside an array, or a write into an input, is found where it happens. Private to the project. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "formula/table.h"

/// A violation.
typedef struct xpbd_bounds {
  char text[128]; ///< A sentence without a full stop, e.g. "it writes to g[2], but the entry announces 2 particles".
  int particle;   ///< Which index of x or g it used. -1 = of another array, or unknown.
} xpbd_bounds;

/// Whether the value and gradient in one precision (32, 64, 128: xpbd_scalar of the formula) access anything up to 16
/// MiB outside the arrays, or write into an input: x [arity], rest [rest_count], material [material_count], gradients
/// [arity]. True with a text as well if there is no memory for them.
bool xpbd_bounds_broken(const xpbd_formula *formula, int scalar, const xpbd_vec3_f64 *x, const double *rest,
                        const double *material, xpbd_bounds *out);
/// The same for XPBD_REST and the row of an element x [arity]. *unset = the first value that it does not set, -1 =
/// none.
bool xpbd_bounds_rest_broken(const xpbd_formula *formula, const xpbd_vec3_f64 *x, int row, int *unset,
                             xpbd_bounds *out);

/// Makes a copy of a formula whose every call has such arrays, for the rest of the process. `mark` returns
/// a hash of memory that a call must not change. `broken` gets the first violation and must not return. Handles SIGSEGV
/// and SIGBUS from here on. One formula at a time.
void xpbd_bounds_guard(const xpbd_formula *formula, uint64_t (*mark)(void), void (*broken)(const xpbd_bounds *bounds),
                       xpbd_formula *out);
