/* Why this file exists: predicts and finishes a time step in double with the functions of XPBD, for methods with their
 * own iterations. */
#include "solver/motion.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "layout/handle.h"

#define XPBD_SCALAR 64
#include "formula/scalar.h"
#include "solver/particle.inl"

xpbd_status xpbd_motion_create(const xpbd_scene *scene, xpbd_motion *out) {
  *out = (xpbd_motion){.scene = scene, .n = xpbd_scene_particle_count(scene)};
  out->x = xpbd_layout_allocate(&out->bytes, out->n, sizeof *out->x);
  out->start = xpbd_layout_allocate(&out->bytes, out->n, sizeof *out->start);
  out->v = xpbd_layout_allocate(&out->bytes, out->n, sizeof *out->v);
  XPBD_REQUIRE(out->x && out->start && out->v, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)out->n);
  out->limit = xpbd_layout_limit(scene, XPBD_F64);
  if (!(xpbd_scene_wind(scene)->drag > 0.0)) return XPBD_OK;
  out->force = xpbd_layout_allocate(&out->bytes, out->n, sizeof *out->force);
  XPBD_REQUIRE(out->force, XPBD_ERR_OUT_OF_MEMORY, "no memory for wind on %d particles", (int)out->n);
  return xpbd_incidence_create(&out->bytes, out->n, 3 * (int64_t)xpbd_scene_triangle_count(scene), 3, 1,
                               xpbd_scene_triangles(scene), &out->triangles);
}

void xpbd_motion_destroy(xpbd_motion *motion) {
  void *arrays[] = {motion->x, motion->start, motion->v, motion->force, motion->triangles.first, motion->triangles.of};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
  *motion = (xpbd_motion){0};
}

void xpbd_motion_reset(xpbd_motion *motion) {
  const double *x = xpbd_scene_positions(motion->scene), *v = xpbd_scene_velocities(motion->scene);
  const double *w = xpbd_scene_inverse_masses(motion->scene);
  for (int32_t i = 0; i < motion->n; i++) {
    const int64_t at = 3 * (int64_t)i;
    motion->x[i] = motion->start[i] = (xpbd_particle_f64){x[at], x[at + 1], x[at + 2], w[i]};
    motion->v[i] = (xpbd_particle_f64){v[at], v[at + 1], v[at + 2], 0.0};
  }
}

static xpbd_inertia_f64 inertia_of(const xpbd_motion *motion, double h) {
  const double *g = xpbd_scene_gravity(motion->scene);
  return (xpbd_inertia_f64){.start = motion->start,
                            .v = motion->v,
                            .force = motion->force,
                            .gravity = {g[0], g[1], g[2]},
                            .h = h,
                            .inverse_h = 1.0 / h,
                            .limit = motion->limit};
}

/* Moves the particles of handle k to where it is at t + h. */
static void hold(const xpbd_motion *motion, int32_t k, double t, double h) {
  const xpbd_handle_def *handle = xpbd_scene_handle(motion->scene, k);
  const double *x = xpbd_scene_positions(motion->scene);
  xpbd_handle_f64 now;
  xpbd_handle_at_f64(handle, NULL, t, h, &now);
  for (int32_t j = 0; j < handle->particle_count; j++) {
    const int32_t i = handle->particles[j];
    const xpbd_grip_f64 grip = {{x[3 * (int64_t)i], x[3 * (int64_t)i + 1], x[3 * (int64_t)i + 2]}, i, k};
    xpbd_hold_one_f64(&now, &grip, 0, motion->x);
  }
}

void xpbd_motion_predict(xpbd_motion *motion, double h, double t, double *y) {
  if (motion->force) {
    const xpbd_wind *wind = xpbd_scene_wind(motion->scene);
    double u[3];
    xpbd_wind_at(wind, t, u);
    const xpbd_wind_f64 now = {.velocity = {u[0], u[1], u[2]},
                               .drag = wind->drag,
                               .triangles = xpbd_scene_triangles(motion->scene),
                               .first = motion->triangles.first,
                               .of = motion->triangles.of};
    for (int32_t i = 0; i < motion->n; i++) {
      const xpbd_vec3_f64 force = xpbd_wind_force_f64(&now, motion->x, motion->v, i);
      motion->force[i] = (xpbd_particle_f64){force.x, force.y, force.z, 0.0};
    }
  }
  const xpbd_inertia_f64 by = inertia_of(motion, h);
  for (int32_t i = 0; i < motion->n; i++) xpbd_predict_one_f64(by, motion->x, i);
  for (int32_t k = 0; k < xpbd_scene_handle_count(motion->scene); k++) hold(motion, k, t, h);
  xpbd_motion_read(motion, XPBD_POSITIONS, y);
}

int64_t xpbd_motion_finish(xpbd_motion *motion, double h, const double *x) {
  for (int32_t i = 0; i < motion->n; i++) {
    motion->x[i].x = x[3 * (int64_t)i];
    motion->x[i].y = x[3 * (int64_t)i + 1];
    motion->x[i].z = x[3 * (int64_t)i + 2];
  }
  const xpbd_inertia_f64 by = inertia_of(motion, h);
  int64_t lost = 0;
  for (int32_t i = 0; i < motion->n; i++) lost += xpbd_finish_one_f64(by, motion->x, i);
  return lost;
}

void xpbd_motion_write(xpbd_motion *motion, const double *x, const double *v) {
  for (int32_t i = 0; i < motion->n; i++) {
    const int64_t at = 3 * (int64_t)i;
    motion->x[i].x = x[at], motion->x[i].y = x[at + 1], motion->x[i].z = x[at + 2];
    motion->v[i].x = v[at], motion->v[i].y = v[at + 1], motion->v[i].z = v[at + 2];
  }
}

void xpbd_motion_read(const xpbd_motion *motion, xpbd_field field, double *out) {
  if (field == XPBD_EMBEDDED) { /* of other methods */
    memset(out, 0, 3 * (size_t)motion->n * sizeof *out);
    return;
  }
  const xpbd_particle_f64 *from = field == XPBD_VELOCITIES ? motion->v : motion->x;
  for (int32_t i = 0; i < motion->n; i++) {
    out[3 * (int64_t)i] = from[i].x;
    out[3 * (int64_t)i + 1] = from[i].y;
    out[3 * (int64_t)i + 2] = from[i].z;
  }
}
