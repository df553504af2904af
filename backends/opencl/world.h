/* Why this file exists: types that host and kernels share in either precision. */
#ifndef XPBD_OPENCL_WORLD_H
#define XPBD_OPENCL_WORLD_H

#include "collide/obstacle.h"
#include "layout/records.h"
#include "status.h"

enum { XPBD_OPENCL_SETS = 32 }; /* most constraint sets of a scene */

#if defined(XPBD_OPENCL_C) /* as in xpbd/scene.h; a kernel does not need its other types */
typedef struct xpbd_range {
  int32_t first, count;
} xpbd_range;
#endif
#define XPBD_WORLD_SETS XPBD_OPENCL_SETS
#define XPBD_WORLD_OWN  XPBD_GLOBAL xpbd_opencl_status *status;

#endif
