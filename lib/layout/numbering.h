/* Why this file exists: where particles and constraints stand in memory is the layout's to choose, and decides how much of
 * a sweep comes from caches: on a sheet too large for them, numbered at random, a projection takes four times as long. No
 * result depends on it: what is computed, and in which order for all that touch, is the scene's. Private to the project. */
#ifndef XPBD_LAYOUT_NUMBERING_H
#define XPBD_LAYOUT_NUMBERING_H

#include "layout/records.h"
#include "xpbd/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Place of every particle, [n], such that particles which constraints join stand near each other: breadth first from an
/// end of each component (Cuthill and McKee 1969, without their sorting by degree). *out is NULL where the scene's own
/// order is about as good. Linear in particles and corners of constraints. Free with free(). XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_numbering_find(const xpbd_scene *scene, int32_t **out);

/// How far apart the particles of a constraint stand that can move, last minus first place, in the mean of all
/// constraints; of large sets some are looked at, evenly. NULL = the scene's own order.
double xpbd_numbering_reach(const xpbd_scene *scene, const int32_t *place);

#ifdef __cplusplus
}
#endif
#endif
