/* Why this file exists: calls CHOLMOD, or refuses in builds without it. CHOLMOD (Chen, Davis, Hager, Rajamanickam 2008)
 * orders the matrix by minimum degree and factors it row by row (simplicial L L^T). Its supernodal factorisation is
 * faster for large matrices but calls BLAS. The sums of BLAS depend on the installed library and its threads, so
 * results would not be bit-identical. */
#include "projective/factor.h"

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "projective/lower.h"

#if defined(XPBD_HAVE_CHOLMOD)
#include <limits.h>
#include <stdlib.h>

#include <cholmod.h>

struct xpbd_factor {
  cholmod_common common;
  cholmod_factor *lower;
  double *right, *solution; /* [3, rows] */
  double *permuted;         /* [rows, 4] in the order of the factor */
  int64_t matrix_nonzeros;
};

/* Translates CHOLMOD's status. */
static xpbd_status status_of(const xpbd_factor *factor, int32_t size) {
  const int status = factor->common.status;
  XPBD_REQUIRE(status != CHOLMOD_OUT_OF_MEMORY, XPBD_ERR_OUT_OF_MEMORY, "no memory to factorise a matrix of %d rows",
               (int)size);
  XPBD_REQUIRE(status != CHOLMOD_TOO_LARGE, XPBD_ERR_UNSUPPORTED,
               "the factor of a matrix of %d rows is too large for 32-bit indices", (int)size);
  XPBD_REQUIRE(status >= CHOLMOD_OK, XPBD_ERR_UNSUPPORTED, "CHOLMOD failed with status %d", status);
  return XPBD_OK;
}

static cholmod_sparse *assemble(xpbd_factor *factor, int32_t size, int64_t entry_count,
                                const xpbd_factor_entry *entries) {
  cholmod_triplet *triplet =
      cholmod_allocate_triplet((size_t)size, (size_t)size, (size_t)entry_count, -1, CHOLMOD_REAL, &factor->common);
  if (!triplet) return NULL;
  int *row = triplet->i, *column = triplet->j;
  double *value = triplet->x;
  for (int64_t k = 0; k < entry_count; k++) {
    row[k] = entries[k].row;
    column[k] = entries[k].column;
    value[k] = entries[k].value;
  }
  triplet->nnz = (size_t)entry_count;
  cholmod_sparse *matrix = cholmod_triplet_to_sparse(triplet, 0, &factor->common);
  cholmod_free_triplet(&triplet, &factor->common);
  return matrix;
}

static xpbd_status build(xpbd_factor *factor, int32_t size, int64_t entry_count, const xpbd_factor_entry *entries) {
  cholmod_common *common = &factor->common;
  cholmod_sparse *matrix = assemble(factor, size, entry_count, entries);
  XPBD_TRY(status_of(factor, size));
  factor->matrix_nonzeros = cholmod_nnz(matrix, common);
  factor->lower = cholmod_analyze(matrix, common);
  const xpbd_status status = status_of(factor, size); /* before the next call overwrites it */
  cholmod_free_sparse(&matrix, common);
  XPBD_TRY(status);
  factor->right = xpbd_memory_zeroed(3 * (int64_t)size, sizeof *factor->right);
  factor->solution = xpbd_memory_zeroed(3 * (int64_t)size, sizeof *factor->solution);
  factor->permuted = xpbd_memory_zeroed(4 * (int64_t)size, sizeof *factor->permuted);
  if (!factor->right || !factor->solution || !factor->permuted) common->status = CHOLMOD_OUT_OF_MEMORY;
  return status_of(factor, size);
}

xpbd_status xpbd_factor_update(xpbd_factor *factor, int64_t entry_count, const xpbd_factor_entry *entries,
                               bool *definite) {
  const int32_t size = (int32_t)factor->lower->n;
  cholmod_sparse *matrix = assemble(factor, size, entry_count, entries);
  XPBD_TRY(status_of(factor, size));
  cholmod_factorize(matrix, factor->lower, &factor->common);
  *definite = factor->common.status != CHOLMOD_NOT_POSDEF;
  const xpbd_status status = *definite ? status_of(factor, size) : XPBD_OK;
  cholmod_free_sparse(&matrix, &factor->common);
  return status;
}

xpbd_status xpbd_factor_create(int32_t size, int64_t entry_count, const xpbd_factor_entry *entries, xpbd_factor **out) {
  bool definite;
  XPBD_TRY(xpbd_factor_plan(size, entry_count, entries, out));
  xpbd_status status = xpbd_factor_update(*out, entry_count, entries, &definite);
  if (status == XPBD_OK && !definite)
    status = xpbd_fail(XPBD_ERR_UNSUPPORTED,
                       "the matrix is not positive definite in double: stiffness and mass / h^2 are too far apart");
  if (status == XPBD_OK) return XPBD_OK;
  xpbd_factor_destroy(*out);
  *out = NULL;
  return status;
}

