/* Why this file exists: the files of the group `scenes` share this. */
#pragma once

#include "runner/check.h"
#include "runner/rig.h"
#include "xpbd/scenes.h"

/// Whether a name is in a list of names separated by blanks.
bool scenes_is_one_of(const char *name, const char *names);

void scenes_add_spec(check_registry *registry);
void scenes_add_laws(check_registry *registry);
void scenes_add_layout(check_registry *registry);
void scenes_add_standing(check_registry *registry);
void scenes_add_refused(check_registry *registry);
void scenes_add_limits(check_registry *registry);
