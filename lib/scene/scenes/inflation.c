/* Why this file exists: the scene inflation: a sphere whose rest volume is larger than its start volume. */

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"volume", "1", 1.5, 0.01, 100.0, "rest volume relative to the start"},
    XPBD_DENSITY,
};

static bool has_closed_volume(const xpbd_spec *spec) {
  for (int k = 0; k < spec->count; k++)
    if (xpbd_formula_at(spec->part[k].formula)->traits & XPBD_SUMMED) return true;
  return false;
}

static xpbd_status build(xpbd_draft *draft) {
  XPBD_TRY(xpbd_draft_parameter(draft, "volume", &draft->volume));
  XPBD_REQUIRE(has_closed_volume(&draft->constraint), XPBD_ERR_INVALID_ARGUMENT,
               "constraint '%.80s': inflation needs closed_volume in it", draft->params->constraint);
  if (draft->params->mesh) {
    XPBD_TRY(xpbd_draft_body(draft));
  } else {
    int32_t level;
    XPBD_TRY(xpbd_draft_level(draft, &level));
    XPBD_TRY(xpbd_mesh_make_sphere(level, 0.5 * draft->size, &draft->model->mesh));
  }
  XPBD_TRY(xpbd_draft_particles(draft));
  return xpbd_draft_weigh_closed(draft);
}

const xpbd_named_scene xpbd_named_inflation = {
    .info = {.name = "inflation",
             .about = "a ball is blown up",
             .source = "Mueller et al. 2007, Eq. (12)",
             .frame_time = 1.0 / 24.0,
             .substeps = 10,
             .iterations = 5,
             .frames = 48,
             .resolution = 17,
             .least_resolution = 2,
             .size = 2.0,
             .mass = 1.0,
             .gravity = 0.0,
             .constraint = "stretching+closed_volume:alpha=0",
             .compliance = 1e-2,
             .damping = 0.3,
             .takes_mesh = true,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
