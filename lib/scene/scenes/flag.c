/* Why this file exists: the scene flag: the sheet upright, x along the wind, its first column the pole, y up. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static xpbd_status build(xpbd_draft *draft) {
  XPBD_TRY(xpbd_draft_sheet(draft));
  xpbd_mesh *mesh = &draft->model->mesh;
  for (int64_t i = 0; i < mesh->vertex_count; i++) {
    double *p = &mesh->positions[3 * i];
    p[1] = -p[2]; /* a quarter turn about x, rows downwards */
    p[2] = 0.0;
  }
  XPBD_TRY(xpbd_draft_particles(draft));
  for (int32_t i = 0; i < mesh->vertex_count; i += draft->columns) xpbd_draft_pin(draft, i);
  /* The wind swings sideways by 35 % of its speed. Otherwise the flat flag would be the solution. */
  double speed = 0.0;
  for (int k = 0; k < 3; k++) speed += draft->wind.velocity[k] * draft->wind.velocity[k];
  draft->wind.swing[2] = 0.35 * sqrt(speed);
  draft->wind.swing_rate = 0.5;
  return XPBD_OK;
}

const xpbd_named_scene xpbd_named_flag = {
    .info =
        {
            .name = "flag",
            .about = "a flag in a wind that swings sideways, held along its pole",
            .source = "Cetinaslan 2019, Fig. 2; Cetinaslan 2023, Fig. 3",
            .frame_time = 1.0 / 24.0,
            .substeps = 1,
            .iterations = 100,
            .frames = 240,
            .resolution = 41,
            .least_resolution = 2,
            .size = 10.0,
            .mass = 0.02,
            .gravity = 9.81,
            .wind = {5.0, 0.0, 0.0},
            .wind_drag = 2.0,
            .constraint = "stretching",
            .compliance = 1e-5,
            .damping = 1.0,
        },
    .build = build,
};
