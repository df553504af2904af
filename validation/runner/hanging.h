/* Why this file exists: the length at which one element hangs under a weight shows its potential and the error of the
 * time step. The equilibrium of the solver is a fixed point of the time step. It is found by bisection on the starting
 * elongation with velocity 0. Waiting for a swing to die out was rejected because it needs damping. With double roots,
 * damping changes the path of the iterates inside the step and so the measured error. */
#pragma once

#include "check.h"
#include "xpbd/xpbd.h"

#define HANGING_GRAVITY 9.81 /* [m/s^2] */

/// One element of two particles, the upper one pinned.
typedef struct hanging {
  int formula;                                ///< Index in the list.
  double stiffness, length, compliance, mass; ///< Material 0; [m]; alpha; mass of the lower particle [kg].
  xpbd_precision precision;
  double h; ///< [s]
  int iterations;
} hanging;

/// A spring of the papers as the checks hang it: k 10, 0.5 m, in double precision, converged. The caller sets load and
/// time step.
hanging hanging_spring(const char *formula, double compliance);

/// Elongation at which C C' / alpha carries the weight, from the formula alone [m]. The force grows with the
/// elongation.
double hanging_equilibrium(const hanging *c);
/// The elongation that a step of the solver does not change [m]. Longer elements get shorter, shorter ones longer. NaN
/// after a failure, which is reported.
double hanging_rest(check *self, const hanging *c);

/// Points of a hanging chain of equal links and masses, from its first nail. The slope grows by the same amount from
/// link to link, because every particle adds the same weight to the vertical part of the tension. x [links + 1, 2],
/// zeroed by the caller.
void hanging_shape(int links, double length, double span, double *x);

/// The distance that the free body `blob` falls in 24 frames of 1/24 s, divided by free fall. NaN after a failure.
/// `omit` leaves its ghost tip out of the damping.
double falling_share(check *self, const char *constraint, int32_t resolution, double compliance, xpbd_damping reading,
                     bool omit);
