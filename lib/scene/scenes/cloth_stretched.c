/* Why this file exists: the scene cloth_stretched. Handles hold the first and last column of a level sheet and pull
 * them apart. */
#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"stretch", "1", 1.5, 0.05, 20.0, "length when pulled, relative to rest"},
    XPBD_PULL_TIME,
};

static xpbd_status build(xpbd_draft *draft) {
  double stretch;
  XPBD_TRY(xpbd_draft_parameter(draft, "stretch", &stretch));
  XPBD_TRY(xpbd_draft_sheet(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_pull_time(draft));
  const double way = 0.5 * draft->size * (stretch - 1.0);
  const xpbd_hold first = {.region = {.share = 1e-6}, .shift = {-way, 0.0, 0.0}};
  const xpbd_hold last = {.region = {.high = true, .share = 1e-6}, .shift = {way, 0.0, 0.0}};
  XPBD_TRY(xpbd_draft_pull(draft, &first));
  XPBD_TRY(xpbd_draft_pull(draft, &last));
  if (draft->pull_time > 0.0) return XPBD_OK;
  for (int64_t i = 0; i < draft->model->mesh.vertex_count; i++)
    draft->start[3 * i] = 0.5 * draft->size + (draft->start[3 * i] - 0.5 * draft->size) * stretch;
  return XPBD_OK;
}

const xpbd_named_scene xpbd_named_cloth_stretched = {
    .info = {.name = "cloth_stretched",
             .about = "a cloth is pulled apart at two sides",
             .source = "Cetinaslan 2023, Fig. 4",
             .frame_time = 1.0 / 24.0,
             .substeps = 1,
             .iterations = 200,
             .frames = 72,
             .resolution = 21,
             .least_resolution = 2,
             .size = 10.0,
             .mass = 1.0,
             .gravity = 9.81,
             .constraint = "esbd+triangle_area",
             .compliance = 1e-5,
             .damping = 0.3,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
