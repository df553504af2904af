/* Why this file exists: the scene blob: a closed surface that hangs. */

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {XPBD_DENSITY};

static xpbd_status build(xpbd_draft *draft) {
  XPBD_TRY(xpbd_draft_body(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_weigh_closed(draft));
  /* the tips of the ears of our own body, or the highest vertices of a mesh */
  return xpbd_draft_pin_end(draft, 1, true, draft->params->mesh ? 0.02 : 0.08);
}

const xpbd_named_scene xpbd_named_blob = {
    .info =
        {
            .name = "blob",
            .about = "a closed surface hangs from its ears",
            .source = "Cetinaslan 2019, Fig. 3; Cetinaslan 2023, Fig. 5",
            .frame_time = 1.0 / 24.0,
            .substeps = 1,
            .iterations = 50,
            .frames = 120,
            .resolution = 33,
            .least_resolution = 2,
            .size = 14.5,
            .mass = 1.0,
            .gravity = 9.81,
            .constraint = "stretching+tet_volume",
            .compliance = 1e-4,
            .damping = 0.0,
            .takes_mesh = true,
            XPBD_OWN_PARAMETERS(parameters),
        },
    .build = build,
};
