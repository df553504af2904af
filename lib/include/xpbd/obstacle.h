/* Why this file exists: solid bodies that particles cannot enter: they stand, follow a path or spin, and are never
 * moved by the particles. The contact is the unilateral constraint C(x) = signed distance >= 0 (negative inside) of
 * compliance 0, projected only where C < 0. Cetinaslan (2019), Sec. 5.2, and two later papers print C = R - |x - S| >=
 * 0 for a sphere, which keeps particles inside; an obstacle is |x - S| - R >= 0. */
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

/// Shapes. Each stands in a frame of its own, whose origin is the centre.
typedef enum xpbd_obstacle_kind {
  XPBD_OBSTACLE_SPHERE,     ///< radius.
  XPBD_OBSTACLE_HALF_SPACE, ///< All that lies behind the plane through the centre with `normal`.
  XPBD_OBSTACLE_BOX,        ///< half_sizes, along the axes of its frame.
  XPBD_OBSTACLE_POLYHEDRON, ///< The closed convex `mesh`, as planes. Quick for few faces. Particles with radii meet
                            ///< the planes moved outwards: at edges and corners a little before they touch.
  XPBD_OBSTACLE_MESH        ///< Any closed `mesh` that does not cut itself: nearest point, found in a tree of boxes.
} xpbd_obstacle_kind;

/// Definition of an obstacle. Start from xpbd_obstacle_def_default(). What a kind does not name is not looked at.
typedef struct xpbd_obstacle_def {
  uint32_t cookie;             ///< Set by xpbd_obstacle_def_default(). Do not touch.
  xpbd_obstacle_kind kind;     ///< Default sphere.
  double radius;               ///< [m] > 0, default 1.
  double normal[3];            ///< Outward, of a length from 1e-100 to 1e100; default (0, 1, 0).
  double half_sizes[3];        ///< [m] > 0, default (0.5, 0.5, 0.5).
  const xpbd_mesh *mesh;       ///< Positions in the frame of the obstacle, triangles seen from outside. Copied.
  double centre[3];            ///< [m] where the origin of its frame is without keys; default (0, 0, 0).
  double rotation[4];          ///< Quaternion w, x, y, z of its frame at t = 0, of such a length; default (1, 0, 0, 0).
  double axis[3];              ///< Axis through the centre about which it spins, likewise; default (0, 1, 0).
  double spin;                 ///< [rad/s], counter-clockwise seen from the tip of `axis`; default 0.
  int32_t key_count;           ///< Keys of the path of the centre; default 0 = it stays at `centre`.
  const double *key_times;     ///< [key_count] s, ascending, no two equal. Copied.
  const double *key_positions; ///< [key_count, 3] m. Straight and even between keys, at rest before and after. Copied.
  double from, until;          ///< [s] it exists for time steps whose middle is in [from, until); default always.
  double friction;             ///< Coulomb's mu >= 0, default 0. A contact that pushes a particle out by d takes up to
                               ///< mu d from its tangential displacement relative to the obstacle in the time step.
  double restitution;          ///< e, 0..1, default 0: speed at which a particle leaves it over that of its approach
                               ///< before the step (Mueller, Macklin et al. 2020, Eq. (34), no threshold).
} xpbd_obstacle_def;

xpbd_obstacle_def xpbd_obstacle_def_default(void);

/// Make an obstacle; *out is NULL on failure, else freed with xpbd_obstacle_destroy(). It is never changed, so threads
/// may share it. XPBD_ERR_INVALID_ARGUMENT names the first bad field, or why the mesh bounds no body: an edge without
/// exactly two triangles, two triangles that disagree about the outside, two parts that touch in one vertex, a triangle
/// without area, triangles that face inwards; for a polyhedron also a vertex in front of a face (by more than 1e-6 of
/// the size), or more than 4096 faces. That a mesh does not cut itself is not checked. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_obstacle_create(const xpbd_obstacle_def *def, xpbd_obstacle **out);

/// Free; sets *obstacle to NULL, accepts NULL.
void xpbd_obstacle_destroy(xpbd_obstacle **obstacle);

/// Signed distance [m] of x [3] to the surface at time t, negative inside, in double. Outside a polyhedron it is the
/// largest distance to a plane, at most the true one. Infinite while the obstacle does not exist (t outside of
/// [from, until)). NaN for a position that is not finite.
double xpbd_obstacle_depth(const xpbd_obstacle *obstacle, double t, const double x[3]);
/// Where an obstacle stands, for whoever draws it or measures at it. What its kind does not name is 0.
typedef struct xpbd_obstacle_pose {
  xpbd_obstacle_kind kind;
  bool exists;          ///< At that time.
  double centre[3];     ///< [m] origin of its frame.
  double axes[3][3];    ///< Unit axes of its frame, in the world.
  double radius;        ///< [m]
  double normal[3];     ///< Of a half-space, in the world, unit.
  double half_sizes[3]; ///< [m]
} xpbd_obstacle_pose;

xpbd_obstacle_pose xpbd_obstacle_pose_at(const xpbd_obstacle *obstacle, double t);
/// What it was made of, as it was checked: its keys belong to the obstacle, its mesh is NULL.
const xpbd_obstacle_def *xpbd_obstacle_made_of(const xpbd_obstacle *obstacle);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
