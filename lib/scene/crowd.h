/* Why this file exists: what scene.c needs of crowd.c. Private to lib/scene. */
#pragma once

#include <stdint.h>

#include "xpbd/status.h"

/// XPBD_ERR_INVALID_ARGUMENT if more than 1024 particles are in one cube of three radii, the cells of contact.
/// positions [n, 3] m, radius [m] the largest. 0 = no contact, no limit. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_scene_check_crowd(int64_t n, const double *positions, const double origin[3], double radius);
