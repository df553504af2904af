/* Why this file exists: where one element hangs at rest under a weight shows what its potential is, and what the time
 * step makes of it.
 *
 * The equilibrium of the solver is found as a fixed point of the time step, by bisection on the starting elongation with
 * velocity 0. Waiting for a swing to die out was rejected: it needs damping, and with double roots the damping term
 * changes the path of the iterates inside the step and so the very error that is measured. */
#ifndef XPBD_HANGING_H
#define XPBD_HANGING_H

#include "check.h"
#include "xpbd/xpbd.h"

#define HANGING_GRAVITY 9.81 /* [m/s^2] */

/// One element of two particles, the upper one pinned.
typedef struct hanging {
  int formula;                                ///< Place in the list.
  double stiffness, length, compliance, mass; ///< Material 0; [m]; alpha; of the lower particle [kg].
  xpbd_precision precision;
  double h; ///< [s]
  int iterations;
} hanging;

/// A spring of the papers as the checks hang it: k 10, 0.5 m, in double precision, converged; load and time step are to be set.
hanging hanging_spring(const char *formula, double compliance);

/// Elongation at which C C' / alpha carries the weight, from the formula alone [m]. The force grows with the elongation.
double hanging_equilibrium(const hanging *c);
/// The elongation that a step of the solver leaves alone [m]: longer elements get shorter, shorter ones longer. NaN after
/// a failure, which is reported.
double hanging_rest(check *self, const hanging *c);

/// Points of a hanging chain of equal links and masses, from its first nail: the slope grows by the same step from link
/// to link, because every particle adds the same weight to the vertical part of the tension. x [links + 1, 2], zeroed.
void hanging_shape(int links, double length, double span, double *x);

/// How far the free body `blob` falls in 24 frames of 1/24 s, over the sum of free fall; NaN after a failure. `omit`: its ghost
/// tip is left out of the damping.
double falling_share(check *self, const char *constraint, int32_t resolution, double compliance, xpbd_damping reading,
                     bool omit);

#endif
