/* Why this file exists: the bodies that several scenes use: a sheet, a body with ears, a torus, a beam, a line. Their
 * meshes have the printed counts. If a paper's mesh cannot be shipped, users can pass it as the mesh parameter. */
#include <math.h>

#include "base/error.h"
#include "scene/build.h"

xpbd_status xpbd_draft_sheet(xpbd_draft *draft) {
  int32_t side;
  if (draft->params->mesh) {
    XPBD_TRY(xpbd_draft_take_mesh(draft));
    if (isnan(draft->params->size)) return XPBD_OK;
    return xpbd_draft_fit_mesh(draft, (const double[3]){0.0, 0.0, 0.0});
  }
  XPBD_TRY(xpbd_draft_resolution(draft, &side));
  draft->columns = side;
  return xpbd_mesh_make_grid(side, side, draft->size / (side - 1), &draft->model->mesh);
}

xpbd_status xpbd_draft_falling_sheet(xpbd_draft *draft) {
  if (!draft->params->mesh) return xpbd_draft_sheet(draft);
  XPBD_TRY(xpbd_draft_take_mesh(draft));
  XPBD_TRY(xpbd_draft_fit_mesh(draft, (const double[3]){0.5 * draft->size, 0.0, 0.5 * draft->size}));
  xpbd_draft_lift_mesh(draft, 0.0);
  return XPBD_OK;
}

xpbd_status xpbd_draft_body(xpbd_draft *draft) {
  if (draft->params->mesh) {
    XPBD_TRY(xpbd_draft_take_mesh(draft));
  } else {
    int32_t level;
    XPBD_TRY(xpbd_draft_level(draft, &level));
    XPBD_TRY(xpbd_shape_blob(level, &draft->model->mesh));
  }
  return xpbd_draft_fit_mesh(draft, (const double[3]){0.0, 0.0, 0.0});
}

xpbd_status xpbd_draft_torus(xpbd_draft *draft, int32_t around, int32_t across, bool standing) {
  xpbd_mesh *mesh = &draft->model->mesh;
  XPBD_TRY(xpbd_mesh_make_torus(around, across, draft->size * 5.0 / 14.0, draft->size * 2.0 / 14.0, mesh));
  for (int64_t i = 0; standing && i < mesh->vertex_count; i++) {
    double *p = &mesh->positions[3 * i];
    const double y = p[1];
    p[1] = -p[2], p[2] = y; /* a quarter turn about x */
  }
  return XPBD_OK;
}

void xpbd_draft_lay_along_x(xpbd_mesh *mesh) {
  for (int64_t i = 0; i < mesh->vertex_count; i++) {
    double *p = &mesh->positions[3 * i];
    const double x = p[0], y = p[1], z = p[2];
    p[0] = z, p[1] = x, p[2] = y;
  }
}

xpbd_status xpbd_draft_beam_cells(const xpbd_draft *draft, int32_t *thick, int32_t *deep, int32_t *along) {
  int32_t resolution;
  XPBD_TRY(xpbd_draft_resolution(draft, &resolution));
  *along = resolution - 1;
  *thick = (int32_t)fmax(1.0, round(3.0 / 13.0 * *along));
  *deep = (int32_t)fmax(1.0, round(4.0 / 13.0 * *along));
  return XPBD_OK;
}

xpbd_status xpbd_draft_beam_surface(xpbd_draft *draft) {
  int32_t thick, deep, along;
  XPBD_TRY(xpbd_draft_beam_cells(draft, &thick, &deep, &along));
  XPBD_TRY(xpbd_mesh_make_box(thick, deep, along, draft->size / along, &draft->model->mesh));
  xpbd_draft_lay_along_x(&draft->model->mesh);
  return XPBD_OK;
}

xpbd_status xpbd_draft_line(xpbd_draft *draft, int32_t *count) {
  XPBD_TRY(xpbd_draft_resolution(draft, count));
  XPBD_TRY(xpbd_shape_line(*count, draft->size, &draft->model->mesh));
  return xpbd_draft_particles(draft);
}
