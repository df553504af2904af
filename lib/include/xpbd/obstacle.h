/* Why this file exists: solid bodies that particles cannot enter. They are fixed, follow a path or spin, and particles
 * never move them. The contact is the unilateral constraint C(x) = signed distance >= 0 (negative inside) with
 * compliance 0, projected only where C < 0. Cetinaslan (2019), Sec. 5.2, and two later papers print C = R - |x - S| >=
 * 0 for a sphere, which keeps particles inside. An obstacle is |x - S| - R >= 0. */
#ifndef XPBD_OBSTACLE_H
#define XPBD_OBSTACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/mesh.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct xpbd_obstacle xpbd_obstacle;

/// Shapes. Each has its own frame, whose origin is its centre.
typedef enum xpbd_obstacle_kind {
  XPBD_OBSTACLE_SPHERE,     ///< A ball of `radius`.
  XPBD_OBSTACLE_HALF_SPACE, ///< Everything behind the plane through the centre with `normal`.
  XPBD_OBSTACLE_BOX,        ///< A box of `half_sizes` along the axes of its frame.
  XPBD_OBSTACLE_POLYHEDRON, ///< The closed convex `mesh`, as planes. Fast for few faces. Particles with radii meet the
                            ///< planes moved outwards, so at edges and corners they stop slightly before they touch.
  XPBD_OBSTACLE_MESH ///< Any closed `mesh` that does not intersect itself: nearest point, found in a tree of boxes.
} xpbd_obstacle_kind;

/// Definition of an obstacle. Start from xpbd_obstacle_def_default(). Fields that a kind does not use are ignored.
typedef struct xpbd_obstacle_def {
  uint32_t cookie;         ///< Set by xpbd_obstacle_def_default(). Do not touch.
  xpbd_obstacle_kind kind; ///< Default XPBD_OBSTACLE_SPHERE.
  double radius;           ///< [m] > 0, default 1.
  double normal[3];        ///< Outward normal with a length from 1e-100 to 1e100. Default (0, 1, 0).
  double half_sizes[3];    ///< [m] > 0, default (0.5, 0.5, 0.5).
  const xpbd_mesh *mesh;   ///< Positions in the obstacle's frame, triangles seen from outside. Copied.
  double centre[3];        ///< [m] origin of its frame if there are no keys. Default (0, 0, 0).
  double rotation[4]; ///< Quaternion w, x, y, z of its frame at t = 0, length as for `normal`. Default (1, 0, 0, 0).
  double axis[3];     ///< Axis of its spin through the centre, length as for `normal`. Default (0, 1, 0).
  double spin;        ///< [rad/s], counter-clockwise seen from the tip of `axis`. Default 0.
  int32_t key_count;  ///< Keys of the path of the centre. Default 0 = it stays at `centre`.
  const double *key_times;     ///< [key_count] s, strictly increasing. Copied.
  const double *key_positions; ///< [key_count, 3] m. Linear motion between keys, at rest before and after. Copied.
  double from, until;          ///< [s] exists in time steps whose middle is in [from, until). Default always.
  double friction;             ///< Coulomb friction mu >= 0, default 0. A contact that pushes a particle out by d
                               ///< removes up to mu d of its tangential displacement relative to the obstacle in the
                               ///< time step.
  double restitution;          ///< e, 0..1, default 0: ratio of a particle's separation speed to its approach speed
                               ///< before the step (Mueller, Macklin et al. 2020, Eq. (34), without threshold).
} xpbd_obstacle_def;

xpbd_obstacle_def xpbd_obstacle_def_default(void);

/// Creates an obstacle. *out is NULL on failure, else freed with xpbd_obstacle_destroy(). It never changes, so threads
/// may share it. XPBD_ERR_INVALID_ARGUMENT names the first bad field or the defect of the mesh: an edge without exactly
/// two triangles, inconsistent orientation, two parts that touch in one vertex, a triangle without area, triangles that
/// face inwards. For a polyhedron also: a vertex in front of a face (by more than 1e-6 of the size), or more than 4096
/// faces. Self-intersection is not checked. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_obstacle_create(const xpbd_obstacle_def *def, xpbd_obstacle **out);

/// Frees it and sets *obstacle to NULL. Accepts NULL.
void xpbd_obstacle_destroy(xpbd_obstacle **obstacle);

/// Signed distance [m] of x [3] to the surface at time t in double, negative inside. Outside a polyhedron it is the
/// largest distance to a plane, which never exceeds the true distance. Infinite while the obstacle does not exist (t
/// outside [from, until)). NaN for a position that is not finite.
double xpbd_obstacle_depth(const xpbd_obstacle *obstacle, double t, const double x[3]);
/// Where an obstacle is, for drawing and measuring. Fields that its kind does not use are 0.
typedef struct xpbd_obstacle_pose {
  xpbd_obstacle_kind kind;
  bool exists;          ///< Whether it exists at that time.
  double centre[3];     ///< [m] origin of its frame.
  double axes[3][3];    ///< Unit axes of its frame, in the world.
  double radius;        ///< [m]
  double normal[3];     ///< Unit normal of a half-space, in the world.
  double half_sizes[3]; ///< [m]
} xpbd_obstacle_pose;

xpbd_obstacle_pose xpbd_obstacle_pose_at(const xpbd_obstacle *obstacle, double t);
/// The checked definition it was made from. The obstacle owns its keys. Its mesh is NULL.
const xpbd_obstacle_def *xpbd_obstacle_made_of(const xpbd_obstacle *obstacle);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
