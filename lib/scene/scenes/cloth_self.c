/* Why this file exists: the scene cloth_self. A level sheet falls over a rod and on the ground below, where it lies in
 * folds. */

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"friction", "1", 0.3, 0.0, 1e6, "Coulomb friction of obstacles"},
    XPBD_AREA_DENSITY,
};

static xpbd_status build(xpbd_draft *draft) {
  XPBD_TRY(xpbd_draft_falling_sheet(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_weigh_sheet(draft));
  const double side = draft->size, radius = 0.08 * side;
  xpbd_obstacle_def rod, ground;
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_POLYHEDRON, &rod));
  XPBD_TRY(xpbd_draft_obstacle_def(draft, XPBD_OBSTACLE_HALF_SPACE, &ground));
  xpbd_mesh prism;
  XPBD_TRY(xpbd_shape_rod(24, radius, 1.4 * side, &prism));
  rod.mesh = &prism;
  rod.centre[0] = 0.45 * side; /* off-centre, so that one half is longer than the other */
  rod.centre[1] = -1.1 * radius;
  rod.centre[2] = 0.5 * side;
  ground.centre[1] = -0.3 * side;
  xpbd_status status = xpbd_draft_obstacle(draft, &rod);
  if (status == XPBD_OK) status = xpbd_draft_obstacle(draft, &ground);
  xpbd_mesh_destroy(&prism);
  return status;
}

const xpbd_named_scene xpbd_named_cloth_self = {
    .info = {.name = "cloth_self",
             .about = "a cloth falls over a rod and folds on the ground",
             .source = "none; for contact of a body with itself",
             .frame_time = 1.0 / 24.0,
             .substeps = 1,
             .iterations = 100,
             .frames = 120,
             .resolution = 41,
             .least_resolution = 2,
             .size = 10.0,
             .mass = 1.0,
             .gravity = 9.81,
             .constraint = "stretching",
             .compliance = 1e-5,
             .damping = 0.3,
             .self_contact = true,
             .takes_mesh = true,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
