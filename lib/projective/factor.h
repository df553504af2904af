/* Why this file exists: the only interface to CHOLMOD: a symmetric positive definite matrix, factored once or again with
 * other values, and solved many times for three right-hand sides (x, y, z). Private to the library. */
#pragma once

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

#include "xpbd/status.h"

typedef struct xpbd_factor xpbd_factor;

/// One addend of the matrix, row >= column (lower triangle). Addends of one entry are summed in the order listed.
typedef struct xpbd_factor_entry {
  int32_t row, column;
  double value;
} xpbd_factor_entry;

/// XPBD_OK, or XPBD_ERR_NOT_BUILT without CHOLMOD.
xpbd_status xpbd_factor_built(void);
/// The probe of engines that need it: the same, and names their device, one thread.
xpbd_status xpbd_factor_probe(char *device, size_t capacity);
/// Factors the `size` x `size` matrix, size >= 1. XPBD_ERR_NOT_BUILT without CHOLMOD. XPBD_ERR_OUT_OF_MEMORY.
/// XPBD_ERR_UNSUPPORTED if the matrix is not positive definite in double, or too large for 32-bit indices.
xpbd_status xpbd_factor_create(int32_t size, int64_t entry_count, const xpbd_factor_entry *entries, xpbd_factor **out);
/// Finds the order of elimination of the matrix and the places in its factor. xpbd_factor_update() then factors
/// it. The same errors, but for the values.
xpbd_status xpbd_factor_plan(int32_t size, int64_t entry_count, const xpbd_factor_entry *entries, xpbd_factor **out);
/// Factors a matrix whose entries are at the planned places. *definite: whether it is positive definite in double. If
/// not, there is nothing to solve with.
xpbd_status xpbd_factor_update(xpbd_factor *factor, int64_t entry_count, const xpbd_factor_entry *entries,
                               bool *definite);
/// The right-hand sides, [3, size]. Fill them before xpbd_factor_solve(), which does not change them.
double *xpbd_factor_right(xpbd_factor *factor);
/// Solves. *out is [3, size], owned by the factor and valid until the next call. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_factor_solve(xpbd_factor *factor, const double **out);
/// Nonzeros of the matrix's lower triangle and of the factor, and total memory in bytes.
void xpbd_factor_counts(const xpbd_factor *factor, int64_t *matrix, int64_t *lower, int64_t *bytes);
/// Accepts NULL.
void xpbd_factor_destroy(xpbd_factor *factor);
