/* Why this file exists: the part of a scene file that holds the recorded right answer of the scene. Private to the
 * library. */
#pragma once

#include "api/scene_text.h"
#include "xpbd/scene_file.h"

/// XPBD_ERR_INVALID_ARGUMENT names the field that does not fit the scene or the length of its simulation.
xpbd_status xpbd_scene_reference_check(const xpbd_scene_reference *reference, const xpbd_scene *scene, int32_t frames);
/// Writes the member "reference".
void xpbd_scene_reference_write(xpbd_scene_text *to, const xpbd_scene_reference *reference);
