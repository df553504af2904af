/* Why this file exists: the scene torus_stretched. It stands upright. Handles hold its top and bottom and pull them
 * apart or push them together. */
#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"stretch", "1", 1.5, 0.05, 20.0, "length when pulled, relative to rest"},
    XPBD_PULL_TIME,
};

static xpbd_status build(xpbd_draft *draft) {
  int32_t around;
  double stretch, low[3], high[3];
  XPBD_TRY(xpbd_draft_parameter(draft, "stretch", &stretch));
  XPBD_TRY(xpbd_draft_resolution(draft, &around));
  XPBD_TRY(xpbd_draft_torus(draft, around, around, true));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_pull_time(draft));
  xpbd_draft_bounds(draft, low, high);
  xpbd_hold top = {.region = {.axis = 1, .high = true, .share = 0.05}};
  xpbd_hold bottom = {.region = {.axis = 1, .high = false, .share = 0.05}};
  top.shift[1] = (stretch - 1.0) * high[1];
  bottom.shift[1] = (stretch - 1.0) * low[1];
  XPBD_TRY(xpbd_draft_pull(draft, &top));
  XPBD_TRY(xpbd_draft_pull(draft, &bottom));
  if (draft->pull_time > 0.0) return XPBD_OK;
  for (int64_t i = 0; i < draft->model->mesh.vertex_count; i++) draft->start[3 * i + 1] *= stretch;
  return XPBD_OK;
}

const xpbd_named_scene xpbd_named_torus_stretched = {
    .info = {.name = "torus_stretched",
             .about = "a torus is pulled apart, or pushed together, at top and bottom",
             .source = "Cetinaslan and Chaves 2019, Fig. 2",
             .frame_time = 1.0 / 24.0,
             .substeps = 1,
             .iterations = 5,
             .frames = 72,
             .resolution = 30,
             .least_resolution = 4,
             .size = 0.35,
             .mass = 1.0,
             .gravity = 0.0,
             .constraint = "linear_tet",
             .compliance = 1e-4,
             .damping = 0.3,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
