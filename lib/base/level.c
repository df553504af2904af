/* Why this file exists: finds the two corners that a level mesh hangs from. */
#include "base/level.h"

#include <math.h>

#define LEVEL 1e-5 /* height over extent */

static int32_t nearest(const double *positions, int32_t count, double x, double z) {
  double least = INFINITY;
  int32_t out = 0;
  for (int32_t i = 0; i < count; i++) {
    const double dx = positions[3 * (int64_t)i] - x, dz = positions[3 * (int64_t)i + 2] - z;
    const double squared = dx * dx + dz * dz;
    if (squared < least) least = squared, out = i;
  }
  return out;
}

bool xpbd_level_corners(const double *positions, int32_t count, int32_t corners[2]) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int32_t i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], positions[3 * (int64_t)i + k]);
      high[k] = fmax(high[k], positions[3 * (int64_t)i + k]);
    }
  if (!(high[1] - low[1] <= LEVEL * fmax(high[0] - low[0], high[2] - low[2]))) return false;
  corners[0] = nearest(positions, count, low[0], low[2]);
  corners[1] = nearest(positions, count, high[0], low[2]);
  return true;
}
