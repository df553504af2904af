/* Why this file exists: the scenes of bodies: hung, dropped, stretched, twisted, hit, inflated, colliding. Their meshes
 * have the printed counts; where a paper's mesh is not ours to ship, --mesh takes its place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "scene/build.h"

static const double PI = 3.14159265358979323846;

/* The mesh of the parameters or the body with ears, scaled, its middle at the origin. */
static xpbd_status make_body(xpbd_draft *draft) {
  if (draft->params->mesh) {
    XPBD_TRY(xpbd_draft_take_mesh(draft));
  } else {
    int32_t level;
    XPBD_TRY(xpbd_draft_level(draft, &level));
    XPBD_TRY(xpbd_shape_blob(level, &draft->model->mesh));
  }
  return xpbd_draft_fit_mesh(draft, (const double[3]){0.0, 0.0, 0.0});
}

/* Tube of 2/7 of its outer radius: radii 5 and 2 at a size of 14. Along y, or standing: about z. */
static xpbd_status make_torus(xpbd_draft *draft, int32_t around, int32_t across, bool standing) {
  xpbd_mesh *mesh = &draft->model->mesh;
  XPBD_TRY(xpbd_mesh_make_torus(around, across, draft->size * 5.0 / 14.0, draft->size * 2.0 / 14.0, mesh));
  for (int64_t i = 0; standing && i < mesh->vertex_count; i++) {
    double *p = &mesh->positions[3 * i];
    const double y = p[1];
    p[1] = -p[2], p[2] = y; /* a quarter turn about x */
  }
  return XPBD_OK;
}

/* Turn a beam made along z to lie along x: (x, y, z) becomes (z, x, y), a rotation. */
static void lay_along_x(xpbd_mesh *mesh) {
  for (int64_t i = 0; i < mesh->vertex_count; i++) {
    double *p = &mesh->positions[3 * i];
    const double x = p[0], y = p[1], z = p[2];
    p[0] = z, p[1] = x, p[2] = y;
  }
}

/* Cells of a beam whose sides are as 3 to 4 to 13. */
static xpbd_status beam_cells(const xpbd_draft *draft, int32_t *thick, int32_t *deep, int32_t *along) {
  int32_t resolution;
  XPBD_TRY(xpbd_draft_resolution(draft, 2, &resolution));
  *along = resolution - 1;
  *thick = (int32_t)fmax(1.0, round(3.0 / 13.0 * *along));
  *deep = (int32_t)fmax(1.0, round(4.0 / 13.0 * *along));
  return XPBD_OK;
}

/* The surface of 3 x 4 x 13 cells, along x. */
static xpbd_status make_beam_surface(xpbd_draft *draft) {
  int32_t thick, deep, along;
  XPBD_TRY(beam_cells(draft, &thick, &deep, &along));
  XPBD_TRY(xpbd_mesh_make_box(thick, deep, along, draft->size / along, &draft->model->mesh));
  lay_along_x(&draft->model->mesh);
  return XPBD_OK;
}

xpbd_status xpbd_build_blob(xpbd_draft *draft) {
  XPBD_TRY(make_body(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  /* of our own body the tips of the ears, of a mesh its highest vertices */
  return xpbd_draft_pin_end(draft, 1, true, draft->params->mesh ? 0.02 : 0.08);
}

/* Falls through three pairs of spheres, each beside the last, on a box. */
xpbd_status xpbd_build_torus_falling(xpbd_draft *draft) {
  if (draft->params->mesh) {
    XPBD_TRY(make_body(draft));
    xpbd_draft_lift_mesh(draft, -draft->size * 2.0 / 14.0); /* where the torus has its lowest point */
  } else {
    int32_t around;
    XPBD_TRY(xpbd_draft_resolution(draft, 4, &around));
    XPBD_TRY(make_torus(draft, around, (int32_t)fmax(3.0, round(49.0 / 63.0 * around)), false));
  }
  XPBD_TRY(xpbd_draft_particles(draft));
  const double size = draft->size;
  xpbd_obstacle_def ball, box;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_SPHERE, 0.0, &ball));
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_BOX, 0.5, &box));
  ball.radius = 0.12 * size;
  for (int row = 0; row < 3; row++)
    for (int k = 0; k < 2; k++) {
      ball.centre[0] = (row % 2 == 0 ? -0.45 : 0.45) * size;
      ball.centre[1] = -(0.3 + 0.4 * row) * size;
      ball.centre[2] = (k == 0 ? -0.25 : 0.25) * size;
      XPBD_TRY(xpbd_draft_obstacle(draft, &ball));
    }
  box.half_sizes[0] = box.half_sizes[2] = 2.5 * size;
  box.half_sizes[1] = 0.25 * size;
  box.centre[1] = -2.0 * size;
  return xpbd_draft_obstacle(draft, &box);
}

