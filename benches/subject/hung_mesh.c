/* Why this file exists: chooses the pinned vertices, the tilt and the initial motion of a hanging mesh. The numbers
 * are tuned to avoid subnormal numbers and buckling. */
#include "hung_mesh.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/level.h"
#include "harness/stats/stats.h"

enum { SEED = 20190702 }; ///< Any number will do.
#define STRETCHING                                                                                                     \
  2e-2 /* [1/s] for each edge: 1e-3 in a frame of 1/24 s. 1e-4 in a frame left subnormal numbers in espef_stvk */
#define STIRRING 2e-3 /* [m/s] for quantities that stretching does not change: angles between triangles */

void hung_mesh_pin_top(const xpbd_mesh *mesh, bool *pinned) {
  double low = INFINITY, high = -INFINITY;
  int32_t corners[2];
  if (xpbd_level_corners(mesh->positions, mesh->vertex_count, corners)) {
    for (int64_t i = 0; i < mesh->vertex_count; i++) pinned[i] = i == corners[0] || i == corners[1];
    return;
  }
  for (int64_t i = 0; i < mesh->vertex_count; i++) {
    low = fmin(low, mesh->positions[3 * i + 1]);
    high = fmax(high, mesh->positions[3 * i + 1]);
  }
  for (int64_t i = 0; i < mesh->vertex_count; i++) pinned[i] = mesh->positions[3 * i + 1] >= high - 0.02 * (high - low);
}

void hung_mesh_turn(const double *in, int32_t count, double *out) {
  // The matrix of a quaternion of any length needs no sine, whose bits would depend on the machine. With more tilt
  // the cloth buckles, and rounding alone moves it by twice the limit of its comparison with the plain solver.
  static const double w = 0.96, x = 0.02, y = -0.2, z = 0.03, shift[3] = {0.137, -0.071, 0.193};
  const double n = w * w + x * x + y * y + z * z;
  const double turn[3][3] = {{w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)},
                             {2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)},
                             {2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z}};
  for (int32_t i = 0; i < count; i++, in += 3, out += 3) {
    const double p[3] = {in[0], in[1], in[2]};
    for (int k = 0; k < 3; k++) out[k] = (turn[k][0] * p[0] + turn[k][1] * p[1] + turn[k][2] * p[2]) / n + shift[k];
  }
}

void hung_mesh_stir(const double *positions, const bool *pinned, int32_t count, double *velocities) {
  static const double strain[3][3] = {{1.31, 0.27, -0.19}, {0.27, 0.83, 0.37}, {-0.19, 0.37, 1.09}}; // every edge grows
  uint64_t random = SEED;
  for (int32_t i = 0; i < count; i++, positions += 3, velocities += 3)
    for (int k = 0; k < 3; k++) {
      const double along = strain[k][0] * positions[0] + strain[k][1] * positions[1] + strain[k][2] * positions[2];
      const double drawn = 2.0 * bench_random_unit(&random) - 1.0;
      velocities[k] = pinned[i] ? 0.0 : STRETCHING * along + STIRRING * drawn;
    }
}

xpbd_status hung_mesh_scene(const xpbd_mesh *mesh, const bool *pinned, const double *velocities, xpbd_scene **out) {
  double *weights = malloc((size_t)mesh->vertex_count * sizeof *weights);
  XPBD_REQUIRE(weights, XPBD_ERR_OUT_OF_MEMORY, "no memory for the masses of %d vertices", (int)mesh->vertex_count);
  for (int32_t i = 0; i < mesh->vertex_count; i++) weights[i] = pinned[i] ? 0.0 : 1.0;
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = mesh->vertex_count;
  def.positions = mesh->positions;
  def.velocities = velocities;
  def.inverse_masses = weights;
  def.triangle_count = mesh->triangle_count;
  def.triangles = mesh->triangles;
  const xpbd_status status = xpbd_scene_create(&def, out);
  free(weights);
  return status;
}
