/* Why this file exists: a mesh can be an obstacle only if its inside is defined everywhere. This checks it, and
 * converts a convex mesh to planes. */
#include <math.h>
#include <stdlib.h>

#include "collide/build.h"
#include "base/error.h"

static const double FLAT = 1e-12;       /* twice the area / longest edge squared; no normal up to this */
static const double SAME_PLANE = 1e-12; /* of the size: corners this close to a plane are in it */
static const double CONVEX = 1e-6;      /* of the size: rounding of corners in files with six digits */

static int32_t find_root(int32_t *parent, int32_t at) {
  while (parent[at] != at) at = parent[at] = parent[parent[at]];
  return at;
}

/* The corner of the triangle at this vertex. */
static int32_t corner_of(const xpbd_mesh *mesh, int32_t triangle, int32_t vertex) {
  const int32_t *corners = mesh->triangles + 3 * (size_t)triangle;
  return corners[0] == vertex ? 0 : corners[1] == vertex ? 1 : 2;
}

/* Checks that every edge has two triangles, which traverse it in opposite directions. Visits the hinges in the order of
 * mesh.h: each from its lower triangle, corner by corner. */
static xpbd_status check_edges(const xpbd_mesh *mesh) {
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const int32_t *corner = mesh->triangles + 3 * (size_t)t;
    for (int k = 0; k < 3; k++) {
      const int32_t a = corner[k], b = corner[(k + 1) % 3], n = mesh->neighbours[3 * (size_t)t + (size_t)k];
      XPBD_REQUIRE(n >= 0, XPBD_ERR_INVALID_ARGUMENT,
                   "the mesh is not closed: the edge between vertices %d and %d does not have exactly two triangles", a,
                   b);
      const int32_t other = corner_of(mesh, n, b);
      XPBD_REQUIRE(mesh->triangles[3 * (size_t)n + (size_t)((other + 1) % 3)] == a, XPBD_ERR_INVALID_ARGUMENT,
                   "triangles %d and %d face opposite sides", t, n);
    }
  }
  XPBD_REQUIRE(2 * (int64_t)mesh->edge_count == 3 * (int64_t)mesh->triangle_count, XPBD_ERR_INVALID_ARGUMENT,
               "the mesh is not closed: some edge does not have exactly two triangles");
  return XPBD_OK;
}

/* Checks that the triangles around each vertex form one ring. Corners that share an edge are joined. Each used vertex
 * must then have one class of corners. */
static xpbd_status check_rings(const xpbd_mesh *mesh, int32_t *parent, int32_t *seen) {
  const int32_t corners = 3 * mesh->triangle_count;
  for (int32_t c = 0; c < corners; c++) parent[c] = c;
  for (int32_t v = 0; v < mesh->vertex_count; v++) seen[v] = -1;
  for (int32_t c = 0; c < corners; c++) { /* the edge from corner c to the next */
    const int32_t t = c / 3, next = 3 * t + (c + 1) % 3, n = mesh->neighbours[c];
    const int32_t ends[2] = {c, next};
    for (int k = 0; k < 2; k++) {
      const int32_t across = 3 * n + corner_of(mesh, n, mesh->triangles[ends[k]]);
      parent[find_root(parent, ends[k])] = find_root(parent, across);
    }
  }
  for (int32_t c = 0; c < corners; c++) {
    const int32_t root = find_root(parent, c), v = mesh->triangles[c];
    XPBD_REQUIRE(seen[v] < 0 || seen[v] == root, XPBD_ERR_INVALID_ARGUMENT, "parts of the mesh touch in vertex %d", v);
    seen[v] = root;
  }
  return XPBD_OK;
}

static xpbd_status check_areas(const xpbd_mesh *mesh) {
  for (int32_t t = 0; t < mesh->triangle_count; t++) {
    const xpbd_vec3_f64 n = xpbd_obstacle_area(mesh, t);
    double longest = 0;
    for (int k = 0; k < 3; k++) {
      const xpbd_vec3_f64 e =
          xpbd_obstacle_minus(xpbd_obstacle_corner(mesh, t, (k + 1) % 3), xpbd_obstacle_corner(mesh, t, k));
      longest = fmax(longest, xpbd_obstacle_dot(e, e));
    }
    XPBD_REQUIRE(sqrt(xpbd_obstacle_dot(n, n)) > FLAT * longest, XPBD_ERR_INVALID_ARGUMENT, "triangle %d has no area",
                 t);
  }
  return XPBD_OK;
}

xpbd_status xpbd_obstacle_check_solid(const xpbd_mesh *mesh) {
  XPBD_REQUIRE(mesh->triangle_count > 0, XPBD_ERR_INVALID_ARGUMENT, "the mesh has no triangles");
  XPBD_REQUIRE(mesh->triangle_count <= INT32_MAX / 6, XPBD_ERR_INVALID_ARGUMENT, "%d triangles, must be at most %d",
               mesh->triangle_count, INT32_MAX / 6);
  XPBD_TRY(check_edges(mesh));
  int32_t *parent = malloc(3 * (size_t)mesh->triangle_count * sizeof *parent);
  int32_t *seen = malloc((size_t)mesh->vertex_count * sizeof *seen);
  const xpbd_status rings =
      parent && seen ? check_rings(mesh, parent, seen) : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for a mesh");
  free(parent);
  free(seen);
  XPBD_TRY(rings);
  XPBD_TRY(check_areas(mesh));
  const xpbd_vec3_f64 origin = xpbd_obstacle_corner(mesh, 0, 0);
  double volume = 0;
  for (int32_t t = 0; t < mesh->triangle_count; t++)
    volume +=
        xpbd_obstacle_dot(xpbd_obstacle_minus(xpbd_obstacle_corner(mesh, t, 0), origin), xpbd_obstacle_area(mesh, t)) /
        6;
  XPBD_REQUIRE(volume > 0.0, XPBD_ERR_INVALID_ARGUMENT, "the triangles face inwards: the volume is %g", volume);
  return XPBD_OK;
}

