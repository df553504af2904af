/* Why this file exists: the distance from double shows whether float is enough for a motion. The effect of rounding on
 * double itself shows which distance is acceptable. */
#include <math.h>

#include "base/edge.h"
#include "xpbd/measure.h"

static const double STILL = 1e-4; /* of the extent: a shorter path counts as this much */

static double square_of(const double *a, const double *b, int64_t n) {
  double sum = 0.0;
  for (int64_t k = 0; k < 3 * n; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum / (double)n;
}

static double extent_of(const double *x, int64_t n) {
  double most = 0.0;
  for (int k = 0; k < 3; k++) {
    double low = x[k], high = x[k];
    for (int64_t i = 1; i < n; i++) low = fmin(low, x[3 * i + k]), high = fmax(high, x[3 * i + k]);
    most = fmax(most, high - low);
  }
  return most;
}

double xpbd_measure_distance(const double *positions, const double *right, const double *start, int64_t n) {
  XPBD_PLAIN_FLOATS;
  if (!positions || !right || !start) return (double)NAN;
  const double way = sqrt(square_of(right, start, n)), apart = sqrt(square_of(positions, right, n));
  return apart == 0.0 ? 0.0 : apart / fmax(way, STILL * extent_of(start, n));
}

void xpbd_measure_disturb(double *values, int64_t count, uint32_t *seed) {
  XPBD_PLAIN_FLOATS;
  for (int64_t k = 0; values && seed && k < count; k++) {
    *seed = *seed * 1664525u + 1013904223u; /* Numerical Recipes, 7.1 */
    values[k] *= 1.0 + 0x1p-24 * ((double)*seed / 2147483648.0 - 1.0);
  }
}
