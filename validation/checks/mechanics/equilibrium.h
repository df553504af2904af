/* Why this file exists: finds the equilibrium of a loaded body in two ways. Newton's method works on the potential sum
 * C^2 / (2 alpha) of the formulas, without time step, iterations and masses. The other way is the state that a time
 * step of the solver does not change, where a simulation settles. It is found with the stiffness of the first. Waiting
 * until a body comes to rest takes as many iterations as the square of its highest frequency over its lowest, a million
 * for a slender beam. Damping would change what is measured. */
#pragma once

#include "body.h"

/// Whether this build can find equilibria; else the check is skipped.
bool equilibrium_possible(check *self);

/// Newton's method from x [n, 3], in place, until a correction is below 1e-13 of the body's size. The load is applied
/// in `parts` equal parts. False after a failure, which is reported.
bool equilibrium_of_potential(const body *b, int parts, double *x);

/// The state that a time step of h [s] with `sweeps` iterations does not change, from x [n, 3] near it, in place.
bool equilibrium_of_step(const body *b, double h, int32_t sweeps, double *x);
