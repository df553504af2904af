/* Why this file exists: the factors of Chebyshev acceleration, for the time step and for methods with a step of their
 * own. Private to the library. */
#ifndef XPBD_SOLVER_ACCELERATION_H
#define XPBD_SOLVER_ACCELERATION_H

#include <stdint.h>

/// Omega of an iteration from that of the one before, for a spectral radius in [0, 1) (Wang 2015, A Chebyshev
/// Semi-Iterative Approach for Accelerating Projective and Position-Based Dynamics, Section 4). Iteration 0 is plain,
/// because it has no iterate before the last one. Wang advises to leave the first ten plain. Vertex block descent (Chen
/// et al. 2024) does not, and neither does this.
static inline double xpbd_chebyshev_omega(double radius, int32_t iteration, double before) {
  const double square = radius * radius;
  return iteration == 0 ? 1.0 : iteration == 1 ? 2.0 / (2.0 - square) : 4.0 / (4.0 - square * before);
}

#endif
