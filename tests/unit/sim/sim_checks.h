/* Why this file exists: what the checks of the parts of xpbd-sim share. They are checks of the group "cli",
 * which is asked first of all that is in tools. */
#ifndef XPBD_SIM_CHECKS_H
#define XPBD_SIM_CHECKS_H

#include "runner/check.h"
#include "xpbd/scenes.h"

struct sim_job;

/// A job of a scene by XPBD at rest, without options and without a solver; free it with sim_unmade(). False, after a
/// failed check, when it cannot be.
bool sim_made(check *self, const char *scene, const xpbd_scene_params *params, struct sim_job *out);
void sim_unmade(struct sim_job *job);

/// Register the checks of signals and of how long a frame is waited for.
void check_sim_clock(check_registry *registry);
/// Register the checks of what is asked of the solver, and of energies that grow.
void check_sim_counts(check_registry *registry);
void check_sim_gains(check_registry *registry);
/// Register the checks of how runs are compared with refined twins.
void check_sim_twins(check_registry *registry);
/// Register the checks of what is said before and after a run, of names and JSON, and of what a run needs.
void check_sim_sayings(check_registry *registry);
void check_sim_wordings(check_registry *registry);
void check_sim_needs(check_registry *registry);
/// Register the checks of pages, of kept frames, of what is drawn, and of the names of files.
void check_sim_pages(check_registry *registry);
void check_sim_shots(check_registry *registry);
void check_sim_sights(check_registry *registry);
void check_sim_folders(check_registry *registry);

#endif
