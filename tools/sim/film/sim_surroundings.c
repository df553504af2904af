/* Why this file exists: pictures show what the particles meet: the obstacles of a scene, where they are at the time of
 * a frame. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "sim_surroundings.h"

/// How much smaller to draw an obstacle of half size `radius`, so that what lies on it stays visible. It is a
/// hundredth, or as much as the middle of an edge of length `edge`, stretched by half, dips into it, but at most 8 %.
static double shrunk(double radius, double edge) {
  const double half = 0.75 * edge;
  const double dip = half < radius ? 1.0 - sqrt(1.0 - half * half / (radius * radius)) : 1.0;
  return 1.0 - fmin(fmax(0.01, dip), 0.08);
}

/// Mean rest length of the edges [m].
static double edge_of(const sim_job *job) {
  double sum = 0.0;
  for (int32_t e = 0; e < job->mesh->edge_count; e++) sum += job->rest_lengths[e];
  return job->mesh->edge_count > 0 ? sum / job->mesh->edge_count : 0.0;
}

double sim_obstacle_shrink(const sim_job *job, double radius) {
  return shrunk(radius, edge_of(job));
}

const int32_t sim_box_triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

void sim_box_corners(const double half[3], double corners[24]) {
  for (int c = 0; c < 8; c++)
    for (int k = 0; k < 3; k++) corners[3 * c + k] = c >> k & 1 ? half[k] : -half[k];
}

static void add_plane(sim_surroundings *out, const double point[3], const double normal[3]) {
  memcpy(out->planes + 6 * (size_t)out->plane_count, point, 3 * sizeof(double));
  memcpy(out->planes + 6 * (size_t)out->plane_count + 3, normal, 3 * sizeof(double));
  out->plane_count++;
}

/// From the frame of an obstacle to the world.
static void to_world(const xpbd_obstacle_pose *o, const double local[3], double world[3]) {
  for (int k = 0; k < 3; k++)
    world[k] = o->centre[k] + local[0] * o->axes[0][k] + local[1] * o->axes[1][k] + local[2] * o->axes[2][k];
}

static xpbd_status add_mesh(sim_surroundings *out, const xpbd_obstacle_pose *o, double edge, int32_t vertex_count,
                            const double *vertices, int32_t triangle_count, const int32_t *triangles) {
  double *positions = malloc(3 * (size_t)vertex_count * sizeof *positions);
  XPBD_REQUIRE(positions, XPBD_ERR_OUT_OF_MEMORY, "no memory for the %d vertices of an obstacle", (int)vertex_count);
  double low[3], high[3], radius = INFINITY;
  for (int k = 0; k < 3; k++) {
    low[k] = INFINITY, high[k] = -INFINITY;
    for (size_t i = 0; i < (size_t)vertex_count; i++) {
      low[k] = fmin(low[k], vertices[3 * i + (size_t)k]);
      high[k] = fmax(high[k], vertices[3 * i + (size_t)k]);
    }
    radius = fmin(radius, 0.5 * (high[k] - low[k]));
  }
  /* the same distance on all sides, so that a rod does not lose a share of its length */
  const double less = (1.0 - shrunk(radius, edge)) * radius;
  for (size_t i = 0; i < (size_t)vertex_count; i++) {
    double local[3];
    for (size_t k = 0; k < 3; k++) {
      const double middle = 0.5 * (low[k] + high[k]);
      local[k] = middle + (1.0 - less / fmax(0.5 * (high[k] - low[k]), less)) * (vertices[3 * i + k] - middle);
    }
    to_world(o, local, positions + 3 * i);
  }
  out->meshes[out->mesh_count++] = (picture_mesh){.vertex_count = vertex_count,
                                                  .positions = positions,
                                                  .triangle_count = triangle_count,
                                                  .triangles = triangles,
                                                  .front = picture_colour_obstacle(),
                                                  .back = picture_colour_obstacle()};
  return XPBD_OK;
}

static xpbd_status add_box(sim_surroundings *out, const xpbd_obstacle_pose *o, double edge) {
  double corners[24];
  sim_box_corners(o->half_sizes, corners);
  return add_mesh(out, o, edge, 8, corners, 12, sim_box_triangles);
}

static xpbd_status add_obstacle(sim_surroundings *out, const xpbd_obstacle_pose *o, double edge,
                                const xpbd_mesh *mesh) {
  switch (o->kind) {
  case XPBD_OBSTACLE_SPHERE:
    out->spheres[out->sphere_count++] = (picture_sphere){.centre = {o->centre[0], o->centre[1], o->centre[2]},
                                                         .radius = shrunk(o->radius, edge) * o->radius,
                                                         .colour = picture_colour_obstacle()};
    return XPBD_OK;
  case XPBD_OBSTACLE_HALF_SPACE: add_plane(out, o->centre, o->normal); return XPBD_OK;
  case XPBD_OBSTACLE_BOX: return add_box(out, o, edge);
  case XPBD_OBSTACLE_POLYHEDRON:
  case XPBD_OBSTACLE_MESH: break;
  }
  return add_mesh(out, o, edge, mesh->vertex_count, mesh->positions, mesh->triangle_count, mesh->triangles);
}

xpbd_status sim_surroundings_at(const sim_job *job, double time, sim_surroundings *out) {
  *out = (sim_surroundings){0};
  const int32_t obstacles = job->model.obstacle_count;
  const double edge = edge_of(job);
  const size_t most = (size_t)obstacles + 1;
  out->planes = malloc(6 * most * sizeof *out->planes);
  out->spheres = malloc(most * sizeof *out->spheres);
  out->meshes = malloc(most * sizeof *out->meshes);
  xpbd_status status = out->planes && out->spheres && out->meshes
                           ? XPBD_OK
                           : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu obstacles", most);
  for (int32_t i = 0; status == XPBD_OK && i < obstacles; i++) {
    const xpbd_obstacle_pose now = xpbd_obstacle_pose_at(xpbd_scene_obstacle(job->model.scene, i), time);
    if (now.exists) status = add_obstacle(out, &now, edge, &job->model.obstacle_meshes[i]);
  }
  if (status != XPBD_OK) sim_surroundings_release(out);
  return status;
}

void sim_surroundings_release(sim_surroundings *self) {
  for (int32_t m = 0; m < self->mesh_count; m++) free((void *)self->meshes[m].positions);
  free(self->planes);
  free(self->spheres);
  free(self->meshes);
  *self = (sim_surroundings){0};
}
