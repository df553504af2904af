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

/// Constraint at each place of set `s`, [count]: the groups of its schedule, each sorted by the first place that one of
/// its particles which can move has; where the members of a group touch (the overflow), they stay as they are. *out is
/// NULL where the schedule's order is that already. Linear. Free with free(). XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_numbering_sort(const xpbd_scene *scene, int32_t s, const int32_t *place, int32_t **out);

#ifdef __cplusplus
}
#endif
#endif
