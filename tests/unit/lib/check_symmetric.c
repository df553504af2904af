/* Why this file exists: Newton's method, vertex block descent and the verdict on a formula depend on eigenvalues of
 * small matrices and on independent vertices. */
#include <math.h>
#include <string.h>

#include "base/symmetric.h"
#include "runner/check.h"
#include "schedule/vertices.h"

enum { SIZE = XPBD_SYMMETRIC_MOST, COUNT = SIZE * SIZE };

static void draw(check *self, int size, double *a) {
  for (int i = 0; i < size; i++)
    for (int k = 0; k <= i; k++) a[i * size + k] = a[k * size + i] = check_random(self, -1, 1);
}

/// Largest component of A v - lambda v, and of V^T V - 1.
static double wrong_by(int size, const double *a, const double *values, const double *vectors) {
  double largest = 0.0;
  for (int e = 0; e < size; e++)
    for (int i = 0; i < size; i++) {
      double image = -values[e] * vectors[i * size + e], inner = i == e ? -1.0 : 0.0;
      for (int k = 0; k < size; k++) {
        image += a[i * size + k] * vectors[k * size + e];
        inner += vectors[k * size + i] * vectors[k * size + e];
      }
      largest = check_larger(largest, check_larger(fabs(image), fabs(inner)));
    }
  return largest;
}

static void eigen(check *self, int argument) {
  for (int size = 1; size <= SIZE; size++) {
    double a[COUNT], scratch[COUNT], values[SIZE], vectors[COUNT];
    draw(self, size, a);
    memcpy(scratch, a, sizeof a);
    xpbd_symmetric_eigen(size, scratch, values, vectors);
    check_at_most(self, wrong_by(size, a, values, vectors), 1e-13, "error of the eigenvectors, size %d", size);
    values[size - 1] *= 1.001;
    check_control(self, wrong_by(size, a, values, vectors) > 1e-13, "an eigenvalue 0.1 %% too large");
  }
}

/// Smallest eigenvalue of the matrix, minus another if that is not NULL.
static double least_of(int size, const double *a, const double *less) {
  double scratch[COUNT], values[SIZE], vectors[COUNT], least = INFINITY;
  for (int k = 0; k < size * size; k++) scratch[k] = a[k] - (less ? less[k] : 0.0);
  xpbd_symmetric_eigen(size, scratch, values, vectors);
  for (int k = 0; k < size; k++) least = check_smaller(least, values[k]);
  return least;
}

/* The projection is the nearest matrix without negative eigenvalues: what it adds is one too, and orthogonal to it. */
static void project(check *self, int argument) {
  for (int size = 2; size <= SIZE; size++) {
    double a[COUNT], b[COUNT], inner = 0.0;
    draw(self, size, a);
    memcpy(b, a, sizeof a);
    a[0] = b[0] = -1.0; /* so that one is negative */
    check_true(self, xpbd_symmetric_project(size, b), "size %d is changed", size);
    for (int k = 0; k < size * size; k++) inner += b[k] * (b[k] - a[k]);
    check_at_least(self, least_of(size, b, NULL), -1e-13, "smallest eigenvalue, size %d", size);
    check_at_least(self, least_of(size, b, a), -1e-13, "smallest eigenvalue of what was added");
    check_at_most(self, fabs(inner), 1e-12, "inner product of both");
    check_control(self, least_of(size, a, NULL) < -1e-3, "before, one is negative");
    check_true(self, xpbd_symmetric_is_semidefinite(size, b), "size %d has none that is negative", size);
    check_control(self, !xpbd_symmetric_is_semidefinite(size, a), "before, size %d", size);
    memcpy(a, b, sizeof a);
    check_true(self, !xpbd_symmetric_project(size, b) && memcmp(a, b, sizeof a) == 0, "nothing is left to do");
  }
}

/* A ring of vertices and one neighbour of all of them, which is pinned or free. */
static void vertices(check *self, int argument) {
  enum { RING = 7, N = RING + 1 };
  for (int pinned = 0; pinned < 2; pinned++) {
    int64_t first[N + 1] = {0};
    int32_t neighbour[3 * RING + RING], count = 0;
    double w[N];
    for (int i = 0; i < N; i++) {
      w[i] = pinned && i == RING ? 0.0 : 1.0;
      for (int k = 0; k < N; k++) {
        const bool near = i == RING || k == RING || (i + 1) % RING == k || (k + 1) % RING == i;
        if (near && i != k) neighbour[count++] = k;
      }
      first[i + 1] = count;
    }
    OWNED(xpbd_schedule_destroy) xpbd_schedule s = {0};
    if (!check_status(self, xpbd_schedule_vertices(N, first, neighbour, w, &s), XPBD_OK, "grouping")) return;
    int seen = 0, clashes = 0, all = 0;
    for (int g = 0; g < s.group_count; g++)
      for (int a = s.group_start[g]; a < s.group_start[g + 1]; a++, seen++)
        for (int b = 0; b < s.constraint_count; b++)
          for (int64_t k = first[s.order[a]]; k < first[s.order[a] + 1]; k++) {
            const bool moves = w[s.order[a]] > 0.0 && w[s.order[b]] > 0.0 && neighbour[k] == s.order[b];
            clashes += moves && b >= s.group_start[g] && b < s.group_start[g + 1];
            all += moves;
          }
    check_same(self, (uint64_t)seen, N, "vertices in groups");
    check_same(self, (uint64_t)clashes, 0, "neighbours in one group");
    check_same(self, (uint64_t)s.group_count, pinned ? 3 : 4, "groups of an odd ring%s",
               pinned ? ", a pin inside" : "");
    check_control(self, all > 0, "with one group there would be clashes");
  }
}

void check_group_symmetric(check_registry *registry) {
  check_add(registry, "eigen", "eigenvalues and eigenvectors of every size", eigen, 0);
  check_add(registry, "project", "the nearest matrix without negative eigenvalues", project, 0);
  check_add(registry, "vertices", "vertices of one group are no neighbours", vertices, 0);
}
