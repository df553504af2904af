/* Why this file exists: the files of the group "verlet" share this. */
#pragma once

#include "runner/check.h"
#include "runner/lattice.h"

/// Builds a scenario; false, already reported, on failure.
bool verlet_scenario(check *self, const char *name, const lattice_params *params, xpbd_verlet **out);
/// Steps and measures; false, already reported, on failure.
bool verlet_run(check *self, xpbd_verlet *world, int64_t steps, xpbd_verlet_measures *out);

/// Registers the checks of friction.
void check_verlet_friction(check_registry *registry);
/// Registers the checks of saved worlds.
void check_verlet_checkpoint(check_registry *registry);
/// Registers the checks of lattices.
void check_verlet_lattice(check_registry *registry);
/// Registers the checks of definitions.
void check_verlet_limits(check_registry *registry);
/// Registers the checks of threads.
void check_verlet_threads(check_registry *registry);
/// Registers the second implementation of both time steps.
void check_verlet_literal(check_registry *registry);
