/* Why this file exists: everything outside the iterations for methods with their own engine: wind, prediction, handles
 * and velocity, in double. These are the solver's own functions, so a comparison with XPBD compares only the iterations.
 * Private to the library. */
#pragma once

#include "layout/layout.h"
#include "xpbd/solver.h"

typedef struct xpbd_motion {
  const xpbd_scene *scene;
  int32_t n;
  xpbd_particle_f64 *x, *start, *v, *force; /* [n]; force is NULL without wind */
  xpbd_incidence triangles;                 /* NULL without wind */
  double limit;                             /* largest coordinate [m], beyond it the state has diverged */
  int64_t bytes;
} xpbd_motion;

/// The caller destroys it even after a failure.
xpbd_status xpbd_motion_create(const xpbd_scene *scene, xpbd_motion *out);
void xpbd_motion_destroy(xpbd_motion *motion);
void xpbd_motion_reset(xpbd_motion *motion);
/// Predicts the step of length h that starts at time t, with handles where they are at its end. Also writes the prediction to y [n, 3].
void xpbd_motion_predict(xpbd_motion *motion, double h, double t, double *y);
/// Ends the step at x [n, 3]. Returns how many particles are not finite or beyond the limit.
int64_t xpbd_motion_finish(xpbd_motion *motion, double h, const double *x);
/// Continues from these positions and velocities [n, 3].
void xpbd_motion_write(xpbd_motion *motion, const double *x, const double *v);
/// Copies a field to out [n, 3].
void xpbd_motion_read(const xpbd_motion *motion, xpbd_field field, double *out);
