/* Why this file exists: assembles and solves the finite elements of linear elasticity. */
#include "elasticity.h"

#include <math.h>
#include <stdlib.h>

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

/// The stiffness of a body, factored.
typedef struct elements {
  int32_t *unknown; ///< [n] the first of a particle's three rows, -1 = pinned
  xpbd_factor *factor;
} elements;

static void elements_free(elements *k) {
  xpbd_factor_destroy(k->factor);
  free(k->unknown);
}

/// By tets, or with the lambda part by vertices. elements_free() in every case.
static bool elements_make(const body *b, double e, double nu, bool nodal, elements *out) {
  const double mu = e / (2.0 * (1.0 + nu)), lambda = e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu));
  const size_t most = 144 * (size_t)b->mesh.tet_count + (nodal ? 9 * NEAR * NEAR * (size_t)b->mesh.vertex_count : 0);
  int32_t *unknown = calloc((size_t)b->n, sizeof *unknown), count = 0;
  xpbd_factor_entry *entries = malloc(most * sizeof *entries), *end = entries;
  *out = (elements){.unknown = unknown};
  bool good = (unknown && entries) || check_true(b->owner, false, "memory for %d elements", (int)b->mesh.tet_count);
  for (int32_t i = 0; good && i < b->n; i++) {
    unknown[i] = b->mass[i] > 0 ? count : -1;
    if (b->mass[i] > 0) count += 3;
  }
  for (int32_t t = 0; good && t < b->mesh.tet_count; t++) end = add_tet(b, unknown, t, mu, nodal ? 0.0 : lambda, end);
  for (int32_t i = 0; good && nodal && i < b->mesh.vertex_count; i++) {
    end = add_vertex(b, unknown, i, lambda, end);
    good = end != NULL;
  }
  good = good &&
         body_worked(b->owner, xpbd_factor_create(count, end - entries, entries, &out->factor), "the finite elements");
  free(entries);
  return good;
}

/// Displacements under forces, in place: u [n, 3] in N, then in m.
static bool elements_solve(const body *b, const elements *k, double *u) {
  const double *solution = NULL;
  double *right = xpbd_factor_right(k->factor);
  for (int32_t i = 0; i < b->n; i++)
    for (int a = 0; k->unknown[i] >= 0 && a < 3; a++) right[k->unknown[i] + a] = u[3 * i + a];
  if (!body_worked(b->owner, xpbd_factor_solve(k->factor, &solution), "solving the finite elements")) return false;
  for (int32_t i = 0; i < b->n; i++)
    for (int a = 0; a < 3; a++) u[3 * i + a] = k->unknown[i] >= 0 ? solution[k->unknown[i] + a] : 0.0;
  return true;
}

static bool hang(const body *b, const elements *k, double *u) {
  for (int32_t i = 0; i < 3 * b->n; i++) u[i] = b->mass[i / 3] * b->gravity[i % 3];
  return elements_solve(b, k, u);
}

bool elasticity_solve(const body *b, double e, double nu, double *u) {
  OWNED(elements_free) elements k = {0};
  const bool good = elements_make(b, e, nu, false, &k) && hang(b, &k, u);
  return good;
}

bool elasticity_solve_nodal(const body *b, double e, double nu, double *u) {
  OWNED(elements_free) elements k = {0};
  const bool good = elements_make(b, e, nu, true, &k) && hang(b, &k, u);
  return good;
}

/// Divides by the component of the largest size, and returns it.
static double normalise(int32_t count, double *u) {
  double largest = 0.0;
  for (int32_t i = 0; i < count; i++)
    if (!(fabs(u[i]) <= fabs(largest))) largest = u[i];
  for (int32_t i = 0; i < count; i++) u[i] /= largest;
  return largest;
}

/* Inverse iteration: u <- K^-1 M u. Of a beam's modes of one symmetry, the second is 6 times as fast as the first, so a
 * round leaves a fortieth of it. */
bool elasticity_mode(const body *b, double e, double nu, double *u, double *omega) {
  enum { ROUNDS = 40 };
  OWNED(elements_free) elements k = {0};
  double slowness = 0.0, before = INFINITY; /* 1 / omega^2 */
  bool good = elements_make(b, e, nu, false, &k) && hang(b, &k, u);
  if (good) normalise(3 * b->n, u);
  for (int round = 0; good && round < ROUNDS && !(fabs(slowness - before) <= 1e-14 * slowness); round++) {
    before = slowness;
    for (int32_t i = 0; i < 3 * b->n; i++) u[i] *= b->mass[i / 3];
    good = elements_solve(b, &k, u);
    slowness = normalise(3 * b->n, u);
  }
  *omega = 1.0 / sqrt(slowness);
  return good && (fabs(slowness - before) <= 1e-12 * slowness ||
                  check_true(b->owner, false, "the first mode is found: %.3g of it are left",
                             fabs(slowness - before) / slowness));
}
