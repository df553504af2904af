/* Why this file exists: what the two files of the group "solver" share. */
#ifndef XPBD_SOLVER_CHECKS_H
#define XPBD_SOLVER_CHECKS_H

#include "runner/check.h"

/// Checkpoints of other obstacles, other centres and of frames that overflow are refused by this backend.
void check_checkpoint_scene(check *self, int backend);

#endif
