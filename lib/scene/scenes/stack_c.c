/* Why this file exists: the scene stack_c. A loose ball is between the ground and what swings above it. */
#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    XPBD_RESTITUTION(1.0),
    {"speed", "m/s", 0.0, -1e12, 1e12, "downwards at the start"},
    {"drop", "m", 0.0, 0.0, 1e12, "fall height of the lowest ball"},
};

static xpbd_status build(xpbd_draft *draft) {
  return xpbd_draft_stack(draft, 1);
}

const xpbd_named_scene xpbd_named_stack_c = {
    .info = {.name = "stack_c",
             .about = "two balls with a spring between them on a loose ball on the ground",
             .source = "Kot and Nagahashi, Fig. 2 C and Fig. 4",
             .method = "verlet-7",
             .frame_time = 1.0 / 50.0,
             .substeps = 20,
             .iterations = 4,
             .frames = 500,
             .resolution = 3,
             .least_resolution = 3,
             .size = 1.0,
             .mass = 1.0,
             .gravity = 9.8,
             .constraint = "stretching:k=1",
             .compliance = 1e-3,
             .damping = 0.0,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
