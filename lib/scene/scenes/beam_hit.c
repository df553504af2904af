/* Why this file exists: the scene beam_hit. A sphere touches the beam from above at three quarters of its length, moves
 * down by 4.5 cells in 1 s and disappears. The beam is held at its left end. */
#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"friction", "1", 0.0, 0.0, 1e6, "Coulomb friction of obstacles"},
};

static xpbd_status build(xpbd_draft *draft) {
  double low[3], high[3];
  XPBD_TRY(xpbd_draft_beam_surface(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_pin_end(draft, 0, false, 1e-6));
  xpbd_draft_bounds(draft, low, high);
  const double cell = draft->size / 13.0;
  xpbd_obstacle_def ball;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_SPHERE, &ball));
  ball.radius = 1.5 * cell;
  const double x = low[0] + 0.75 * (high[0] - low[0]), y = high[1] + ball.radius, z = 0.5 * (low[2] + high[2]);
  const double times[2] = {0.0, 1.0}, path[6] = {x, y, z, x, y - 4.5 * cell, z};
  ball.key_count = 2;
  ball.key_times = times;
  ball.key_positions = path;
  ball.until = 1.0;
  return xpbd_draft_obstacle(draft, &ball);
}

const xpbd_named_scene xpbd_named_beam_hit = {
    .info = {.name = "beam_hit",
             .about = "a sphere pushes down a beam that is held at one end",
             .source = "Cetinaslan 2023, Fig. 7",
             .frame_time = 1.0 / 24.0,
             .substeps = 1,
             .iterations = 200,
             .frames = 104,
             .resolution = 14,
             .least_resolution = 2,
             .size = 13.0,
             .mass = 1.0,
             .gravity = 9.81,
             .constraint = "esbd_tet+tet_determinant",
             .compliance = 1e-5,
             .damping = 0.3,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
