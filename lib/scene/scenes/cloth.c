/* Why this file exists: the scene cloth, which starts level and hangs from two corners of a side. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"area_density", "kg/m^2", NAN, 1e-9, 1e9,
     "mass per area of the cloth; alternative to mass; default: every particle has the mass"},
};

/* A mesh hangs from its highest vertices. */
static xpbd_status pin(xpbd_draft *draft) {
  double low[3], high[3];
  if (draft->columns > 0) {
    xpbd_draft_pin(draft, 0);
    xpbd_draft_pin(draft, draft->columns - 1);
    return XPBD_OK;
  }
  xpbd_draft_bounds(draft, low, high);
  XPBD_REQUIRE(high[1] > low[1] || !draft->own_pins, XPBD_ERR_INVALID_ARGUMENT,
               "the mesh is level, so its highest vertices are all of them: choose the pins");
  return xpbd_draft_pin_end(draft, 1, true, 0.02);
}

static xpbd_status build(xpbd_draft *draft) {
  double density;
  XPBD_TRY(xpbd_draft_parameter(draft, "area_density", &density));
  XPBD_REQUIRE(isnan(density) || isnan(draft->params->mass), XPBD_ERR_INVALID_ARGUMENT,
               "area_density and mass both set the masses: leave one out");
  XPBD_TRY(xpbd_draft_sheet(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(pin(draft));
  return isnan(density) ? XPBD_OK : xpbd_draft_weigh(draft, density, NAN);
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
            XPBD_OWN_PARAMETERS(parameters),
        },
    .build = build,
};
