/* Why this file exists: assembles and solves the finite elements of linear elasticity. */
#include "elasticity.h"

#include <stdlib.h>
#include <string.h>

#include "projective/factor.h"

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int k = 0; k < 3; k++) out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

double elasticity_shape(const body *b, int32_t t, double gradient[4][3]) {
  const int32_t *corner = &b->mesh.tets[4 * t];
  double edge[3][3], sixfold = 0.0;
  for (int k = 0; k < 3; k++)
    for (int a = 0; a < 3; a++) edge[k][a] = b->rest[3 * corner[k + 1] + a] - b->rest[3 * corner[0] + a];
  for (int k = 0; k < 3; k++) cross(edge[(k + 1) % 3], edge[(k + 2) % 3], gradient[k + 1]);
  for (int a = 0; a < 3; a++) sixfold += edge[0][a] * gradient[1][a];
  for (int a = 0; a < 3; a++) {
    for (int k = 1; k < 4; k++) gradient[k][a] /= sixfold;
    gradient[0][a] = -(gradient[1][a] + gradient[2][a] + gradient[3][a]);
  }
  return sixfold;
}

/// The entries of one tet's stiffness at or below the diagonal; where they end.
static xpbd_factor_entry *add_tet(const body *b, const int32_t *unknown, int32_t t, double mu, double lambda,
                                  xpbd_factor_entry *entry) {
  const int32_t *corner = &b->mesh.tets[4 * t];
  double d[4][3];
  const double volume = elasticity_shape(b, t, d) / 6.0;
  for (int p = 0; p < 4; p++)
    for (int q = 0; q < 4; q++) {
      if (unknown[corner[p]] < 0 || unknown[corner[q]] < 0) continue;
      const double dot = d[p][0] * d[q][0] + d[p][1] * d[q][1] + d[p][2] * d[q][2];
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          const int32_t row = unknown[corner[p]] + i, column = unknown[corner[q]] + j;
          const double value = lambda * d[p][i] * d[q][j] + mu * (d[p][j] * d[q][i] + (i == j ? dot : 0.0));
          if (row >= column) *entry++ = (xpbd_factor_entry){row, column, volume * value};
        }
    }
  return entry;
}

enum { NEAR = 15 }; /* vertices of the tets at a vertex, in a box of cells of six tets: at most so many */

/// The derivatives of the volume at vertex `vertex` by the vertices `near` of its tets, and that volume.
typedef struct around {
  int32_t near[NEAR];
  double gradient[NEAR][3], volume;
  int count;
} around;

static bool look_around(const body *b, int32_t vertex, around *out) {
  *out = (around){.count = 0};
  for (int32_t t = 0; t < b->mesh.tet_count; t++) {
    const int32_t *corner = &b->mesh.tets[4 * t];
    if (corner[0] != vertex && corner[1] != vertex && corner[2] != vertex && corner[3] != vertex) continue;
    double d[4][3];
    const double quarter = elasticity_shape(b, t, d) / 24.0;
    out->volume += quarter;
    for (int p = 0; p < 4; p++) {
      int k = 0;
      while (k < out->count && out->near[k] != corner[p]) k++;
      if (k == NEAR) return check_true(b->owner, false, "room for the vertices around vertex %d", (int)vertex);
      if (k == out->count) out->near[out->count++] = corner[p];
      for (int a = 0; a < 3; a++) out->gradient[k][a] += quarter * d[p][a];
    }
  }
  return true;
}

/// The entries of one vertex's pressure; where they end, NULL after a failure.
static xpbd_factor_entry *add_vertex(const body *b, const int32_t *unknown, int32_t vertex, double lambda,
                                     xpbd_factor_entry *entry) {
  around at;
  if (!look_around(b, vertex, &at)) return NULL;
  for (int p = 0; p < at.count; p++)
    for (int q = 0; q < at.count; q++) {
      if (unknown[at.near[p]] < 0 || unknown[at.near[q]] < 0) continue;
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
          const int32_t row = unknown[at.near[p]] + i, column = unknown[at.near[q]] + j;
          const double value = lambda / at.volume * at.gradient[p][i] * at.gradient[q][j];
          if (row >= column) *entry++ = (xpbd_factor_entry){row, column, value};
        }
    }
  return entry;
}

/// By tets, or with the lambda part by vertices.
static bool solve(const body *b, double e, double nu, bool nodal, double *u) {
  const double mu = e / (2.0 * (1.0 + nu)), lambda = e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
  const size_t most = 144 * (size_t)b->mesh.tet_count + (nodal ? 9 * NEAR * NEAR * (size_t)b->mesh.vertex_count : 0);
  int32_t *unknown = calloc((size_t)b->n, sizeof *unknown), count = 0;
  xpbd_factor_entry *entries = malloc(most * sizeof *entries), *end = entries;
  bool good = (unknown && entries) || check_true(b->owner, false, "memory for %d elements", (int)b->mesh.tet_count);
  xpbd_factor *factor = NULL;
  for (int32_t i = 0; good && i < b->n; i++) {
    unknown[i] = b->mass[i] > 0 ? count : -1;
    if (b->mass[i] > 0) count += 3;
  }
  for (int32_t t = 0; good && t < b->mesh.tet_count; t++) end = add_tet(b, unknown, t, mu, nodal ? 0.0 : lambda, end);
  for (int32_t i = 0; good && nodal && i < b->mesh.vertex_count; i++) {
    end = add_vertex(b, unknown, i, lambda, end);
    good = end != NULL;
  }
  good =
      good && body_worked(b->owner, xpbd_factor_create(count, end - entries, entries, &factor), "the finite elements");
  const double *solution = NULL;
  if (good) {
    double *right = xpbd_factor_right(factor);
    for (int32_t i = 0; i < b->n; i++)
      for (int a = 0; unknown[i] >= 0 && a < 3; a++) right[unknown[i] + a] = b->mass[i] * b->gravity[a];
    good = body_worked(b->owner, xpbd_factor_solve(factor, &solution), "solving the finite elements");
  }
  for (int32_t i = 0; good && i < b->n; i++)
    for (int a = 0; a < 3; a++) u[3 * i + a] = unknown[i] >= 0 ? solution[unknown[i] + a] : 0.0;
  xpbd_factor_destroy(factor);
  free(entries);
  free(unknown);
  return good;
}

bool elasticity_solve(const body *b, double e, double nu, double *u) {
  return solve(b, e, nu, false, u);
}

bool elasticity_solve_nodal(const body *b, double e, double nu, double *u) {
  return solve(b, e, nu, true, u);
}
