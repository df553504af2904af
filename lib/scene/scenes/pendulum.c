/* Why this file exists: the scene pendulum, which starts straight, at an angle to the vertical, towards +x. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"angle", "degrees", 30.0, -180.0, 180.0, "from the vertical at the start"},
};

static xpbd_status build(xpbd_draft *draft) {
  int32_t count;
  double angle;
  XPBD_TRY(xpbd_draft_parameter(draft, "angle", &angle));
  XPBD_TRY(xpbd_draft_line(draft, &count));
  angle *= acos(-1.0) / 180.0;
  for (int64_t i = 0; i < count; i++) {
    const double length = draft->start[3 * i];
    draft->start[3 * i] = length * sin(angle);
    draft->start[3 * i + 1] = -length * cos(angle);
  }
  xpbd_draft_pin(draft, 0);
  return XPBD_OK;
}

const xpbd_named_scene xpbd_named_pendulum = {
    .info = {.name = "pendulum",
             .about = "a pendulum swings",
             .source = "Huygens 1673",
             .frame_time = 1.0 / 24.0,
             .substeps = 50,
             .iterations = 1,
             .frames = 240,
             .resolution = 2,
             .least_resolution = 2,
             .size = 1.0,
             .mass = 1.0,
             .gravity = 9.81,
             .constraint = "stretching:k=1",
             .compliance = 0.0,
             .damping = 0.0,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
