/* Why this file exists: the checks of the group cuda_plans that other files than check_cuda_plans.c hold. */
#ifndef XPBD_CUDA_CHECKS_H
#define XPBD_CUDA_CHECKS_H

#include "runner/check.h"

void cuda_tiles_checks(check_registry *registry); ///< What a block does of the mesh.
void cuda_warps_checks(check_registry *registry); ///< Which thread of a block does which spring.
void cuda_work_checks(check_registry *registry);  ///< What a scene is taken for.

#endif
