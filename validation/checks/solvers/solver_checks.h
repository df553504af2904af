/* Why this file exists: the files of the group "solver" share this. */
#pragma once

#include "runner/check.h"

/// Checkpoints of other obstacles, other centres and of frames that overflow are refused by this backend.
void check_checkpoint_scene(check *self, int backend);
/// Checkpoints of a scene or of settings that differ in any one number are refused by this backend.
void check_checkpoint_identity(check *self, int backend);
/// Moving wind, hands and obstacles over several calls and after a checkpoint, by every strategy of this backend.
void check_calls(check *self, int backend);
/// Every bit of every position and velocity counts in the hash of this backend's state, and nothing else.
void check_hash(check *self, int backend);
/// Compliance, damping, masses and edges that this backend's precisions can hold, and those just beyond.
void check_coefficients(check *self, int backend);
/// Which of a list of backends runs a scene, and frames timed by a device; `backend` is seq.
void check_choice(check *self, int backend);
