/* Why this file exists: the signed distance to an obstacle, for reports and checks. Solvers only ask whether a particle
 * is inside. */
#define XPBD_SCALAR 64
#include "formula/scalar.h"

#include "base/edge.h"
#include "collide/obstacle.h"
#include "layout/records.h"

#include "collide/project.inl"

static double box_distance(const xpbd_obstacle_f64 *o, xpbd_vec3_f64 q) {
  const double beyond[3] = {fabs(q.x) - o->size.x, fabs(q.y) - o->size.y, fabs(q.z) - o->size.z};
  double squared = 0, most = -INFINITY;
  for (int k = 0; k < 3; k++) {
    most = fmax(most, beyond[k]);
    squared += beyond[k] > 0 ? beyond[k] * beyond[k] : 0;
  }
  return most > 0 ? sqrt(squared) : most;
}

static double plane_distance(const xpbd_obstacle_f64 *o, xpbd_vec3_f64 q) {
  double most = -INFINITY;
  for (int32_t k = 0; k < o->plane_count; k++)
    most = fmax(most, xpbd_v_dot_f64(o->planes[k].n, q) - o->planes[k].offset);
  return most;
}

static double mesh_distance(const xpbd_obstacle_f64 *o, xpbd_vec3_f64 q) {
  const xpbd_obstacle_nearest_f64 nearest = xpbd_obstacle_find_nearest_f64(o, q);
  const double distance = sqrt(nearest.squared);
  return xpbd_v_dot_f64(nearest.away, xpbd_obstacle_normal_f64(o, &nearest)) < 0 ? -distance : distance;
}

double xpbd_obstacle_depth(const xpbd_obstacle *obstacle, double t, const double x[3]) {
  XPBD_PLAIN_FLOATS;
  if (!obstacle || !x) return (double)NAN;
  if (!(isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]) && isfinite(t))) return (double)NAN;
  xpbd_obstacle_f64 o;
  xpbd_obstacle_at_f64(obstacle, NULL, t, 0.0, &o);
  if (!o.active) return (double)INFINITY;
  const xpbd_vec3_f64 d = {x[0] - o.centre.x, x[1] - o.centre.y, x[2] - o.centre.z};
  const xpbd_vec3_f64 q = xpbd_obstacle_to_frame_f64(o.axis, d);
  switch ((xpbd_obstacle_kind)o.kind) {
  case XPBD_OBSTACLE_SPHERE: return sqrt(xpbd_v_dot_f64(d, d)) - o.radius;
  case XPBD_OBSTACLE_HALF_SPACE: return xpbd_v_dot_f64(o.size, d);
  case XPBD_OBSTACLE_BOX: return box_distance(&o, q);
  case XPBD_OBSTACLE_POLYHEDRON: return plane_distance(&o, q);
  case XPBD_OBSTACLE_MESH: break;
  }
  return mesh_distance(&o, q);
}
