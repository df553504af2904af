/* Why this file exists: the group cuda is in five files. */
#ifndef XPBD_CUDA_CHECKS_H
#define XPBD_CUDA_CHECKS_H

#include "runner/check.h"

void check_cuda_plans(check_registry *registry);  ///< What needs no device.
void check_cuda_warps(check_registry *registry);  ///< Which thread of a block does which spring.
void check_cuda_tiles(check_registry *registry);  ///< What a block does of the mesh.
void check_cuda_memory(check_registry *registry); ///< What a scene is taken for, and its memory.
const char *cuda_missing(void);                   ///< Why cuda cannot run here, NULL when it can.

#endif
