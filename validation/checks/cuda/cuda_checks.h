/* Why this file exists: the files of the group cuda share this. */
#pragma once

#include "runner/check.h"

/// Whether a device or the emulated one can run here; otherwise the check is skipped with the reason.
bool cuda_here(check *self);
void cuda_add_device(check_registry *registry); ///< The memory of a device, and how many sets it accepts.
