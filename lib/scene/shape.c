/* Why this file exists: the shapes of scenes that have no mesh generator: a body with ears, a line, a rod. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/build.h"

/* A direction in which the sphere is extended: r += height exp(-(1 - cos angle) / width). */
typedef struct bump {
  double direction[3], height, width;
} bump;

static const bump bumps[] = {
    {{0.0, 0.6, 0.8}, 0.35, 0.25}, /* head */
    {{0.4, 0.9, 0.0}, 1.0, 0.03},  /* ears */
    {{-0.4, 0.9, 0.0}, 1.0, 0.03},
    {{0.0, -0.25, -0.97}, 0.35, 0.05}, /* tail */
};

xpbd_status xpbd_shape_blob(int32_t level, xpbd_mesh *out) {
  XPBD_TRY(xpbd_mesh_make_sphere(level, 1.0, out));
  for (int64_t i = 0; i < out->vertex_count; i++) {
    double *p = &out->positions[3 * i], radius = 1.0;
    for (size_t b = 0; b < sizeof bumps / sizeof *bumps; b++) {
      const double *d = bumps[b].direction;
      const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      const double cosine = (p[0] * d[0] + p[1] * d[1] + p[2] * d[2]) / length;
      radius += bumps[b].height * exp((cosine - 1.0) / bumps[b].width);
    }
    for (int k = 0; k < 3; k++) p[k] *= radius;
  }
  return XPBD_OK;
}

xpbd_status xpbd_shape_line(int32_t count, double length, xpbd_mesh *out) {
  double *x = calloc(3 * (size_t)count, sizeof *x);
  int32_t *edges = malloc(2 * (size_t)count * sizeof *edges);
  xpbd_status status = XPBD_OK;
  if (!x || !edges) status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a line of %d vertices", (int)count);
  for (int32_t i = 0; status == XPBD_OK && i < count; i++) x[3 * (int64_t)i] = length * i / (count - 1);
  if (status == XPBD_OK) status = xpbd_mesh_make(count, x, 0, NULL, out);
  free(x);
  if (status != XPBD_OK) {
    free(edges);
    return status;
  }
  for (int32_t i = 0; i + 1 < count; i++) edges[2 * (int64_t)i] = i, edges[2 * (int64_t)i + 1] = i + 1;
  free(out->edges);
  out->edges = edges;
  out->edge_count = count - 1;
  return XPBD_OK;
}

xpbd_status xpbd_shape_rod(int32_t sides, double radius, double length, xpbd_mesh *out) {
  enum { MOST_SIDES = 64 };
  double x[MOST_SIDES * 6];
  int32_t corner[MOST_SIDES * 12];
  XPBD_REQUIRE(sides >= 3 && sides <= MOST_SIDES, XPBD_ERR_INVALID_ARGUMENT, "a rod of %d sides", (int)sides);
  for (int32_t i = 0; i < sides; i++) {
    const double turn = 2.0 * acos(-1.0) * i / sides;
    for (int end = 0; end < 2; end++) {
      double *p = &x[3 * (2 * i + end)];
      p[0] = radius * cos(turn), p[1] = radius * sin(turn), p[2] = end ? 0.5 * length : -0.5 * length;
    }
  }
  int32_t *to = corner;
  for (int32_t i = 0; i < sides; i++) {
    const int32_t a = 2 * i, b = 2 * ((i + 1) % sides);
    const int32_t side[6] = {a, b, b + 1, a, b + 1, a + 1};
    memcpy(to, side, sizeof side), to += 6;
  }
  for (int32_t i = 1; i + 1 < sides; i++) { /* the two ends, as fans */
    const int32_t ends[6] = {0, 2 * i + 2, 2 * i, 1, 2 * i + 1, 2 * i + 3};
    memcpy(to, ends, sizeof ends), to += 6;
  }
  return xpbd_mesh_make(2 * sides, x, (int32_t)(to - corner) / 3, corner, out);
}
