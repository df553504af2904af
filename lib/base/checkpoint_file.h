/* Why this file exists: everything that steps in time can be saved and resumed bit-identically, and refuses states that
 * it did not save. They share this file format, its hashes and its refusals. Private to the project.
 *
 * The file has a line of text that identifies it, the numbers and hashes that the run depends on, the state as doubles
 * (a float keeps its bits in a double), and a hash of all of it. Bytes are little-endian. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "xpbd/status.h"

/// The first bytes of every checkpoint.
#define XPBD_CHECKPOINT_KIND "xpbd-checkpoint "

/// What a state belongs to, as stored in the file.
typedef struct xpbd_checkpoint {
  uint64_t particles;
  uint64_t scene;    ///< Hash of everything that is simulated.
  uint64_t settings; ///< Hash of all settings that affect the result.
  uint64_t at;       ///< Frames, or time steps, since the start.
  uint64_t numbers;  ///< Doubles of state.
} xpbd_checkpoint;

/// What a state must belong to, and words for what does not match.
typedef struct xpbd_checkpoint_owner {
  uint64_t particles, scene, settings;
  uint64_t least, most;       ///< A state has [least, most] numbers.
  uint64_t last;              ///< The largest `at` that a run can continue from.
  const char *scene_words;    ///< What may differ, e.g. "mesh, masses or wind".
  const char *settings_words; ///< Likewise.
} xpbd_checkpoint_owner;

/// Continues a hash with `size` bytes.
uint64_t xpbd_checkpoint_hash(uint64_t hash, const void *data, size_t size);

/// Writes the file under a temporary name and renames it. `state` [head->numbers]. XPBD_ERR_IO, XPBD_ERR_OUT_OF_MEMORY,
/// XPBD_ERR_UNSUPPORTED on a big-endian machine.
xpbd_status xpbd_checkpoint_write(const char *path, const xpbd_checkpoint *head, const double *state);
/// Reads a file that belongs to `owner`: *head and *state [head->numbers], which the caller frees, NULL on failure.
/// XPBD_ERR_IO. XPBD_ERR_BAD_FILE: not a checkpoint, truncated or damaged. XPBD_ERR_INVALID_ARGUMENT: from another
/// scene or other settings. XPBD_ERR_UNSUPPORTED on a big-endian machine. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_checkpoint_read(const char *path, const xpbd_checkpoint_owner *owner, xpbd_checkpoint *head,
                                 double **state);
