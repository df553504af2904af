/* Why this file exists: for methods with an engine of their own, what happens outside their iterations: wind, prediction,
 * velocity, in double. They are the solver's own functions, so that a comparison with XPBD compares the iterations and
 * nothing else. Private to the library. */
#ifndef XPBD_SOLVER_MOTION_H
#define XPBD_SOLVER_MOTION_H

#include "layout/layout.h"
#include "xpbd/solver.h"

typedef struct xpbd_motion {
  const xpbd_scene *scene;
  int32_t n;
  xpbd_particle_f64 *x, *start, *v, *force; /* [n]; force only with wind */
  xpbd_incidence triangles;                 /* with wind */
  double limit;                             /* a coordinate beyond it left the world [m] */
  int64_t bytes;
} xpbd_motion;

/// To be destroyed by the caller also after a failure.
xpbd_status xpbd_motion_create(const xpbd_scene *scene, xpbd_motion *out);
void xpbd_motion_destroy(xpbd_motion *motion);
void xpbd_motion_reset(xpbd_motion *motion);
/// Predict the step of length h that starts at time t; the prediction goes to y [n, 3] as well.
void xpbd_motion_predict(xpbd_motion *motion, double h, double t, double *y);
/// End the step at x [n, 3]. Returns how many particles are not finite or left the world.
int64_t xpbd_motion_finish(xpbd_motion *motion, double h, const double *x);
/// Go on from these positions and velocities [n, 3].
void xpbd_motion_write(xpbd_motion *motion, const double *x, const double *v);
/// Copy a field to out [n, 3].
void xpbd_motion_read(const xpbd_motion *motion, xpbd_field field, double *out);

#endif
