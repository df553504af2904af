/* Why this file exists: what host and kernels share whatever the precision is. */
#ifndef XPBD_OPENCL_WORLD_H
#define XPBD_OPENCL_WORLD_H

#include "collide/obstacle.h"
#include "layout/records.h"
#include "status.h"

enum { XPBD_OPENCL_SETS = 32 }; /* of constraints, in one scene */

/* Particles of a centre; xpbd_range of xpbd/scene.h, whose other types a kernel does not need. */
typedef struct xpbd_opencl_range {
  int32_t first, count;
} xpbd_opencl_range;

#endif
