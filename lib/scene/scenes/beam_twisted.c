/* Why this file exists: the scene beam_twisted. Both ends are held, and a handle turns the far one about the beam's
 * axis. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"angle", "degrees", 180.0, -720.0, 720.0, "by which one end is turned"},
    XPBD_PULL_TIME,
};

/* It starts evenly twisted about its axis, with the far end turned by the angle. */
static void twist_start(xpbd_draft *draft, double angle, const double low[3], const double high[3]) {
  for (int64_t i = 0; i < draft->model->mesh.vertex_count; i++) {
    double *p = &draft->start[3 * i];
    const double turn = angle * (p[0] - low[0]) / (high[0] - low[0]);
    const double y = p[1] - 0.5 * (low[1] + high[1]), z = p[2] - 0.5 * (low[2] + high[2]);
    p[1] = 0.5 * (low[1] + high[1]) + y * cos(turn) - z * sin(turn);
    p[2] = 0.5 * (low[2] + high[2]) + y * sin(turn) + z * cos(turn);
  }
}

static xpbd_status build(xpbd_draft *draft) {
  double angle, low[3], high[3];
  XPBD_TRY(xpbd_draft_parameter(draft, "angle", &angle));
  XPBD_TRY(xpbd_draft_beam_surface(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_pull_time(draft));
  xpbd_draft_bounds(draft, low, high);
  angle *= acos(-1.0) / 180.0;
  if (!(draft->pull_time > 0.0)) twist_start(draft, angle, low, high);
  const xpbd_hold far_end = {.region = {.high = true, .share = 1e-6},
                             .pivot = {0.0, 0.5 * (low[1] + high[1]), 0.5 * (low[2] + high[2])},
                             .axis = {1.0, 0.0, 0.0},
                             .angle = angle};
  XPBD_TRY(xpbd_draft_pin_end(draft, 0, false, 1e-6));
  return xpbd_draft_pull(draft, &far_end);
}

const xpbd_named_scene xpbd_named_beam_twisted = {
    .info = {.name = "beam_twisted",
             .about = "a beam is held at both ends, and one of them is turned",
             .source = "Cetinaslan 2023, Fig. 6",
             .frame_time = 1.0 / 24.0,
             .substeps = 10,
             .iterations = 20,
             .frames = 72,
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