/* Stands upright; hands hold its top and bottom and pull them apart or push them together. */
xpbd_status xpbd_build_torus_stretched(xpbd_draft *draft) {
  int32_t around;
  double stretch, low[3], high[3];
  XPBD_TRY(xpbd_draft_number(draft, XPBD_USES_STRETCH, 1.5, 0.05, 20.0, &stretch));
  XPBD_TRY(xpbd_draft_resolution(draft, 4, &around));
  XPBD_TRY(make_torus(draft, around, around, true));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_pull_time(draft));
  xpbd_draft_bounds(draft, low, high);
  xpbd_pull top = {.axis = 1, .high = true, .share = 0.05}, bottom = {.axis = 1, .high = false, .share = 0.05};
  top.shift[1] = (stretch - 1.0) * high[1];
  bottom.shift[1] = (stretch - 1.0) * low[1];
  XPBD_TRY(xpbd_draft_pull(draft, &top));
  XPBD_TRY(xpbd_draft_pull(draft, &bottom));
  if (draft->pull_time > 0.0) return XPBD_OK;
  for (int64_t i = 0; i < draft->model->mesh.vertex_count; i++) draft->start[3 * i + 1] *= stretch;
  return XPBD_OK;
}

/* It starts evenly twisted about its middle line, the far end turned by the angle. */
static void twist_start(xpbd_draft *draft, double angle, const double low[3], const double high[3]) {
  for (int64_t i = 0; i < draft->model->mesh.vertex_count; i++) {
    double *p = &draft->start[3 * i];
    const double turn = angle * (p[0] - low[0]) / (high[0] - low[0]);
    const double y = p[1] - 0.5 * (low[1] + high[1]), z = p[2] - 0.5 * (low[2] + high[2]);
    p[1] = 0.5 * (low[1] + high[1]) + y * cos(turn) - z * sin(turn);
    p[2] = 0.5 * (low[2] + high[2]) + y * sin(turn) + z * cos(turn);
  }
}

/* Both ends are held, and a hand turns the far one about the beam's middle line. */
xpbd_status xpbd_build_beam_twisted(xpbd_draft *draft) {
  double angle, low[3], high[3];
  XPBD_TRY(xpbd_draft_number(draft, XPBD_USES_ANGLE, 180.0, -720.0, 720.0, &angle));
  XPBD_TRY(make_beam_surface(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_pull_time(draft));
  xpbd_draft_bounds(draft, low, high);
  angle *= PI / 180.0;
  if (!(draft->pull_time > 0.0)) twist_start(draft, angle, low, high);
  const xpbd_pull far_end = {.axis = 0,
                             .high = true,
                             .share = 1e-6,
                             .pivot = {0.0, 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2])},
                             .line = {1.0, 0.0, 0.0},
                             .angle = angle};
  XPBD_TRY(xpbd_draft_pin_end(draft, 0, false, 1e-6));
  return xpbd_draft_pull(draft, &far_end);
}

/* A sphere that touches the beam from above at three quarters of its length goes down by 4.5 cells in 1 s and is gone;
 * the beam is held at its left end. */
xpbd_status xpbd_build_beam_hit(xpbd_draft *draft) {
  double low[3], high[3];
  XPBD_TRY(make_beam_surface(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_pin_end(draft, 0, false, 1e-6));
  xpbd_draft_bounds(draft, low, high);
  const double cell = draft->size / 13.0;
  xpbd_obstacle_def ball;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_SPHERE, 0.0, &ball));
  ball.radius = 1.5 * cell;
  const double x = low[0] + 0.75 * (high[0] - low[0]), y = high[1] + ball.radius, z = 0.5 * (low[2] + high[2]);
  const double times[2] = {0.0, 1.0}, path[6] = {x, y, z, x, y - 4.5 * cell, z};
  ball.key_count = 2;
  ball.key_times = times;
  ball.key_positions = path;
  ball.until = 1.0;
  return xpbd_draft_obstacle(draft, &ball);
}

