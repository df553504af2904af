/* Why this file exists: the scene body_hit. A body lies on the ground. After half a second a sphere comes from the side
 * with 20 m/s, stops where the body's middle was, and disappears. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"friction", "1", NAN, 0.0, 1e6, "Coulomb friction of obstacles; default: 0 of the sphere and 0.5 of the ground"},
    XPBD_DENSITY,
};

static xpbd_status build(xpbd_draft *draft) {
  double low[3], high[3];
  XPBD_TRY(xpbd_draft_body(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_weigh_closed(draft));
  xpbd_draft_bounds(draft, low, high);
  xpbd_obstacle_def ball, ground;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_SPHERE, &ball));
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_HALF_SPACE, &ground));
  if (isnan(ball.friction)) ball.friction = 0.0, ground.friction = 0.5;
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

const xpbd_named_scene xpbd_named_body_hit = {
    .info = {.name = "body_hit",
             .about = "a sphere is thrown at a closed surface",
             .source = "Cetinaslan 2023, Fig. 9",
             .frame_time = 1.0 / 24.0,
             .substeps = 10,
             .iterations = 20,
             .frames = 72,
             .resolution = 33,
             .least_resolution = 2,
             .size = 14.5,
             .mass = 1.0,
             .gravity = 9.81,
             .constraint = "esbd_mod_tet+tet_determinant",
             .compliance = 1e-4,
             .damping = 0.3,
             .takes_mesh = true,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
