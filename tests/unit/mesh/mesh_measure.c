/* Why this file exists: an independent check of meshes. Topology is found by searching instead of sorting, and volumes
 * and areas are summed here, so that an error of the library is not checked with itself. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_checks.h"

static const double *corner_of(const xpbd_mesh *mesh, int32_t triangle, int k) {
  return mesh->positions + 3 * (size_t)mesh->triangles[3 * (size_t)triangle + (size_t)k];
}

static void cross(const double *a, const double *b, double *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

double mesh_volume(const xpbd_mesh *mesh) {
  double sum = 0;
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const double *a = corner_of(mesh, t, 0);
    double n[3];
    cross(corner_of(mesh, t, 1), corner_of(mesh, t, 2), n);
    sum += a[0] * n[0] + a[1] * n[1] + a[2] * n[2];
  }
  return sum / 6;
}

double mesh_area(const xpbd_mesh *mesh) {
  double sum = 0;
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    double u[3], v[3], n[3];
    for (int axis = 0; axis < 3; axis++) {
      u[axis] = corner_of(mesh, t, 1)[axis] - corner_of(mesh, t, 0)[axis];
      v[axis] = corner_of(mesh, t, 2)[axis] - corner_of(mesh, t, 0)[axis];
    }
    cross(u, v, n);
    sum += sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  }
  return sum / 2;
}

int64_t mesh_euler(const xpbd_mesh *mesh) {
  return (int64_t)mesh->vertex_count - mesh->edge_count + mesh->triangle_count;
}

static bool same_bytes(const void *a, const void *b, int32_t count, size_t size) {
  return count == 0 || memcmp(a, b, (size_t)count * size) == 0;
}

bool mesh_equal(const xpbd_mesh *a, const xpbd_mesh *b) {
  return a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
         a->edge_count == b->edge_count && a->hinge_count == b->hinge_count &&
         same_bytes(a->positions, b->positions, a->vertex_count, 3 * sizeof(double)) &&
         same_bytes(a->triangles, b->triangles, a->triangle_count, 3 * sizeof(int32_t)) &&
         same_bytes(a->edges, b->edges, a->edge_count, 2 * sizeof(int32_t)) &&
         same_bytes(a->neighbours, b->neighbours, a->triangle_count, 3 * sizeof(int32_t)) &&
         same_bytes(a->hinges, b->hinges, a->hinge_count, 4 * sizeof(int32_t)) && a->tet_count == b->tet_count &&
         same_bytes(a->tets, b->tets, a->tet_count, 4 * sizeof(int32_t)) && !a->texture == !b->texture &&
         (!a->texture || same_bytes(a->texture, b->texture, a->triangle_count, 6 * sizeof(double)));
}

/* Index of an edge in the list by bisection, which needs the order that is checked first; -1 = missing. */
static int64_t find_edge(const xpbd_mesh *mesh, int32_t a, int32_t b) {
  const int32_t low = a < b ? a : b, high = a < b ? b : a;
  int64_t begin = 0, end = mesh->edge_count;
  while (begin < end) {
    const int64_t middle = (begin + end) / 2;
    const int32_t *edge = mesh->edges + 2 * middle;
    if (edge[0] == low && edge[1] == high) return middle;
    if (edge[0] < low || (edge[0] == low && edge[1] < high))
      begin = middle + 1;
    else
      end = middle;
  }
  return -1;
}

/* The number of triangles of every edge in ascending order, and the first two. */
typedef struct users {
  int32_t count, first, second;
} users;

static users *find_users(const xpbd_mesh *mesh, int64_t *faults) {
  users *list = calloc((size_t)mesh->edge_count + 1, sizeof *list);
  for (int32_t t = 0; list && t < mesh->triangle_count; t++)
    for (size_t k = 0; k < 3; k++) {
      const int32_t *corner = mesh->triangles + 3 * (size_t)t;
      const int64_t edge = find_edge(mesh, corner[k], corner[(k + 1) % 3]);
      if (edge < 0) {
        ++*faults; /* an edge is missing */
        continue;
      }
      if (list[edge].count == 0) list[edge].first = t;
      if (list[edge].count == 1) list[edge].second = t;
      list[edge].count++;
    }
  return list;
}

static int32_t third_corner(const xpbd_mesh *mesh, int32_t triangle, int32_t a, int32_t b) {
  const int32_t *corner = mesh->triangles + 3 * (size_t)triangle;
  for (int k = 0; k < 3; k++)
    if (corner[k] != a && corner[k] != b) return corner[k];
  return -1;
}

static int64_t neighbour_faults(const xpbd_mesh *mesh, const users *list) {
  int64_t faults = 0;
  for (int32_t t = 0; t < mesh->triangle_count; t++)
    for (size_t k = 0; k < 3; k++) {
      const int32_t *corner = mesh->triangles + 3 * (size_t)t;
      const int64_t edge = find_edge(mesh, corner[k], corner[(k + 1) % 3]);
      if (edge < 0) continue;
      const users *u = &list[edge];
      const int32_t expected = u->count < 2 ? -1 : u->first == t ? u->second : u->second == t ? u->first : -1;
      faults += mesh->neighbours[3 * (size_t)t + k] != expected;
    }
  return faults;
}

/* Each edge with two triangles has one hinge, written as seen from its lower triangle. Hinges ascend by that
 * triangle. */
static int64_t hinge_faults(const xpbd_mesh *mesh, users *list) {
  int64_t faults = 0, shared = 0;
  int32_t lowest = 0;
  for (int32_t e = 0; e < mesh->edge_count; e++) shared += list[e].count >= 2;
  faults += shared != mesh->hinge_count;
  for (int32_t h = 0; h < mesh->hinge_count; h++) {
    const int32_t *x = mesh->hinges + 4 * (size_t)h;
    const int64_t edge = find_edge(mesh, x[0], x[1]);
    if (edge < 0 || list[edge].count < 2) {
      faults++;
      continue;
    }
    const users *u = &list[edge];
    const int32_t *corner = mesh->triangles + 3 * (size_t)u->first;
    bool along = false;
    for (int k = 0; k < 3; k++) along = along || (corner[k] == x[0] && corner[(k + 1) % 3] == x[1]);
    faults += !along || x[2] != third_corner(mesh, u->first, x[0], x[1]) ||
              x[3] != third_corner(mesh, u->second, x[0], x[1]) || u->first < lowest;
    lowest = u->first;
    list[edge].count = -1; /* a second hinge on it is a fault */
  }
  return faults;
}

int64_t mesh_faults(const xpbd_mesh *mesh) {
  int64_t faults = 0;
  for (int32_t e = 0; e < mesh->edge_count; e++) {
    const int32_t *edge = mesh->edges + 2 * (size_t)e;
    faults += edge[0] < 0 || edge[0] >= edge[1] || edge[1] >= mesh->vertex_count;
    if (e > 0) faults += edge[-2] > edge[0] || (edge[-2] == edge[0] && edge[-1] >= edge[1]);
  }
  users *list = find_users(mesh, &faults);
  if (!list) return -1;
  for (int32_t e = 0; e < mesh->edge_count; e++) faults += list[e].count == 0; /* an edge of no triangle */
  faults += neighbour_faults(mesh, list);
  faults += hinge_faults(mesh, list);
  free(list);
  return faults;
}
