/* Why this file exists: meshes of the suite are generated row after row, which no mesh from a scanner or a mesher is. A
 * solver that is fast only there would look better than it is, so a scene can be had with its particles and elements in
 * an order that says nothing about where they are. */
#ifndef BENCH_SHUFFLED_SCENE_H
#define BENCH_SHUFFLED_SCENE_H

#include "xpbd/scene.h"

/// The same scene with particles, and the elements of every set, in an order that is random and the same everywhere (a
/// fixed seed). Groups, and so results, are other ones: those of the shuffled mesh. XPBD_ERR_UNSUPPORTED: elements
/// without a rest shape, centres of a part of the particles, obstacles, handles, contact; XPBD_ERR_OUT_OF_MEMORY.
xpbd_status shuffled_scene(const xpbd_scene *scene, xpbd_scene **out);

#endif
