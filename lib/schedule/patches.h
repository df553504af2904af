/* Why this file exists: a formula with the trait XPBD_NODAL makes one constraint for each particle, from the elements
 * at it. Private to the library. */
#pragma once

#include "xpbd/scene.h"

/// Lists the elements at each of n particles, and groups particles whose elements have no particle in common. With mesh
/// order all are one serial group. `set` has its elements and rest shapes. Ghost tips separate no groups, because
/// nothing writes them. XPBD_ERR_INVALID_ARGUMENT: the elements at a particle have no size. XPBD_ERR_OUT_OF_MEMORY.
/// Destroy even after a failure.
xpbd_status xpbd_patches_build(const xpbd_constraints *set, int32_t n, xpbd_patches *out);
void xpbd_patches_destroy(xpbd_patches *patches);
