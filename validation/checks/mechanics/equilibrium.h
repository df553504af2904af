/* Why this file exists: where a loaded body rests, twice over. Once by Newton's method on the potential sum C^2 / (2 alpha)
 * of the formulas themselves, which knows no time step, no iterations and no masses; and once as the state that a time
 * step of the solver leaves alone, which is what a simulation settles at. The second is found with the stiffness of the
 * first: waiting until a body has come to rest takes as many sweeps as the square of its highest frequency over its lowest,
 * a million for a slender beam, and damping would change what is measured. */
#ifndef MECHANICS_EQUILIBRIUM_H
#define MECHANICS_EQUILIBRIUM_H

#include "body.h"

/// Whether this build can find equilibria; else the check is skipped.
bool equilibrium_possible(check *self);

/// Newton's method from x [n, 3], in place, until a correction is below 1e-13 of the body's size; the load is put on in
/// `parts` equal parts. False after a failure, which is reported.
bool equilibrium_of_potential(const body *b, int parts, double *x);

/// The state that a time step of h [s] with `sweeps` iterations leaves alone, from x [n, 3] near it, in place.
bool equilibrium_of_step(const body *b, double h, int32_t sweeps, double *x);

#endif
