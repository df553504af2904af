/* Why this file exists: everything that steps in time can be saved and taken up again to the same bits, and refuses
 * what it did not save. The file, its hashes and its refusals are the same for all of them. Private to the project.
 *
 * The file: a line of text that says what it is; what the run depends on, as numbers and hashes; the state as doubles
 * (a float keeps its bits in a double); a hash of it all. In the bytes of a little-endian machine. */
#ifndef XPBD_CHECKPOINT_FILE_H
#define XPBD_CHECKPOINT_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "xpbd/status.h"

/// What a state belongs to, as it stands in the file.
typedef struct xpbd_checkpoint {
  uint64_t particles;
  uint64_t scene;    ///< Hash of everything that is simulated.
  uint64_t settings; ///< Hash of everything that decides how.
  uint64_t at;       ///< Frames, or time steps, since the start.
  uint64_t numbers;  ///< Doubles of state.
} xpbd_checkpoint;

/// What a state must belong to, and how to say what does not.
typedef struct xpbd_checkpoint_owner {
  uint64_t particles, scene, settings;
  uint64_t least, most;       ///< Numbers that a state has: [least, most].
  uint64_t last;              ///< The largest `at` from which it can be counted on.
  const char *scene_words;    ///< What may differ, e.g. "mesh, masses or wind".
  const char *settings_words; ///< Likewise.
} xpbd_checkpoint_owner;

/// Go on hashing with `size` bytes.
uint64_t xpbd_checkpoint_hash(uint64_t hash, const void *data, size_t size);

/// Write the file under a temporary name and rename it. `state` [head->numbers]. XPBD_ERR_IO;
/// XPBD_ERR_UNSUPPORTED on a big-endian machine; XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_checkpoint_write(const char *path, const xpbd_checkpoint *head, const double *state);
/// Read a file that belongs to `owner`: *head and *state [head->numbers], which the caller frees; NULL on failure.
/// XPBD_ERR_IO; XPBD_ERR_BAD_FILE: no checkpoint, cut short, damaged; XPBD_ERR_INVALID_ARGUMENT: of another scene or
/// with other settings; XPBD_ERR_UNSUPPORTED on a big-endian machine; XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_checkpoint_read(const char *path, const xpbd_checkpoint_owner *owner, xpbd_checkpoint *head,
                                 double **state);

#endif
