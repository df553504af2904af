/* Why this file exists: the scene beam_tets. It has real tetrahedra, where other bodies have a surface and a ghost tip.
 * Its material parameter E is Young's modulus, and iterations nearly solve its time steps. */
#include "base/error.h"
#include "scene/build.h"

static xpbd_status build(xpbd_draft *draft) {
  int32_t thick, deep, along;
  XPBD_TRY(xpbd_draft_beam_cells(draft, &thick, &deep, &along));
  XPBD_TRY(xpbd_mesh_make_beam(thick, deep, along, draft->size / along, &draft->model->mesh));
  xpbd_draft_lay_along_x(&draft->model->mesh);
  XPBD_TRY(xpbd_draft_particles(draft));
  return xpbd_draft_pin_end(draft, 0, false, 1e-6);
}

const xpbd_named_scene xpbd_named_beam_tets = {
    .info =
        {
            .name = "beam_tets",
            .about = "a beam of tetrahedra held at one end bends under its weight",
            .source = "none; for real tetrahedra",
            .frame_time = 1.0 / 24.0,
            .substeps = 10,
            .iterations = 10,
            .frames = 120,
            .resolution = 14,
            .least_resolution = 2,
            .size = 13.0,
            .mass = 1.0,
            .gravity = 9.81,
            .constraint = "stvk_strain_tet:E=50000",
            .compliance = 1e-4,
            .damping = 0.0,
        },
    .build = build,
};
