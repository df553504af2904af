/* Why this file exists: the scene chain, which hangs straight down from particle 0 and starts unstretched. */
#include "base/error.h"
#include "scene/build.h"

static xpbd_status build(xpbd_draft *draft) {
  int32_t count;
  XPBD_TRY(xpbd_draft_line(draft, &count));
  for (int64_t i = 0; i < count; i++) {
    draft->start[3 * i + 1] = -draft->start[3 * i];
    draft->start[3 * i] = 0.0;
  }
  xpbd_draft_pin(draft, 0);
  return XPBD_OK;
}

const xpbd_named_scene xpbd_named_chain = {
    .info =
        {
            .name = "chain",
            .about = "a chain hangs from one end",
            .source = "Macklin et al. 2016: stiffness does not depend on iterations",
            .frame_time = 1.0 / 24.0,
            .substeps = 10,
            .iterations = 20,
            .frames = 240,
            .resolution = 21,
            .least_resolution = 2,
            .size = 1.0,
            .mass = 0.05,
            .gravity = 9.81,
            .constraint = "stretching:k=1",
            .compliance = 1e-3,
            .damping = 0.0,
        },
    .build = build,
};
