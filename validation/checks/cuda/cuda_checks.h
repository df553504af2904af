/* Why this file exists: the checks of the group cuda that cuda_device.c holds. */
#ifndef XPBD_CUDA_CHECKS_H
#define XPBD_CUDA_CHECKS_H

#include "runner/check.h"

void cuda_add_device(check_registry *registry); ///< The memory of a device, and how many sets it takes.

#endif
