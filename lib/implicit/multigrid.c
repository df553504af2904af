/* Why this file exists: conjugate gradients, preconditioned by a V-cycle (Briggs, Henson, McCormick 2000, A Multigrid
 * Tutorial, Chapters 3 and 8; Tatebe 1993, The Multigrid Preconditioned Conjugate Gradient Method). Sweeps of block
 * Gauss-Seidel go forward before the coarse level and backward after it. So the cycle is symmetric, as conjugate
 * gradients require. */
#include "implicit/multigrid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "implicit/hierarchy.h"
#include "layout/layout.h"

/* What is left then is a direction along which the energy falls, and the next iteration goes on. */
enum { MOST_CYCLES = 200 };

struct xpbd_multigrid {
  xpbd_hierarchy levels;
  const int32_t *row; /* of each particle, -1 = none; borrowed */
  int sweeps;
  int64_t count;                                  /* rows */
  double *right, *solution, *direction, *product; /* [count] */
};

xpbd_status xpbd_multigrid_create(const xpbd_scene *scene, const xpbd_solver_def *def, const int32_t *row, int32_t rows,
                                  xpbd_multigrid **out) {
  xpbd_multigrid *m = *out = calloc(1, sizeof *m);
  XPBD_REQUIRE(m, XPBD_ERR_OUT_OF_MEMORY, "no memory for multigrid");
  m->row = row;
  m->count = rows;
  m->sweeps = (int)xpbd_number_of(def, "multigrid_sweeps");
  m->right = xpbd_memory_zeroed(m->count, sizeof *m->right);
  m->solution = xpbd_memory_zeroed(m->count, sizeof *m->solution);
  m->direction = xpbd_memory_zeroed(m->count, sizeof *m->direction);
  m->product = xpbd_memory_zeroed(m->count, sizeof *m->product);
  XPBD_REQUIRE(m->right && m->solution && m->direction && m->product, XPBD_ERR_OUT_OF_MEMORY,
               "no memory for a system of %lld rows", (long long)m->count);
  return xpbd_hierarchy_create(&m->levels, scene, row, rows / 3, (int)xpbd_number_of(def, "multigrid_levels"));
}

void xpbd_multigrid_destroy(xpbd_multigrid *m) {
  if (!m) return;
  xpbd_hierarchy_destroy(&m->levels);
  free(m->right);
  free(m->solution);
  free(m->direction);
  free(m->product);
  free(m);
}

int64_t xpbd_multigrid_bytes(const xpbd_multigrid *m) {
  return (int64_t)sizeof *m + xpbd_hierarchy_bytes(&m->levels) + m->count * (int64_t)(4 * sizeof *m->right);
}

void xpbd_multigrid_clear(xpbd_multigrid *m) {
  xpbd_sparse *a = &m->levels.level[0].matrix;
  memset(a->value, 0, 9 * (size_t)a->first[a->rows] * sizeof *a->value);
}

void xpbd_multigrid_add(xpbd_multigrid *m, int corners, const int32_t *particle, const double *matrix) {
  for (int i = 0; i < corners; i++)
    for (int k = 0; k < corners; k++) {
      const int32_t row = m->row[particle[i]], column = m->row[particle[k]];
      if (row < 0 || column < 0) continue;
      double *block = xpbd_hierarchy_block(&m->levels, row / 3, column / 3);
      for (int c = 0; c < 9; c++) block[c] += matrix[(3 * i + c / 3) * 3 * corners + 3 * k + c % 3];
    }
}

double *xpbd_multigrid_right(xpbd_multigrid *m) {
  return m->right;
}

/* out[3] += sign a[3, 3] x[3] */
static void add_product(double sign, const double *a, const double *x, double *out) {
  for (int r = 0; r < 3; r++) out[r] += sign * (a[3 * r] * x[0] + a[3 * r + 1] * x[1] + a[3 * r + 2] * x[2]);
}

/* out[3] += sign a x in a row of blocks. */
static void add_row(double sign, const xpbd_sparse *a, int64_t row, const double *x, double *out) {
  for (int64_t k = a->first[row]; k < a->first[row + 1]; k++)
    add_product(sign, &a->value[9 * k], &x[3 * (int64_t)a->column[k]], out);
}

