/* Why this file exists: takes, measures, scales and places the mesh of a scene. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

xpbd_status xpbd_draft_take_mesh(xpbd_draft *draft) {
  return xpbd_mesh_copy(draft->params->mesh, &draft->model->mesh);
}

void xpbd_draft_bounds(const xpbd_draft *draft, double low[3], double high[3]) {
  const xpbd_mesh *mesh = &draft->model->mesh;
  for (int k = 0; k < 3; k++) low[k] = INFINITY, high[k] = -INFINITY;
  for (int64_t i = 0; i < mesh->vertex_count; i++)
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], mesh->positions[3 * i + k]);
      high[k] = fmax(high[k], mesh->positions[3 * i + k]);
    }
}

xpbd_status xpbd_draft_fit_mesh(xpbd_draft *draft, const double middle[3]) {
  xpbd_mesh *mesh = &draft->model->mesh;
  double low[3], high[3], sides[3];
  xpbd_draft_bounds(draft, low, high);
  const double extent = xpbd_mesh_extent(mesh, sides);
  XPBD_REQUIRE(extent > 0.0 && isfinite(extent), XPBD_ERR_INVALID_ARGUMENT,
               "the mesh has no extent: all its vertices are in one place");
  for (int64_t i = 0; i < mesh->vertex_count; i++)
    for (int k = 0; k < 3; k++) {
      double *p = &mesh->positions[3 * i + k];
      *p = middle[k] + (*p - 0.5 * (low[k] + high[k])) * (draft->size / extent);
    }
  return XPBD_OK;
}

void xpbd_draft_lift_mesh(xpbd_draft *draft, double lowest) {
  double low[3], high[3];
  xpbd_draft_bounds(draft, low, high);
  for (int64_t i = 0; i < draft->model->mesh.vertex_count; i++)
    draft->model->mesh.positions[3 * i + 1] += lowest - low[1];
}
