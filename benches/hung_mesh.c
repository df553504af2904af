/* Why this file exists: see hung_mesh.h. */
#include "hung_mesh.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

void hung_mesh_pin_top(const xpbd_mesh *mesh, bool *pinned) {
  double low = INFINITY, high = -INFINITY;
  for (int64_t i = 0; i < mesh->vertex_count; i++) {
    low = fmin(low, mesh->positions[3 * i + 1]);
    high = fmax(high, mesh->positions[3 * i + 1]);
  }
  for (int64_t i = 0; i < mesh->vertex_count; i++) pinned[i] = mesh->positions[3 * i + 1] >= high - 0.02 * (high - low);
}

xpbd_status hung_mesh_scene(const xpbd_mesh *mesh, const bool *pinned, xpbd_scene **out) {
  double *weights = malloc((size_t)mesh->vertex_count * sizeof *weights);
  XPBD_REQUIRE(weights, XPBD_ERR_OUT_OF_MEMORY, "no memory for the masses of %d vertices", (int)mesh->vertex_count);
  for (int32_t i = 0; i < mesh->vertex_count; i++) weights[i] = pinned[i] ? 0.0 : 1.0;
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = mesh->vertex_count;
  def.positions = mesh->positions;
  def.inverse_masses = weights;
  def.triangle_count = mesh->triangle_count;
  def.triangles = mesh->triangles;
  const xpbd_status status = xpbd_scene_create(&def, out);
  free(weights);
  return status;
}
