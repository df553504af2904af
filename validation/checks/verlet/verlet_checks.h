/* Why this file exists: what the files of the group "verlet" share. */
#ifndef XPBD_VERLET_CHECKS_H
#define XPBD_VERLET_CHECKS_H

#include "runner/check.h"
#include "runner/lattice.h"

/// Build a scenario; false, already reported, on failure.
bool verlet_scenario(check *self, const char *name, const lattice_params *params, xpbd_verlet **out);
/// Do steps and measure; false, already reported, on failure.
bool verlet_run(check *self, xpbd_verlet *world, int64_t steps, xpbd_verlet_measures *out);

/// Register the checks of friction.
void check_verlet_friction(check_registry *registry);
/// Register the checks of saved worlds.
void check_verlet_checkpoint(check_registry *registry);
/// Register the checks of lattices.
void check_verlet_lattice(check_registry *registry);
/// Register the checks of definitions.
void check_verlet_limits(check_registry *registry);
/// Register the second implementation of both time steps.
void check_verlet_literal(check_registry *registry);

#endif
