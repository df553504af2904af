/* Why this file exists: the scenes of a sheet: hanging, in the wind, on a sphere, stretched, folded over a rod. The
 * numbers that no paper prints are explained in data/scenes. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "scene/build.h"

/* A level sheet with its first corner at the origin, or the mesh of the parameters. */
static xpbd_status make_sheet(xpbd_draft *draft) {
  int32_t side;
  if (draft->params->mesh) {
    XPBD_TRY(xpbd_draft_take_mesh(draft));
    if (isnan(draft->params->size)) return XPBD_OK;
    return xpbd_draft_fit_mesh(draft, (const double[3]){0.0, 0.0, 0.0});
  }
  XPBD_TRY(xpbd_draft_resolution(draft, 2, &side));
  draft->columns = side;
  return xpbd_mesh_make_grid(side, side, draft->size / (side - 1), &draft->model->mesh);
}

/* The same for scenes in which it falls on something: a mesh is scaled and put on the level sheet's place. */
static xpbd_status make_falling(xpbd_draft *draft) {
  if (!draft->params->mesh) return make_sheet(draft);
  XPBD_TRY(xpbd_draft_take_mesh(draft));
  XPBD_TRY(xpbd_draft_fit_mesh(draft, (const double[3]){0.5 * draft->size, 0.0, 0.5 * draft->size}));
  xpbd_draft_lift_mesh(draft, 0.0);
  return XPBD_OK;
}

/* A cloth that starts level and hangs from two corners of a side. */
xpbd_status xpbd_build_cloth(xpbd_draft *draft) {
  XPBD_TRY(make_sheet(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  if (draft->columns == 0) return xpbd_draft_pin_end(draft, 1, true, 0.02);
  xpbd_draft_pin(draft, 0);
  xpbd_draft_pin(draft, draft->columns - 1);
  return XPBD_OK;
}

/* The sheet upright: x along the wind, its first column the pole, y up. */
xpbd_status xpbd_build_flag(xpbd_draft *draft) {
  XPBD_TRY(make_sheet(draft));
  xpbd_mesh *mesh = &draft->model->mesh;
  for (int64_t i = 0; i < mesh->vertex_count; i++) {
    double *p = &mesh->positions[3 * i];
    p[1] = -p[2]; /* a quarter turn about x, rows downwards */
    p[2] = 0.0;
  }
  XPBD_TRY(xpbd_draft_particles(draft));
  for (int32_t i = 0; i < mesh->vertex_count; i += draft->columns) xpbd_draft_pin(draft, i);
  /* It swings sideways by 35 % of its speed, and then the flat flag is not the solution it would be without. */
  double speed = 0.0;
  for (int k = 0; k < 3; k++) {
    if (isnan(draft->params->wind[k])) draft->wind.velocity[k] = k == 0 ? 5.0 : 0.0;
    speed += draft->wind.velocity[k] * draft->wind.velocity[k];
  }
  if (isnan(draft->params->wind_drag)) draft->wind.drag = 2.0;
  draft->wind.swing[2] = 0.35 * sqrt(speed);
  draft->wind.swing_rate = 0.5;
  return XPBD_OK;
}

/* A level sheet, free, falls on a sphere of a quarter of its side a little below its middle. */
xpbd_status xpbd_build_cloth_on_sphere(xpbd_draft *draft) {
  XPBD_TRY(make_falling(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  xpbd_obstacle_def ball;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_SPHERE, 0.0, &ball));
  ball.radius = 0.25 * draft->size;
  ball.centre[0] = ball.centre[2] = 0.5 * draft->size;
  ball.centre[1] = -ball.radius - 0.025 * draft->size;
  return xpbd_draft_obstacle(draft, &ball);
}

/* A level sheet; hands hold its first and last column and pull them apart. */
xpbd_status xpbd_build_cloth_stretched(xpbd_draft *draft) {
  double stretch;
  XPBD_TRY(xpbd_draft_number(draft, XPBD_USES_STRETCH, 1.5, 0.05, 20.0, &stretch));
  XPBD_TRY(make_sheet(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_pull_time(draft));
  const double way = 0.5 * draft->size * (stretch - 1.0);
  const xpbd_pull first = {.axis = 0, .high = false, .share = 1e-6, .shift = {-way, 0.0, 0.0}};
  const xpbd_pull last = {.axis = 0, .high = true, .share = 1e-6, .shift = {way, 0.0, 0.0}};
  XPBD_TRY(xpbd_draft_pull(draft, &first));
  XPBD_TRY(xpbd_draft_pull(draft, &last));
  if (draft->pull_time > 0.0) return XPBD_OK;
  for (int64_t i = 0; i < draft->model->mesh.vertex_count; i++)
    draft->start[3 * i] = 0.5 * draft->size + (draft->start[3 * i] - 0.5 * draft->size) * stretch;
  return XPBD_OK;
}

/* A level sheet falls over a rod and on the ground below, where it lies in folds. */
xpbd_status xpbd_build_cloth_self(xpbd_draft *draft) {
  XPBD_TRY(make_falling(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  xpbd_draft_use_contact(draft);
  const double side = draft->size, radius = 0.08 * side;
  xpbd_obstacle_def rod, ground;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_POLYHEDRON, 0.3, &rod));
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_HALF_SPACE, 0.3, &ground));
  xpbd_mesh prism;
  XPBD_TRY(xpbd_shape_rod(24, radius, 1.4 * side, &prism));
  rod.mesh = &prism;
  rod.centre[0] = 0.45 * side; /* off the middle: one half is longer than the other */
  rod.centre[1] = -1.1 * radius;
  rod.centre[2] = 0.5 * side;
  ground.centre[1] = -0.3 * side;
  xpbd_status status = xpbd_draft_obstacle(draft, &rod);
  if (status == XPBD_OK) status = xpbd_draft_obstacle(draft, &ground);
  xpbd_mesh_destroy(&prism);
  return status;
}
