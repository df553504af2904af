/* Why this file exists: the scene body, for a body of the user. Its material is in Pa and its density in kg/m^3, so
 * it has the size, weight and stiffness of a real body. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    {"density", "kg/m^3", 1000.0, 1e-9, 1e9, "mass per volume of the body; alternative to mass"},
};

/* Replaces a closed surface by cells that fill it. */
static xpbd_status fill(xpbd_draft *draft) {
  xpbd_mesh surface = draft->model->mesh;
  int32_t resolution;
  double sides[3];
  XPBD_REQUIRE(surface.triangle_count > 0, XPBD_ERR_INVALID_ARGUMENT,
               "the mesh has neither tets nor triangles: use a mesh of a body");
  for (int64_t t = 0; t < 3 * (int64_t)surface.triangle_count; t++)
    XPBD_REQUIRE(surface.neighbours[t] >= 0, XPBD_ERR_INVALID_ARGUMENT,
                 "the mesh has no tets, and its surface is open at triangle %d: close it, or use the scene cloth",
                 (int)(t / 3));
  XPBD_TRY(xpbd_draft_resolution(draft, &resolution));
  const double extent = xpbd_mesh_extent(&surface, sides);
  draft->model->mesh = (xpbd_mesh){0};
  const xpbd_status status = xpbd_mesh_make_fill(&surface, extent / (resolution - 1), &draft->model->mesh);
  xpbd_mesh_destroy(&surface);
  return status;
}

static xpbd_status make_body(xpbd_draft *draft) {
  const xpbd_scene_params *params = draft->params;
  if (!params->mesh) {
    XPBD_TRY(xpbd_mesh_make_sphere(4, 0.5 * draft->size, &draft->model->mesh));
    return fill(draft);
  }
  XPBD_TRY(xpbd_draft_take_mesh(draft));
  if (!isnan(params->size)) XPBD_TRY(xpbd_draft_fit_mesh(draft, (const double[3]){0.0, 0.0, 0.0}));
  if (draft->model->mesh.tet_count == 0) return fill(draft);
  XPBD_REQUIRE(params->resolution == 0, XPBD_ERR_INVALID_ARGUMENT,
               "resolution is %d, but the mesh has its own tets: do not set it", (int)params->resolution);
  return XPBD_OK;
}

static xpbd_status build(xpbd_draft *draft) {
  double density;
  XPBD_TRY(xpbd_draft_parameter(draft, "density", &density));
  XPBD_REQUIRE(isnan(draft->mass) || !xpbd_params_value(draft->params, "density"), XPBD_ERR_INVALID_ARGUMENT,
               "density and mass both set the masses: leave one out");
  XPBD_TRY(make_body(draft));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(xpbd_draft_pin_end(draft, 1, false, 0.02));
  return xpbd_draft_weigh(draft, density, draft->mass);
}

const xpbd_named_scene xpbd_named_body = {
    .info = {.name = "body",
             .about = "a body of tets, or a closed surface filled with them, stands on its lowest vertices; without a "
                      "mesh: a ball",
             .source = "none; for a mesh of the user",
             .frame_time = 1.0 / 24.0,
             .substeps = 40,
             .iterations = 5,
             .frames = 72,
             .resolution = 21,
             .least_resolution = 2,
             .size = 1.0,
             .mass = NAN,
             .gravity = 9.81,
             .constraint = "neo_hookean_root_tet:E=1000000,nu=0.3",
             .compliance = 1e-4,
             .damping = 0.0,
             .takes_mesh = true,
             .whole_bodies = true,
             XPBD_OWN_PARAMETERS(parameters)},
    .build = build,
};
