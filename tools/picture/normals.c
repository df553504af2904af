/* Why this file exists: smooth shading needs a normal at every corner, yet a box must still look like a box. */
#include <stdlib.h>

#include "frame.h"

static const double crease_cosine = 0.6427876096865394; /* of 50 degrees */

static vector corner_at(const picture_mesh *mesh, int32_t triangle, int corner) {
  return vector_of(mesh->positions + 3 * (size_t)mesh->triangles[3 * (size_t)triangle + (size_t)corner]);
}

/// Twice the area times the unit normal of each triangle.
static void faces_fill(const picture_mesh *mesh, vector *faces) {
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const vector a = corner_at(mesh, t, 0);
    faces[t] = vector_cross(vector_sub(corner_at(mesh, t, 1), a), vector_sub(corner_at(mesh, t, 2), a));
  }
}

/// The triangles around vertex v are around[first[v]] to around[first[v + 1] - 1]. first[] has one more entry.
static void around_fill(const picture_mesh *mesh, int32_t *first, int32_t *around) {
  const size_t corners = 3 * (size_t)mesh->triangle_count;
  for (int32_t v = 0; v <= mesh->vertex_count; v++) first[v] = 0;
  for (size_t c = 0; c < corners; c++) first[mesh->triangles[c] + 1]++;
  for (int32_t v = 0; v < mesh->vertex_count; v++) first[v + 1] += first[v];
  for (size_t c = corners; c-- > 0;) around[--first[mesh->triangles[c] + 1]] = (int32_t)(c / 3);
  /* counting down turned the ends into the starts, one entry too high */
  for (int32_t v = 0; v < mesh->vertex_count; v++) first[v] = first[v + 1];
  first[mesh->vertex_count] = (int32_t)corners;
}

/// Mean, weighted by area, over the triangles around the corner that continue the surface of `triangle`.
static vector corner_normal(const vector *faces, const int32_t *first, const int32_t *around, int32_t triangle,
                            int32_t vertex) {
  const vector own = vector_unit(faces[triangle]);
  vector sum = {0.0, 0.0, 0.0};
  for (int32_t i = first[vertex]; i < first[vertex + 1]; i++) {
    const vector other = faces[around[i]];
    if (vector_dot(own, other) >= crease_cosine * vector_length(other)) sum = vector_add(sum, other);
  }
  return vector_length(sum) > 0.0 ? vector_unit(sum) : own;
}

vector *normals_make(const picture_mesh *mesh) {
  const size_t triangles = (size_t)mesh->triangle_count, vertices = (size_t)mesh->vertex_count;
  vector *normals = malloc((3 * triangles + 1) * sizeof *normals);
  vector *faces = malloc((triangles + 1) * sizeof *faces);
  int32_t *first = malloc((vertices + 1) * sizeof *first);
  int32_t *around = malloc((3 * triangles + 1) * sizeof *around);
  if (normals && faces && first && around) {
    faces_fill(mesh, faces);
    around_fill(mesh, first, around);
    for (size_t c = 0; c < 3 * triangles; c++)
      normals[c] = corner_normal(faces, first, around, (int32_t)(c / 3), mesh->triangles[c]);
  } else {
    free(normals);
    normals = NULL;
  }
  free(faces);
  free(first);
  free(around);
  return normals;
}
