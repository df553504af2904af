/* Why this file exists: the solves with a lower triangular factor, for three right-hand sides side by side. Private to
 * lib/projective. */
#pragma once

#include <stdint.h>

/// A lower triangular matrix of `size` columns. Column j has the entries first[j] .. first[j] + count[j] - 1, in
/// ascending rows from the diagonal on.
typedef struct xpbd_lower {
  int32_t size;
  const int *first, *count, *row;
  const double *value;
} xpbd_lower;

/// Solves L L^T y = x for three right-hand sides, in place. x is [size, 4], aligned to 32 bytes; the fourth numbers are
/// 0. The operations and their order are those of CHOLMOD's own solve, so the result is bit-identical with it.
void xpbd_lower_solve(const xpbd_lower *lower, double *x);
