/* Why this file exists: declares what the checks of the parts of xpbd-sim share. They belong to the group "cli", which
 * covers all of tools. */
#pragma once

#include "runner/check.h"
#include "unit/parts.h"
#include "xpbd/scenes.h"

struct sim_job;

/// A job of a scene by XPBD at rest, without options and solver; free it with sim_unmade(). False, after a failed
/// check, if it cannot be made.
bool sim_made(check *self, const char *scene, const xpbd_scene_params *params, struct sim_job *out);
void sim_unmade(struct sim_job *job);
