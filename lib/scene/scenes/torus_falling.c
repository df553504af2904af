/* Why this file exists: the scene torus_falling, through three pairs of spheres side by side onto a box. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"friction", "1", NAN, 0.0, 1e6, "Coulomb friction of obstacles; default: 0 of the spheres and 0.5 of the box"},
    XPBD_DENSITY,
};

static xpbd_status build(xpbd_draft *draft) {
  if (draft->params->mesh) {
    XPBD_TRY(xpbd_draft_body(draft));
    xpbd_draft_lift_mesh(draft, -draft->size * 2.0 / 14.0); /* the lowest point of the torus */
  } else {
    int32_t around;
    XPBD_TRY(xpbd_draft_resolution(draft, &around));
    XPBD_TRY(xpbd_draft_torus(draft, around, (int32_t)fmax(3.0, round(49.0 / 63.0 * around)), false));
  }
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_weigh_closed(draft));
  const double size = draft->size;
  xpbd_obstacle_def ball, box;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_SPHERE, &ball));
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_BOX, &box));
  if (isnan(ball.friction)) ball.friction = 0.0, box.friction = 0.5;
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

const xpbd_named_scene xpbd_named_torus_falling = {
    .info = {.name = "torus_falling",
             .about = "a closed surface falls on many spheres and lands on a box",
             .source = "Cetinaslan 2023, Fig. 8",
             .frame_time = 1.0 / 24.0,
             .substeps = 1,
             .iterations = 50,
             .frames = 144,
             .resolution = 63,
             .least_resolution = 4,
             .size = 14.0,
             .mass = 1.0,
             .gravity = 9.81,
             .constraint = "esbd_tet+tet_determinant",
             .compliance = 1e-4,
             .damping = 0.3,
             .takes_mesh = true,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