/* A body lies on the ground; after half a second a sphere comes from the side with 20 m/s, stops where the body's
 * middle was, and is gone. */
xpbd_status xpbd_build_body_hit(xpbd_draft *draft) {
  double low[3], high[3];
  XPBD_TRY(make_body(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  xpbd_draft_bounds(draft, low, high);
  xpbd_obstacle_def ball, ground;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_SPHERE, 0.0, &ball));
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_HALF_SPACE, 0.5, &ground));
  ground.centre[1] = low[1];
  ball.radius = 0.2 * draft->size;
  const double away = high[0] + ball.radius + 0.1 * draft->size;
  const double times[2] = {0.5, 0.5 + away / 20.0}, path[6] = {away, 0.0, 0.0, 0.0, 0.0, 0.0};
  ball.key_count = 2;
  ball.key_times = times;
  ball.key_positions = path;
  ball.until = times[1];
  XPBD_TRY(xpbd_draft_obstacle(draft, &ball));
  return xpbd_draft_obstacle(draft, &ground);
}

/* A beam of real tetrahedra, along x, held at its left end, bends under its weight. */
xpbd_status xpbd_build_beam_tets(xpbd_draft *draft) {
  int32_t thick, deep, along;
  XPBD_TRY(beam_cells(draft, &thick, &deep, &along));
  XPBD_TRY(xpbd_mesh_make_beam(thick, deep, along, draft->size / along, &draft->model->mesh));
  lay_along_x(&draft->model->mesh);
  XPBD_TRY(xpbd_draft_particles(draft));
  return xpbd_draft_pin_end(draft, 0, false, 1e-6);
}

static bool has_closed_volume(const xpbd_spec *spec) {
  for (int k = 0; k < spec->count; k++)
    if (xpbd_formula_at(spec->part[k].formula)->traits & XPBD_SUMMED) return true;
  return false;
}

/* A sphere whose volume at rest is larger than at the start. */
xpbd_status xpbd_build_inflation(xpbd_draft *draft) {
  XPBD_TRY(xpbd_draft_number(draft, XPBD_USES_VOLUME, 1.5, 0.01, 100.0, &draft->volume));
  const char *text = draft->params->constraint ? draft->params->constraint : draft->info->constraint;
  xpbd_spec spec;
  XPBD_TRY(xpbd_spec_read(text, &spec));
  XPBD_REQUIRE(has_closed_volume(&spec), XPBD_ERR_INVALID_ARGUMENT,
               "constraint '%.80s': inflation needs closed_volume in it", text);
  if (draft->params->mesh) {
    XPBD_TRY(make_body(draft));
  } else {
    int32_t level;
    XPBD_TRY(xpbd_draft_level(draft, &level));
    XPBD_TRY(xpbd_mesh_make_sphere(level, 0.5 * draft->size, &draft->model->mesh));
  }
  return xpbd_draft_particles(draft);
}

/* Copy a body into the model's mesh from vertex `first` on, moved by x and y. */
static void copy_body(const xpbd_mesh *body, int32_t first, double x, double y, double *positions, int32_t *corner) {
  for (int64_t i = 0; i < 3 * (int64_t)body->vertex_count; i++)
    positions[3 * (int64_t)first + i] = body->positions[i] + (i % 3 == 0 ? x : i % 3 == 1 ? y : 0.0);
  for (int64_t k = 0; k < 3 * (int64_t)body->triangle_count; k++) corner[k] = body->triangles[k] + first;
}

/* Two equal balls side by side, the second a little higher: vertex against vertex would be a knife's edge. */
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

/* Two balls come towards each other, each a body of its own, with its own centre. */
xpbd_status xpbd_build_spheres_colliding(xpbd_draft *draft) {
  int32_t level;
  XPBD_TRY(xpbd_draft_level(draft, &level));
  XPBD_TRY(xpbd_mesh_make_sphere(level, 0.5 * draft->size, &draft->part));
  const int32_t n = draft->part.vertex_count;
  XPBD_TRY(make_pair(&draft->part, 1.5 * draft->size, 0.02 * draft->size, &draft->model->mesh));
  XPBD_TRY(xpbd_draft_particles(draft));
  for (int32_t i = 0; i < 2 * n; i++) draft->velocities[3 * (int64_t)i] = i < n ? 5.0 : -5.0;
  draft->part_count = 2;
  xpbd_draft_use_contact(draft);
  return XPBD_OK;
}
