/* Why this file exists: the obstacles under test and an independent computation of their geometry. It shares nothing
 * with the library: other formulas, every triangle instead of a tree, solid angles instead of normals. */
#pragma once

#include "runner/check.h"
#include "xpbd/obstacle.h"

typedef struct obstacle_shape {
  const char *name;
  xpbd_obstacle_def def; ///< With a random centre, rotation and, if it has one, normal; def.mesh is not set.
  xpbd_mesh mesh;        ///< Empty if the kind has none.
  double size;           ///< Radius of a ball around the centre that holds most of it.
  bool sharp;            ///< Beside some edges or vertices the nearest face shows its back.
} obstacle_shape;

enum { OBSTACLE_SHAPES = 11 };

/// Shape `index` in a random pose; false, already reported, on failure. Free it with obstacle_shape_free().
bool obstacle_shape_make(check *self, int index, obstacle_shape *out);
void obstacle_shape_free(obstacle_shape *shape);
/// The obstacle; NULL, already reported, on failure.
xpbd_obstacle *obstacle_shape_create(check *self, const obstacle_shape *shape);

/// From the world to the frame.
void obstacle_shape_to_frame(const obstacle_shape *shape, const double x[3], double q[3]);
/// Signed distance, negative inside. `skipped` (-1 = none) leaves out a triangle, a deliberate error.
double obstacle_shape_distance(const obstacle_shape *shape, const double x[3], int32_t skipped);
/// The same with the sign of the nearest triangle's own normal: wrong beside sharp edges, a deliberate error.
double obstacle_shape_face_distance(const obstacle_shape *shape, const double x[3]);
/// A random point: near a vertex, an edge or anywhere; some inside, some outside.
void obstacle_shape_point(check *self, const obstacle_shape *shape, double x[3]);

/// Registers the checks of refusals.
void check_obstacles_refused(check_registry *registry);
/// Registers the check of the tree over a mesh's triangles.
void check_obstacles_tree(check_registry *registry);
/// Registers the check of how often a particle is moved out.
void check_obstacles_passes(check_registry *registry);
/// Registers the check of an obstacle's pose.
void check_obstacles_pose(check_registry *registry);
/// Registers the checks of the structure made from a mesh.
void check_obstacles_mesh(check_registry *registry);
/// Registers the checks of pinned particles inside obstacles.
void check_obstacles_pinned(check_registry *registry);