void xpbd_obstacle_bound(const xpbd_mesh *mesh, xpbd_obstacle_f64 *out) {
  xpbd_vec3_f64 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
  for (int32_t t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) {
      const xpbd_vec3_f64 p = xpbd_obstacle_corner(mesh, t, k);
      low = (xpbd_vec3_f64){fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z)};
      high = (xpbd_vec3_f64){fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z)};
    }
  out->low = low, out->high = high;
  out->bound_centre = (xpbd_vec3_f64){(low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2};
  out->bound_squared = 0;
  for (int32_t t = 0; t < mesh->triangle_count; t++)
    for (int k = 0; k < 3; k++) {
      const xpbd_vec3_f64 d = xpbd_obstacle_minus(xpbd_obstacle_corner(mesh, t, k), out->bound_centre);
      out->bound_squared = fmax(out->bound_squared, xpbd_obstacle_dot(d, d));
    }
}

/* Largest distance of the triangle's corners in front of the plane, or, with -1, on either side. */
static double most_in_front(const xpbd_mesh *mesh, int32_t t, xpbd_vec3_f64 n, double offset, int either) {
  double most = -INFINITY;
  for (int k = 0; k < 3; k++) {
    const double height = xpbd_obstacle_dot(n, xpbd_obstacle_corner(mesh, t, k)) - offset;
    most = fmax(most, either ? fabs(height) : height);
  }
  return most;
}

/* Marks the triangles connected to `seed` in its plane. Their total area gives a more accurate normal than one small
 * triangle. `todo` has room for every triangle. */
static xpbd_obstacle_plane_f64 flood(const xpbd_mesh *mesh, int32_t seed, double tolerance, char *done, int32_t *todo) {
  const xpbd_vec3_f64 n = xpbd_obstacle_unit(xpbd_obstacle_area(mesh, seed));
  const double offset = xpbd_obstacle_dot(n, xpbd_obstacle_corner(mesh, seed, 0));
  int32_t count = 1;
  todo[0] = seed;
  done[seed] = 1;
  xpbd_vec3_f64 area = {0, 0, 0};
  for (int32_t at = 0; at < count; at++) {
    area = xpbd_obstacle_plus(area, 1.0, xpbd_obstacle_area(mesh, todo[at]));
    for (int k = 0; k < 3; k++) {
      const int32_t next = mesh->neighbours[3 * (size_t)todo[at] + (size_t)k];
      if (done[next] || !(xpbd_obstacle_dot(n, xpbd_obstacle_area(mesh, next)) > 0.0)) continue;
      if (!(most_in_front(mesh, next, n, offset, 1) <= tolerance)) continue;
      done[next] = 1;
      todo[count++] = next;
    }
  }
  xpbd_obstacle_plane_f64 plane = {.n = xpbd_obstacle_unit(area)};
  for (int32_t at = 0; at < count; at++)
    for (int k = 0; k < 3; k++)
      plane.offset += xpbd_obstacle_dot(plane.n, xpbd_obstacle_corner(mesh, todo[at], k)) / (3.0 * count);
  return plane;
}

static xpbd_status check_convex(const xpbd_mesh *mesh, const xpbd_obstacle_f64 *out, double tolerance) {
  for (int32_t k = 0; k < out->plane_count; k++)
    for (int32_t t = 0; t < mesh->triangle_count; t++) {
      const double front = most_in_front(mesh, t, out->planes[k].n, out->planes[k].offset, 0);
      XPBD_REQUIRE(front <= tolerance, XPBD_ERR_INVALID_ARGUMENT,
                   "the mesh is not convex: a corner of triangle %d is %g m in front of another face", t, front);
    }
  return XPBD_OK;
}

xpbd_status xpbd_obstacle_build_planes(const xpbd_mesh *mesh, xpbd_obstacle_f64 *out) {
  const double size = 2 * sqrt(out->bound_squared);
  xpbd_obstacle_plane_f64 *planes = malloc(XPBD_OBSTACLE_PLANES * sizeof *planes);
  char *done = calloc((size_t)mesh->triangle_count, 1);
  int32_t *todo = malloc((size_t)mesh->triangle_count * sizeof *todo);
  out->planes = planes;
  out->plane_count = 0;
  int32_t seed = 0;
  for (; planes && done && todo && seed < mesh->triangle_count; seed++) {
    if (done[seed]) continue;
    if (out->plane_count == XPBD_OBSTACLE_PLANES) break;
    planes[out->plane_count++] = flood(mesh, seed, SAME_PLANE * size, done, todo);
  }
  const int complete = planes && done && todo;
  free(done);
  free(todo);
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for the planes of a mesh");
  XPBD_REQUIRE(seed == mesh->triangle_count, XPBD_ERR_INVALID_ARGUMENT,
               "a polyhedron has at most %d faces; use XPBD_OBSTACLE_MESH for this mesh", XPBD_OBSTACLE_PLANES);
  return check_convex(mesh, out, CONVEX * size);
}
