/* Why this file exists: the scene cloth, which starts level and hangs from two corners of a side. */
#include "base/error.h"
#include "scene/build.h"

static xpbd_status build(xpbd_draft *draft) {
  XPBD_TRY(xpbd_draft_sheet(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  if (draft->columns == 0) return xpbd_draft_pin_end(draft, 1, true, 0.02);
  xpbd_draft_pin(draft, 0);
  xpbd_draft_pin(draft, draft->columns - 1);
  return XPBD_OK;
}

const xpbd_named_scene xpbd_named_cloth = {
    .info =
        {
            .name = "cloth",
            .about = "a cloth hangs from two corners; with a mesh: the mesh hangs from its highest vertices",
            .source = "Cetinaslan 2019, Fig. 1; Cetinaslan and Chaves 2019, Fig. 1; Cetinaslan 2023, Fig. 2",
            .frame_time = 1.0 / 24.0,
            .substeps = 1,
            .iterations = 200,
            .frames = 240,
            .resolution = 41,
            .least_resolution = 2,
            .size = 10.0,
            .mass = 1.0,
            .gravity = 9.81,
            .constraint = "stretching",
            .compliance = 1e-5,
            .damping = 0.0,
            .takes_mesh = true,
        },
    .build = build,
};
