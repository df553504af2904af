/* Why this file exists: several methods are compared with the answer of Newton's method, on the same scenes. */
#pragma once

#include "runner/rig.h"

/// The time step of the checks, unless they choose another [s].
#define MINIMISER_STEP (1.0 / 60.0)

/// A scene on which the methods run.
typedef struct minimiser_scene {
  const char *formula;
  double compliance;
  bool bending;       ///< And a second set.
  int32_t iterations; ///< Enough to converge.
} minimiser_scene;

xpbd_solver_def minimiser_settings(xpbd_method method, int32_t iterations);
bool minimiser_build(rig *r, check *self, const minimiser_scene *scene);
/// Positions [n, 3] after one step of Newton's method. Owned by the caller. NULL without CHOLMOD (skipped) or after a
/// failure.
double *minimiser_of(rig *r, double step);
/// One step with these settings ends at that minimiser, and not after three iterations.
void minimiser_check(check *self, const minimiser_scene *scene, xpbd_solver_def def);
