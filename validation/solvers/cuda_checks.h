/* Why this file exists: the group cuda is in two files. */
#ifndef XPBD_CUDA_CHECKS_H
#define XPBD_CUDA_CHECKS_H

#include "runner/check.h"

void check_cuda_plans(check_registry *registry); ///< What needs no device.

#endif
