/* Why this file exists: an independent check of bodies of tets. Faces and edges are found by sorting all of them in one
 * list, without buckets. The surface is compared with a mesh made of it alone, which the other checks cover. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_checks.h"

double mesh_tet_volume(const xpbd_mesh *mesh, double *smallest) {
  double sum = 0, least = INFINITY;
  for (int32_t t = 0; t < mesh->tet_count; t++) {
    const int32_t *corner = mesh->tets + 4 * (size_t)t;
    double d[3][3];
    for (int k = 0; k < 3; k++)
      for (int axis = 0; axis < 3; axis++)
        d[k][axis] = mesh->positions[3 * corner[k + 1] + axis] - mesh->positions[3 * corner[0] + axis];
    const double volume =
        (d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) + d[0][1] * (d[1][2] * d[2][0] - d[1][0] * d[2][2]) +
         d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0])) /
        6;
    sum += volume;
    if (!(volume >= least)) least = volume; /* NaN stays */
  }
  if (smallest) *smallest = least;
  return sum;
}

/* A face or an edge: ascending corners (an edge has -1 first), the opposite corner of its tet, and its place in the
 * mesh. */
typedef struct part {
  int32_t corner[3], opposite;
  int32_t triangle; /* -1 = of a tet */
} part;

static int compare_parts(const void *left, const void *right) {
  const part *a = left, *b = right;
  for (int k = 0; k < 3; k++)
    if (a->corner[k] != b->corner[k]) return a->corner[k] < b->corner[k] ? -1 : 1;
  return a->triangle - b->triangle; /* tets first */
}

static int compare_numbers(const void *left, const void *right) {
  const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
  return (a > b) - (a < b);
}

static part make_part(int32_t a, int32_t b, int32_t c, int32_t opposite, int32_t triangle) {
  part made = {{a, b, c}, opposite, triangle};
  qsort(made.corner, 3, sizeof a, compare_numbers);
  return made;
}

/* All faces of tets, together with the triangles. */
static part *list_faces(const xpbd_mesh *mesh, size_t *count) {
  *count = 4 * (size_t)mesh->tet_count + (size_t)mesh->triangle_count;
  part *faces = malloc((*count + 1) * sizeof *faces), *next = faces;
  if (!faces) return NULL;
  for (int32_t t = 0; t < mesh->tet_count; t++)
    for (int k = 0; k < 4; k++) {
      const int32_t *corner = mesh->tets + 4 * (size_t)t;
      *next++ = make_part(corner[(k + 1) % 4], corner[(k + 2) % 4], corner[(k + 3) % 4], corner[k], -1);
    }
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const int32_t *corner = mesh->triangles + 3 * (size_t)t;
    *next++ = make_part(corner[0], corner[1], corner[2], -1, t);
  }
  qsort(faces, *count, sizeof *faces, compare_parts);
  return faces;
}

/* Whether the normal of a triangle points away from a vertex. */
static bool faces_away(const xpbd_mesh *mesh, int32_t triangle, int32_t vertex) {
  const int32_t *corner = mesh->triangles + 3 * (size_t)triangle;
  const double *a = mesh->positions + 3 * (size_t)corner[0], *b = mesh->positions + 3 * (size_t)corner[1],
               *c = mesh->positions + 3 * (size_t)corner[2], *p = mesh->positions + 3 * (size_t)vertex;
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sum += ((b[j] - a[j]) * (c[k] - a[k]) - (b[k] - a[k]) * (c[j] - a[j])) * (p[i] - a[i]);
  }
  return sum < 0;
}

/* Faces with the same corners: two tets, or one tet and a triangle that faces away from it. */
static int64_t face_faults(const xpbd_mesh *mesh) {
  size_t count;
  part *faces = list_faces(mesh, &count);
  if (!faces) return INT64_MAX / 4;
  int64_t faults = 0;
  for (size_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && memcmp(faces[end].corner, faces[begin].corner, sizeof faces->corner) == 0;)
      end++;
    const bool two = end - begin == 2, inside = two && faces[begin + 1].triangle < 0;
    const bool outside = two && faces[begin].triangle < 0 && faces[begin + 1].triangle >= 0 &&
                         faces_away(mesh, faces[begin + 1].triangle, faces[begin].opposite);
    faults += !inside && !outside;
  }
  free(faces);
  return faults;
}

static int64_t edge_faults(const xpbd_mesh *mesh) {
  static const int ends[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  const size_t count = 6 * (size_t)mesh->tet_count;
  OWNED(check_free) part *edges = malloc((count + 1) * sizeof *edges);
  if (!edges) return INT64_MAX / 4;
  for (size_t i = 0; i < count; i++) {
    const int32_t *corner = mesh->tets + 4 * (i / 6);
    edges[i] = make_part(-1, corner[ends[i % 6][0]], corner[ends[i % 6][1]], -1, -1);
  }
  qsort(edges, count, sizeof *edges, compare_parts);
  int64_t faults = 0;
  int32_t at = 0;
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && compare_parts(&edges[i - 1], &edges[i]) == 0) continue;
    faults += at >= mesh->edge_count || mesh->edges[2 * at] != edges[i].corner[1] ||
              mesh->edges[2 * at + 1] != edges[i].corner[2];
    at++;
  }
  return faults + (at != mesh->edge_count);
}

static int64_t surface_faults(const xpbd_mesh *mesh) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh surface = {0};
  if (xpbd_mesh_make(mesh->vertex_count, mesh->positions, mesh->triangle_count, mesh->triangles, &surface) != XPBD_OK)
    return 1;
  int64_t faults = mesh_faults(&surface);
  faults += surface.hinge_count != mesh->hinge_count;
  if (faults == 0 && mesh->triangle_count > 0)
    faults += memcmp(surface.neighbours, mesh->neighbours, 12 * (size_t)mesh->triangle_count) != 0;
  if (faults == 0 && mesh->hinge_count > 0)
    faults += memcmp(surface.hinges, mesh->hinges, 16 * (size_t)mesh->hinge_count) != 0;
  return faults;
}

int64_t mesh_tet_faults(const xpbd_mesh *mesh) {
  double smallest;
  mesh_tet_volume(mesh, &smallest);
  return face_faults(mesh) + edge_faults(mesh) + surface_faults(mesh) + !(smallest > 0);
}

int64_t mesh_tet_euler(const xpbd_mesh *mesh) {
  return (int64_t)mesh->vertex_count - mesh->edge_count + (4 * (int64_t)mesh->tet_count + mesh->triangle_count) / 2 -
         mesh->tet_count;
}