/* One block after the other solves its own rows. */
static void sweep(xpbd_level *l, bool backward) {
  for (int32_t at = 0; at < l->n; at++) {
    const int64_t i = backward ? l->n - 1 - at : at;
    double left[3] = {l->right[3 * i], l->right[3 * i + 1], l->right[3 * i + 2]};
    add_row(-1.0, &l->matrix, i, l->x, left);
    add_product(1.0, &l->inverse[9 * i], left, &l->x[3 * i]);
  }
}

/* out [rows, 3] = weights x */
static void weigh(const xpbd_sparse *weights, const double *x, double *out) {
  for (int64_t i = 0; i < weights->rows; i++) {
    double sum[3] = {0};
    for (int64_t k = weights->first[i]; k < weights->first[i + 1]; k++)
      for (int c = 0; c < 3; c++) sum[c] += weights->value[k] * x[3 * (int64_t)weights->column[k] + c];
    memcpy(&out[3 * i], sum, sizeof sum);
  }
}

/* x of this level from its right-hand side. A last level of vertices on their own is solved exactly. */
static void cycle(xpbd_multigrid *m, int at) {
  xpbd_level *l = &m->levels.level[at], *coarse = at + 1 < m->levels.count ? l + 1 : NULL;
  const int64_t count = 3 * (int64_t)l->n;
  memset(l->x, 0, (size_t)count * sizeof *l->x);
  for (int k = 0; k < m->sweeps; k++) sweep(l, false);
  if (coarse) {
    memcpy(l->rest, l->right, (size_t)count * sizeof *l->rest);
    for (int64_t i = 0; i < l->n; i++) add_row(-1.0, &l->matrix, i, l->x, &l->rest[3 * i]);
    weigh(&l->down, l->rest, coarse->right);
    cycle(m, at + 1);
    weigh(&l->up, coarse->x, l->rest);
    for (int64_t k = 0; k < count; k++) l->x[k] += l->rest[k];
  }
  for (int k = 0; k < m->sweeps; k++) sweep(l, true);
}

static double dot(const double *a, const double *b, int64_t count) {
  double sum = 0.0;
  for (int64_t k = 0; k < count; k++) sum += a[k] * b[k];
  return sum;
}

/* A cycle from the remainder as right-hand side, and the product of both. */
static const double *precondition(xpbd_multigrid *m, double *product) {
  xpbd_level *l = &m->levels.level[0];
  memcpy(l->right, m->right, (size_t)m->count * sizeof *l->right);
  cycle(m, 0);
  *product = dot(m->right, l->x, m->count);
  return l->x;
}

static void multiply(xpbd_multigrid *m) {
  const xpbd_level *l = &m->levels.level[0];
  memset(m->product, 0, (size_t)m->count * sizeof *m->product);
  for (int64_t i = 0; i < l->n; i++) add_row(1.0, &l->matrix, i, m->direction, &m->product[3 * i]);
}

bool xpbd_multigrid_solve(xpbd_multigrid *m, double share, int64_t *cycles, const double **out) {
  double left = INFINITY, first = 0.0;
  memset(m->solution, 0, (size_t)m->count * sizeof *m->solution);
  memset(m->direction, 0, (size_t)m->count * sizeof *m->direction);
  *out = m->solution;
  if (!xpbd_hierarchy_update(&m->levels)) return false;
  for (int k = 0; k < MOST_CYCLES; k++) {
    const double before = left, *z = precondition(m, &left);
    ++*cycles;
    if (!(left >= 0.0)) return false;
    if (k == 0) first = left;
    if (left <= share * share * first) break;
    for (int64_t i = 0; i < m->count; i++) m->direction[i] = z[i] + left / before * m->direction[i];
    multiply(m);
    const double curvature = dot(m->direction, m->product, m->count);
    if (!(curvature > 0.0)) return false;
    for (int64_t i = 0; i < m->count; i++) {
      m->solution[i] += left / curvature * m->direction[i];
      m->right[i] -= left / curvature * m->product[i];
    }
  }
  return true;
}
