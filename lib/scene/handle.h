/* Why this file exists: what a scene does with the definition of a handle. Private to lib/scene. */
#ifndef XPBD_SCENE_HANDLE_H
#define XPBD_SCENE_HANDLE_H

#include "xpbd/scene.h"

/// What a definition says by itself: its axis, its keys, that it has particles.
xpbd_status xpbd_handle_check(const xpbd_handle_def *def);
/// A copy with arrays of its own and a unit axis, freed with xpbd_handle_release(); nothing is left after a failure.
xpbd_status xpbd_handle_copy(const xpbd_handle_def *def, xpbd_handle_def *out);
void xpbd_handle_release(xpbd_handle_def *handle);

#endif
