/* Why this file exists: the scene stack_a. It has only contacts, so only they can change its energy. */
#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    XPBD_RESTITUTION(1.0),
    {"speed", "m/s", 0.0, -1e12, 1e12, "downwards at the start"},
    {"drop", "m", 0.0, 0.0, 1e12, "fall height of the lowest ball"},
};

static xpbd_status build(xpbd_draft *draft) {
  return xpbd_draft_stack(draft, INT32_MAX);
}

const xpbd_named_scene xpbd_named_stack_a = {
    .info = {.name = "stack_a",
             .about = "three loose balls on top of each other and on the ground",
             .source = "Kot and Nagahashi, Fig. 2 A and Fig. 3",
             .method = "verlet-7",
             .frame_time = 1.0 / 50.0,
             .substeps = 20,
             .iterations = 4,
             .frames = 500,
             .resolution = 3,
             .least_resolution = 1,
             .size = 1.0,
             .mass = 1.0,
             .gravity = 9.8,
             .constraint = "none",
             .compliance = 1e-3,
             .damping = 0.0,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