xpbd_status xpbd_factor_plan(int32_t size, int64_t entry_count, const xpbd_factor_entry *entries, xpbd_factor **out) {
  *out = NULL;
  XPBD_REQUIRE(entry_count <= INT_MAX, XPBD_ERR_UNSUPPORTED, "a matrix of %lld addends is too large for 32-bit indices",
               (long long)entry_count);
  xpbd_factor *factor = calloc(1, sizeof *factor);
  XPBD_REQUIRE(factor, XPBD_ERR_OUT_OF_MEMORY, "no memory for the factor of a matrix of %d rows", (int)size);
  cholmod_start(&factor->common);
  factor->common.print = 0;
  factor->common.supernodal = CHOLMOD_SIMPLICIAL;
  factor->common.final_ll = 1;
  factor->common.nmethods = 1; /* not the best of several: the candidates depend on how CHOLMOD was built */
  factor->common.method[0].ordering = CHOLMOD_AMD;
  const xpbd_status status = build(factor, size, entry_count, entries);
  if (status != XPBD_OK) {
    xpbd_factor_destroy(factor);
    return status;
  }
  *out = factor;
  return XPBD_OK;
}

double *xpbd_factor_right(xpbd_factor *factor) {
  return factor->right;
}

xpbd_status xpbd_factor_solve(xpbd_factor *factor, const double **out) {
  const cholmod_factor *l = factor->lower;
  const int64_t size = (int64_t)l->n;
  const int *of = l->Perm;
  const xpbd_lower lower = {.size = (int32_t)size, .first = l->p, .count = l->nz, .row = l->i, .value = l->x};
  for (int64_t at = 0; at < size; at++)
    for (int k = 0; k < 3; k++) factor->permuted[4 * at + k] = factor->right[k * size + of[at]];
  xpbd_lower_solve(&lower, factor->permuted);
  for (int64_t at = 0; at < size; at++)
    for (int k = 0; k < 3; k++) factor->solution[k * size + of[at]] = factor->permuted[4 * at + k];
  *out = factor->solution;
  return XPBD_OK;
}

void xpbd_factor_counts(const xpbd_factor *factor, int64_t *matrix, int64_t *lower, int64_t *bytes) {
  const int *nonzeros = factor->lower->nz;
  *matrix = factor->matrix_nonzeros;
  *lower = 0;
  for (size_t k = 0; k < factor->lower->n; k++) *lower += nonzeros[k];
  const size_t numbers = (3 + 3 + 4) * factor->lower->n;
  *bytes = (int64_t)(sizeof *factor + numbers * sizeof(double) + factor->common.memory_inuse);
}

void xpbd_factor_destroy(xpbd_factor *factor) {
  if (!factor) return;
  cholmod_common *common = &factor->common;
  cholmod_free_factor(&factor->lower, common);
  cholmod_finish(common);
  free(factor->right);
  free(factor->solution);
  free(factor->permuted);
  free(factor);
}

xpbd_status xpbd_factor_built(void) {
  return XPBD_OK;
}

#else

xpbd_status xpbd_factor_built(void) {
  return xpbd_fail(XPBD_ERR_NOT_BUILT, "fast mass-springs, projective dynamics, ADMM and Newton's method need CHOLMOD "
                                       "(Debian: libsuitesparse-dev) when the library is built");
}

xpbd_status xpbd_factor_create(int32_t size, int64_t entry_count, const xpbd_factor_entry *entries, xpbd_factor **out) {
  (void)size, (void)entry_count, (void)entries;
  *out = NULL;
  return xpbd_factor_built();
}

xpbd_status xpbd_factor_plan(int32_t size, int64_t entry_count, const xpbd_factor_entry *entries, xpbd_factor **out) {
  return xpbd_factor_create(size, entry_count, entries, out);
}

/* Never called, because no factor exists. */
xpbd_status xpbd_factor_update(xpbd_factor *factor, int64_t entry_count, const xpbd_factor_entry *entries,
                               bool *definite) {
  (void)factor, (void)entry_count, (void)entries;
  *definite = false;
  return xpbd_factor_built();
}

double *xpbd_factor_right(xpbd_factor *factor) {
  (void)factor;
  return NULL;
}

xpbd_status xpbd_factor_solve(xpbd_factor *factor, const double **out) {
  *out = NULL;
  (void)factor;
  return xpbd_factor_built();
}

void xpbd_factor_counts(const xpbd_factor *factor, int64_t *matrix, int64_t *lower, int64_t *bytes) {
  (void)factor;
  *matrix = *lower = *bytes = 0;
}

void xpbd_factor_destroy(xpbd_factor *factor) {
  (void)factor;
}
#endif

xpbd_status xpbd_factor_probe(char *device, size_t capacity) {
  XPBD_TRY(xpbd_factor_built());
  snprintf(device, capacity, "one CPU thread");
  return XPBD_OK;
}
