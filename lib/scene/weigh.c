/* Why this file exists: gives the particles of a mesh the masses that follow from a density. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "scene/build.h"

/* Volume of a tet [m^3], or area of a triangle [m^2]. */
static double measure_of(const double *x, const int32_t *corner, int corners) {
  double d[3][3] = {{0}}, cross[3];
  for (int k = 1; k < corners; k++)
    for (int c = 0; c < 3; c++) d[k - 1][c] = x[3 * (int64_t)corner[k] + c] - x[3 * (int64_t)corner[0] + c];
  for (int c = 0; c < 3; c++) {
    const int next = (c + 1) % 3, after = (c + 2) % 3;
    cross[c] = d[0][next] * d[1][after] - d[0][after] * d[1][next];
  }
  const double *e = corners == 4 ? d[2] : cross;
  const double product = cross[0] * e[0] + cross[1] * e[1] + cross[2] * e[2];
  return corners == 4 ? fabs(product) / 6.0 : sqrt(product) / 2.0;
}

xpbd_status xpbd_draft_weigh(xpbd_draft *draft, double density, double whole) {
  const xpbd_mesh *mesh = &draft->model->mesh;
  const bool solid = mesh->tet_count > 0;
  const int corners = solid ? 4 : 3;
  const int32_t elements = solid ? mesh->tet_count : mesh->triangle_count,
                *element = solid ? mesh->tets : mesh->triangles;
  double *share = calloc((size_t)mesh->vertex_count, sizeof *share), sum = 0.0;
  XPBD_REQUIRE(share, XPBD_ERR_OUT_OF_MEMORY, "no memory for the masses of %d particles", (int)mesh->vertex_count);
  for (int32_t e = 0; e < elements; e++, element += corners) {
    const double measure = measure_of(mesh->positions, element, corners);
    sum += measure;
    for (int k = 0; k < corners; k++) share[element[k]] += measure / corners;
  }
  const double factor = isnan(whole) ? density : whole / sum;
  xpbd_status status = XPBD_OK;
  for (int32_t i = 0; i < mesh->vertex_count && status == XPBD_OK; i++) {
    const double mass = factor * share[i];
    if (!(mass > 0.0 && isfinite(1.0 / mass)))
      status = xpbd_fail(XPBD_ERR_INVALID_ARGUMENT,
                         "particle %d gets a mass of %g kg from its %s: the mesh must be larger or denser there",
                         (int)i, mass, solid ? "tets" : "triangles");
    else if (draft->w[i] != 0.0)
      draft->w[i] = 1.0 / mass;
  }
  free(share);
  return status;
}

/* Reads a density. NaN if it is not set. */
static xpbd_status read_density(const xpbd_draft *draft, const char *name, double *out) {
  XPBD_TRY(xpbd_draft_parameter(draft, name, out));
  XPBD_REQUIRE(isnan(*out) || isnan(draft->params->mass), XPBD_ERR_INVALID_ARGUMENT,
               "%s and mass both set the masses: leave one out", name);
  return XPBD_OK;
}

xpbd_status xpbd_draft_weigh_sheet(xpbd_draft *draft) {
  double density;
  XPBD_TRY(read_density(draft, "area_density", &density));
  return isnan(density) ? XPBD_OK : xpbd_draft_weigh(draft, density, NAN);
}

/* Volume inside a closed surface [m^3], from the tetrahedra between its triangles and its first vertex. */
static double volume_of(const xpbd_mesh *mesh) {
  double sum = 0.0;
  for (int64_t t = 0; t < mesh->triangle_count; t++) {
    double d[3][3];
    for (int k = 0; k < 3; k++)
      for (int c = 0; c < 3; c++)
        d[k][c] = mesh->positions[3 * (int64_t)mesh->triangles[3 * t + k] + c] - mesh->positions[c];
    sum += d[0][0] * (d[1][1] * d[2][2] - d[1][2] * d[2][1]) + d[0][1] * (d[1][2] * d[2][0] - d[1][0] * d[2][2]) +
           d[0][2] * (d[1][0] * d[2][1] - d[1][1] * d[2][0]);
  }
  return fabs(sum) / 6.0;
}

xpbd_status xpbd_draft_weigh_closed(xpbd_draft *draft) {
  const xpbd_mesh *mesh = &draft->model->mesh;
  double density;
  XPBD_TRY(read_density(draft, "density", &density));
  if (isnan(density)) return XPBD_OK;
  if (mesh->tet_count > 0) return xpbd_draft_weigh(draft, density, NAN);
  XPBD_REQUIRE(mesh->triangle_count > 0, XPBD_ERR_INVALID_ARGUMENT, "density: the mesh has no triangles");
  for (int64_t k = 0; k < 3 * (int64_t)mesh->triangle_count; k++)
    XPBD_REQUIRE(mesh->neighbours[k] >= 0, XPBD_ERR_INVALID_ARGUMENT,
                 "density: the surface is open at triangle %d, so it has no volume: close it, or set the mass",
                 (int)(k / 3));
  return xpbd_draft_weigh(draft, NAN, density * volume_of(mesh));
}
