/* Why this file exists: the scene cloth, which starts level and hangs from two corners of a side. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/level.h"
#include "scene/build.h"

static const xpbd_scene_parameter parameters[] = {
    XPBD_AREA_DENSITY,
    {"copies", "1", 1.0, 1.0, 1e6, "number of equal cloths side by side, each held by its own corners"},
};

/* Replaces the mesh by copies of it in rows of a square, a quarter of the size apart. They are one mesh, so a group of
 * constraints has those of all copies. */
static xpbd_status copy_mesh(xpbd_draft *draft, int32_t copies) {
  xpbd_mesh one = draft->model->mesh;
  XPBD_REQUIRE(one.vertex_count <= INT32_MAX / 3 / copies && one.triangle_count <= INT32_MAX / 3 / copies &&
                   one.tet_count == 0,
               XPBD_ERR_INVALID_ARGUMENT, "copies is %d: that is too many for this mesh, or it has tets", (int)copies);
  double low[3], high[3];
  xpbd_draft_bounds(draft, low, high);
  const int64_t reals = 3 * (int64_t)one.vertex_count, corners = 3 * (int64_t)one.triangle_count;
  const int32_t side = (int32_t)ceil(sqrt(copies));
  double *positions = malloc((size_t)(copies * reals) * sizeof *positions);
  int32_t *triangles = malloc((size_t)(copies * corners + 1) * sizeof *triangles);
  xpbd_status status =
      positions && triangles ? XPBD_OK : xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %d cloths", (int)copies);
  for (int32_t b = 0; b < copies && status == XPBD_OK; b++) {
    const double shift[3] = {1.25 * (high[0] - low[0]) * (b % side), 0.0, 1.25 * (high[2] - low[2]) * (b / side)};
    for (int64_t i = 0; i < reals; i++) positions[b * reals + i] = one.positions[i] + shift[i % 3];
    for (int64_t i = 0; i < corners; i++) triangles[b * corners + i] = one.triangles[i] + b * one.vertex_count;
  }
  draft->model->mesh = (xpbd_mesh){0};
  if (status == XPBD_OK)
    status = xpbd_mesh_make(copies * one.vertex_count, positions, copies * one.triangle_count, triangles,
                            &draft->model->mesh);
  xpbd_mesh_destroy(&one);
  free(positions);
  free(triangles);
  return status;
}

/* A mesh hangs from its highest vertices. A level one has none: each copy hangs from two corners, as the scene's own. */
static xpbd_status pin(xpbd_draft *draft, int32_t copies) {
  const int32_t side = draft->columns;
  if (side > 0) {
    for (int32_t first = 0; first < draft->model->mesh.vertex_count; first += side * side) {
      xpbd_draft_pin(draft, first);
      xpbd_draft_pin(draft, first + side - 1);
    }
    return XPBD_OK;
  }
  const xpbd_mesh *mesh = &draft->model->mesh;
  const int32_t each = mesh->vertex_count / copies;
  for (int32_t first = 0; first < copies * each; first += each) {
    int32_t corners[2];
    if (!xpbd_level_corners(&mesh->positions[3 * (int64_t)first], each, corners))
      return xpbd_draft_pin_end(draft, 1, true, 0.02);
    for (int k = 0; k < 2; k++) xpbd_draft_pin(draft, first + corners[k]);
  }
  return XPBD_OK;
}

static xpbd_status build(xpbd_draft *draft) {
  double copies;
  XPBD_TRY(xpbd_draft_parameter(draft, "copies", &copies));
  XPBD_REQUIRE(floor(copies) >= copies, XPBD_ERR_INVALID_ARGUMENT, "copies is %g, must be a whole number", copies);
  XPBD_TRY(xpbd_draft_sheet(draft));
  if (copies >= 2.0) XPBD_TRY(copy_mesh(draft, (int32_t)copies));
  XPBD_TRY(xpbd_draft_particles(draft));
  XPBD_TRY(pin(draft, copies >= 2.0 ? (int32_t)copies : 1));
  return xpbd_draft_weigh_sheet(draft);
}

const xpbd_named_scene xpbd_named_cloth = {
    .info =
        {
            .name = "cloth",
            .about = "a cloth hangs from two corners; with a mesh: the mesh hangs from its highest vertices, and a "
                     "level one from two corners",
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
