/* Why this file exists: obstacles at one time, for pictures and pages. */
#pragma once

#include "picture/picture.h"
#include "sim/engine/sim_job.h"

/// The bodies that do not move with the particles, at one time. Zero it first.
typedef struct sim_surroundings {
  int32_t plane_count, sphere_count, mesh_count;
  double *planes;          ///< [plane_count, 2, 3] A point on the plane [m] and its unit normal.
  picture_sphere *spheres; ///< [sphere_count]
  picture_mesh *meshes;    ///< [mesh_count] Each has its own positions and triangles.
} sim_surroundings;

/// Obstacles of a scene at time `time` [s]. Solid ones are slightly smaller, so that what lies on them is visible.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status sim_surroundings_at(const sim_job *job, double time, sim_surroundings *out);
/// The triangles of a box, and its corners [8, 3]. Bit k of corner c tells the negative or positive end of axis k.
extern const int32_t sim_box_triangles[36];
void sim_box_corners(const double half[3], double corners[24]);
void sim_surroundings_release(sim_surroundings *self);
/// The factor by which an obstacle of that half size [m] is drawn smaller.
double sim_obstacle_shrink(const sim_job *job, double radius);
