/* Why this file exists: what a scene will need is known before it is built. xpbd-sim and xpbd-bench use the same
 * estimate. */
#ifndef XPBD_MEMORY_SCENE_H
#define XPBD_MEMORY_SCENE_H

#include <stdbool.h>

#include "xpbd/scenes.h"

/// Bytes of scene and solver together, in double precision if `twice`. Only what the parameters say is estimated: 0 for
/// a scene of its own size, for a file, which is read already, and for parameters that will be refused.
double memory_of_scene(const char *name, const xpbd_scene_params *params, bool twice);

#endif
