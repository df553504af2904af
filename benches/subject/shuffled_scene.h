/* Why this file exists: meshes of the suite are generated row after row, unlike meshes from a scanner or a mesher. A
 * solver that is fast only there would look better than it is. So a scene can be shuffled: the order of its particles
 * and elements then says nothing about their positions. */
#pragma once

#include "xpbd/scene.h"

/// The same scene with its particles, and the elements of every set, in a random order that is equal on every machine
/// (a fixed seed). Groups, and so results, differ from the original's. XPBD_ERR_UNSUPPORTED: elements without a rest
/// shape, centres of a part of the particles, obstacles, handles, contact. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status shuffled_scene(const xpbd_scene *scene, xpbd_scene **out);
