/* Why this file exists: computes the strain of edges as a value per vertex. */
#include "measure/strain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static double length_of(const xpbd_mesh *mesh, int64_t edge, const double *positions) {
  const double *a = positions + 3 * (int64_t)mesh->edges[2 * edge];
  const double *b = positions + 3 * (int64_t)mesh->edges[2 * edge + 1];
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

void xpbd_edge_lengths(const xpbd_mesh *mesh, const double *positions, double *out) {
  for (int64_t e = 0; e < mesh->edge_count; e++) out[e] = length_of(mesh, e, positions);
}

xpbd_status xpbd_strain_at_vertices(const xpbd_mesh *mesh, const double *rest_lengths, const double *positions,
                                    double *out, double *most) {
  const size_t n = (size_t)mesh->vertex_count;
  int32_t *count = calloc(n + 1, sizeof *count);
  XPBD_REQUIRE(count, XPBD_ERR_OUT_OF_MEMORY, "no memory for the strains of %zu vertices", n);
  memset(out, 0, n * sizeof *out);
  for (int64_t e = 0; e < mesh->edge_count; e++) {
    const double length = length_of(mesh, e, positions);
    const double strain = rest_lengths[e] > 0.0 ? fabs(length / rest_lengths[e] - 1.0) : 0.0;
    for (int k = 0; k < 2; k++) {
      const int32_t vertex = mesh->edges[2 * e + k];
      out[vertex] += strain;
      count[vertex]++;
    }
  }
  for (size_t i = 0; i < n; i++) {
    if (count[i] > 0) out[i] /= count[i];
    if (most) *most = fmax(*most, out[i]);
  }
  free(count);
  return XPBD_OK;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double xpbd_strain_scale(size_t n, double *strains) {
  if (n == 0) return 0.0;
  qsort(strains, n, sizeof *strains, by_size);
  return fmin(strains[n - 1], 2.0 * strains[n - n / 100 - 1]);
}
