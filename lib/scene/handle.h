/* Why this file exists: what a scene does with the definition of a handle. Private to lib/scene. */
#pragma once

#include "xpbd/scene.h"

/// Checks what does not depend on the scene: axis, keys, at least one particle.
xpbd_status xpbd_handle_check(const xpbd_handle_def *def);
/// A copy with its own arrays and a unit axis, freed with xpbd_handle_release(). A failure leaves nothing to free.
xpbd_status xpbd_handle_copy(const xpbd_handle_def *def, xpbd_handle_def *out);
void xpbd_handle_release(xpbd_handle_def *handle);
