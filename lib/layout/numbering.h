/* Why this file exists: the layout chooses the memory order of particles and constraints, which decides how much of an
 * iteration comes from caches. On a large sheet numbered at random, a projection takes four times as long. No result
 * depends on it: the scene decides what is computed, and in which order where constraints share particles. Private to
 * the project. */
#pragma once

#include "layout/records.h"
#include "xpbd/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Index of every particle, [n], so that joined particles are close: breadth first from an end of each component
/// (Cuthill and McKee 1969, without their sorting by degree). *out is NULL if the scene's own order is about as good.
/// Linear in particles and corners of constraints. Free with free(). XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_numbering_find(const xpbd_scene *scene, int32_t **out);

/// Mean distance between the last and first index of the movable particles of a constraint. Large sets are sampled
/// evenly. NULL = the scene's own order.
double xpbd_numbering_reach(const xpbd_scene *scene, const int32_t *place);

#ifdef __cplusplus
}
#endif
