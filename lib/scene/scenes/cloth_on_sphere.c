/* Why this file exists: the scene cloth_on_sphere. A level free sheet falls on a sphere slightly below its middle, with
 * a radius of a quarter of its side. */

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"friction", "1", 0.0, 0.0, 1e6, "Coulomb friction of obstacles"},
    XPBD_AREA_DENSITY,
};

static xpbd_status build(xpbd_draft *draft) {
  XPBD_TRY(xpbd_draft_falling_sheet(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_weigh_sheet(draft));
  xpbd_obstacle_def ball;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_SPHERE, &ball));
  ball.radius = 0.25 * draft->size;
  ball.centre[0] = ball.centre[2] = 0.5 * draft->size;
  ball.centre[1] = -ball.radius - 0.025 * draft->size;
  return xpbd_draft_obstacle(draft, &ball);
}

const xpbd_named_scene xpbd_named_cloth_on_sphere = {
    .info = {.name = "cloth_on_sphere",
             .about = "a cloth falls on a fixed sphere",
             .source = "Cetinaslan 2019, Fig. 5",
             .frame_time = 1.0 / 24.0,
             .substeps = 1,
             .iterations = 200,
             .frames = 72,
             .resolution = 41,
             .least_resolution = 2,
             .size = 40.0,
             .mass = 1.0,
             .gravity = 9.81,
             .constraint = "stretching",
             .compliance = 1e-5,
             .damping = 0.3,
             .takes_mesh = true,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
