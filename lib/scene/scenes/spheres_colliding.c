/* Why this file exists: the scene spheres_colliding: two balls, each a separate body with its own centre. */
#include <stdlib.h>

#include "base/error.h"
#include "scene/build.h"

/* Copies a body into the model's mesh from vertex `first` on, moved by x and y. */
static void copy_body(const xpbd_mesh *body, int32_t first, double x, double y, double *positions, int32_t *corner) {
  for (int64_t i = 0; i < 3 * (int64_t)body->vertex_count; i++)
    positions[3 * (int64_t)first + i] = body->positions[i] + (i % 3 == 0 ? x : i % 3 == 1 ? y : 0.0);
  for (int64_t k = 0; k < 3 * (int64_t)body->triangle_count; k++) corner[k] = body->triangles[k] + first;
}

/* Two equal balls side by side, the second slightly higher, because vertex against vertex would be unstable. */
static xpbd_status make_pair(const xpbd_mesh *ball, double apart, double higher, xpbd_mesh *out) {
  const int32_t n = ball->vertex_count, triangles = ball->triangle_count;
  double *positions = malloc(6 * (size_t)n * sizeof *positions);
  int32_t *corner = malloc(6 * (size_t)triangles * sizeof *corner);
  xpbd_status status = XPBD_ERR_OUT_OF_MEMORY;
  if (positions && corner) {
    copy_body(ball, 0, -0.5 * apart, 0.0, positions, corner);
    copy_body(ball, n, 0.5 * apart, higher, positions, &corner[3 * (size_t)triangles]);
    status = xpbd_mesh_make(2 * n, positions, 2 * triangles, corner, out);
  } else {
    xpbd_fail(status, "no memory for two balls of %d vertices", (int)n);
  }
  free(positions);
  free(corner);
  return status;
}

static xpbd_status build(xpbd_draft *draft) {
  int32_t level;
  XPBD_TRY(xpbd_draft_level(draft, &level));
  XPBD_TRY(xpbd_mesh_make_sphere(level, 0.5 * draft->size, &draft->part));
  const int32_t n = draft->part.vertex_count;
  XPBD_TRY(make_pair(&draft->part, 1.5 * draft->size, 0.02 * draft->size, &draft->model->mesh));
  XPBD_TRY(xpbd_draft_particles(draft));
  for (int32_t i = 0; i < 2 * n; i++) draft->velocities[3 * (int64_t)i] = i < n ? 5.0 : -5.0;
  draft->part_count = 2;
  return XPBD_OK;
}

const xpbd_named_scene xpbd_named_spheres_colliding = {
    .info =
        {
            .name = "spheres_colliding",
            .about = "two soft balls come towards each other",
            .source = "Kot and Nagahashi 2017, Fig. 10",
            .frame_time = 1.0 / 24.0,
            .substeps = 1,
            .iterations = 50,
            .frames = 72,
            .resolution = 17,
            .least_resolution = 2,
            .size = 10.0,
            .mass = 1.0,
            .gravity = 0.0,
            .constraint = "stretching+tet_volume",
            .compliance = 1e-4,
            .damping = 0.0,
            .self_contact = true,
        },
    .build = build,
};
