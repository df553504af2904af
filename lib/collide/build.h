/* Why this file exists: converts the mesh of an obstacle to what project.inl reads. All in double, which obstacle.c
 * rounds to float. Private to lib/collide. */
#pragma once

#include "collide/obstacle.h"

enum { XPBD_OBSTACLE_PLANES = 4096 }; ///< Most faces of a polyhedron. A mesh is faster long before.

static inline xpbd_vec3_f64 xpbd_obstacle_corner(const xpbd_mesh *mesh, int32_t triangle, int corner) {
  const double *p = mesh->positions + 3 * (size_t)mesh->triangles[3 * (size_t)triangle + (size_t)corner];
  return (xpbd_vec3_f64){p[0], p[1], p[2]};
}
static inline xpbd_vec3_f64 xpbd_obstacle_minus(xpbd_vec3_f64 a, xpbd_vec3_f64 b) {
  return (xpbd_vec3_f64){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline xpbd_vec3_f64 xpbd_obstacle_plus(xpbd_vec3_f64 a, double s, xpbd_vec3_f64 b) {
  return (xpbd_vec3_f64){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static inline double xpbd_obstacle_dot(xpbd_vec3_f64 a, xpbd_vec3_f64 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline xpbd_vec3_f64 xpbd_obstacle_cross(xpbd_vec3_f64 a, xpbd_vec3_f64 b) {
  return (xpbd_vec3_f64){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Twice the area times the unit normal.
static inline xpbd_vec3_f64 xpbd_obstacle_area(const xpbd_mesh *mesh, int32_t triangle) {
  const xpbd_vec3_f64 a = xpbd_obstacle_corner(mesh, triangle, 0);
  return xpbd_obstacle_cross(xpbd_obstacle_minus(xpbd_obstacle_corner(mesh, triangle, 1), a),
                             xpbd_obstacle_minus(xpbd_obstacle_corner(mesh, triangle, 2), a));
}
/// a / |a|, or 0 for 0.
static inline xpbd_vec3_f64 xpbd_obstacle_unit(xpbd_vec3_f64 a) {
  const double length = sqrt(xpbd_obstacle_dot(a, a));
  return length > 0.0 ? (xpbd_vec3_f64){a.x / length, a.y / length, a.z / length} : a;
}

/// Refuses a mesh that bounds no body, as xpbd_obstacle_create() promises. Its topology comes from xpbd_mesh_make().
xpbd_status xpbd_obstacle_check_solid(const xpbd_mesh *mesh);
/// Box in the frame, and ball around its middle, that contain the triangles: low, high, bound_centre, bound_squared.
void xpbd_obstacle_bound(const xpbd_mesh *mesh, xpbd_obstacle_f64 *out);
/// Planes of a convex solid. Coplanar neighbours give one plane. Refuses a vertex in front of a plane. The caller frees
/// out->planes, even after a failure.
xpbd_status xpbd_obstacle_build_planes(const xpbd_mesh *mesh, xpbd_obstacle_f64 *out);
/// Triangles, normals and tree of a solid. The caller frees them, even after a failure.
xpbd_status xpbd_obstacle_build_tree(const xpbd_mesh *mesh, xpbd_obstacle_f64 *out);
