/* Why this file exists: the results of fast mass-springs and projective dynamics depend on how CHOLMOD was compiled. A
 * small system, solved by CHOLMOD without the library, shows whether a table was made with the same build. So a change
 * of the library cannot be mistaken for one of CHOLMOD. */
#include <stdio.h>
#include <string.h>

#include "bits.h"

#if defined(BITS_HAVE_CHOLMOD)
#include <cholmod.h>

enum { SIDE = 12, SIZE = SIDE * SIDE };

static void entry(cholmod_triplet *t, int row, int column, double value) {
  ((int *)t->i)[t->nnz] = row;
  ((int *)t->j)[t->nnz] = column;
  ((double *)t->x)[t->nnz++] = value;
}

/* Springs of uneven stiffness between the vertices of a grid, and masses. */
static void fill(cholmod_triplet *t) {
  for (int i = 0; i < SIZE; i++) {
    entry(t, i, i, 1.0 + 0.37 * i);
    const int next[2] = {i % SIDE + 1 < SIDE ? i + 1 : -1, i + SIDE < SIZE ? i + SIDE : -1};
    for (int k = 0; k < 2; k++) {
      const double stiffness = 1e3 / (1.0 + (7 * i + 3 * k) % 11);
      if (next[k] < 0) continue;
      entry(t, i, i, stiffness);
      entry(t, next[k], next[k], stiffness);
      entry(t, next[k], i, -stiffness);
    }
  }
}

static uint64_t hash_of(const double *x, int count) {
  uint64_t hash = 14695981039346656037u; /* FNV-1a over the bits */
  for (int i = 0; i < count; i++) {
    uint64_t bits;
    memcpy(&bits, &x[i], sizeof bits);
    for (int b = 0; b < 64; b += 8) hash = (hash ^ (bits >> b & 255)) * 1099511628211u;
  }
  return hash;
}

/* The same choices as in the library: simplicial, L L^T, minimum degree. */
void bits_cholmod_probe(bits_state out) {
  cholmod_common common;
  cholmod_start(&common);
  common.print = 0;
  common.supernodal = CHOLMOD_SIMPLICIAL;
  common.final_ll = 1;
  common.nmethods = 1;
  common.method[0].ordering = CHOLMOD_AMD;
  cholmod_triplet *triplet = cholmod_allocate_triplet(SIZE, SIZE, 7 * SIZE, -1, CHOLMOD_REAL, &common);
  cholmod_dense *right = cholmod_zeros(SIZE, 3, CHOLMOD_REAL, &common), *solution = NULL;
  cholmod_sparse *matrix = NULL;
  cholmod_factor *factor = NULL;
  snprintf(out, BITS_STATE, "none");
  if (triplet && right) {
    fill(triplet);
    for (int i = 0; i < 3 * SIZE; i++) ((double *)right->x)[i] = 1.0 / (1 + i % 17) - 0.21;
    matrix = cholmod_triplet_to_sparse(triplet, 0, &common);
  }
  if (matrix) factor = cholmod_analyze(matrix, &common);
  if (factor && cholmod_factorize(matrix, factor, &common)) solution = cholmod_solve(CHOLMOD_A, factor, right, &common);
  if (solution) snprintf(out, BITS_STATE, "%016llx", (unsigned long long)hash_of(solution->x, 3 * SIZE));
  cholmod_free_triplet(&triplet, &common);
  cholmod_free_sparse(&matrix, &common);
  cholmod_free_factor(&factor, &common);
  cholmod_free_dense(&right, &common);
  cholmod_free_dense(&solution, &common);
  cholmod_finish(&common);
}

#else

void bits_cholmod_probe(bits_state out) {
  snprintf(out, BITS_STATE, "none");
}
#endif
