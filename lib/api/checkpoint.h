/* Why this file exists: identifies a scene by one hash, because a state can only be resumed in the scene it was saved
 * from. Private to the library. */
#pragma once

#include <stdint.h>

#include "xpbd/scene.h"

/// Hash of everything about a scene that a saved state depends on. Equal scenes have equal hashes.
uint64_t xpbd_checkpoint_hash_scene(const xpbd_scene *scene);

/// How messages name what may differ between two scenes.
#define XPBD_CHECKPOINT_SCENE_WORDS                                                                                    \
  "mesh, masses, constraints, compliance, damping, gravity, wind, contact, handles or obstacles"
