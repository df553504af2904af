/* Why this file exists: the table of functions that a backend fills in. The library knows backends only through this
 * type and the list it is given, so adding one changes nothing in the library. This header is for backend authors.
 * Users need only xpbd/solver.h. */
#ifndef XPBD_BACKEND_H
#define XPBD_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#include "xpbd/scene.h"
#include "xpbd/solver.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

#define XPBD_BACKEND_ABI 6u ///< Version 6 added parts().

/// The functions of a backend. Every slot is required except pack_size(), pack(), unpack(), busy() and parts().
typedef struct xpbd_backend {
  uint32_t abi; ///< XPBD_BACKEND_ABI.
  const char *name;
  const char *about; ///< One line.
  /// Whether the backend can run on this machine. Writes one line about the device to `device` and allocates nothing.
  xpbd_status (*probe)(char *device, size_t capacity);
  /// XPBD_OK if the backend can compute this scene with these settings, else XPBD_ERR_UNSUPPORTED with the reason.
  xpbd_status (*supports)(const xpbd_scene *scene, const xpbd_solver_def *def);
  /// Creates the state of one simulation in its initial condition. The library has already checked `def`. Both pointers
  /// stay valid until destroy().
  xpbd_status (*create)(const xpbd_scene *scene, const xpbd_solver_def *def, void **state);
  /// Returns to the initial condition.
  xpbd_status (*reset)(void *state);
  /// Advances by `frames` frames. May return before the work is done.
  xpbd_status (*step)(void *state, int32_t frames);
  /// Waits for all queued work. Afterwards counters and read-back are final, and any divergence has been reported.
  xpbd_status (*sync)(void *state);
  /// Copies a field to the host as [n, 3] doubles, particles in scene order. Syncs first.
  xpbd_status (*read)(void *state, xpbd_field field, double *out);
  /// Continues from a state saved after `frame` frames, given as the [n, 3] fields of read(). Called after a reset.
  xpbd_status (*restore)(void *state, int64_t frame, const double *positions, const double *velocities,
                         const double *embedded);
  void (*counters)(void *state, xpbd_counters *out);
  /// Accepts NULL and a half-built state.
  void (*destroy)(void *state);
  /// For backends whose state is more than the fields of read(). A checkpoint then stores what pack() writes:
  /// pack_size() numbers, asked for after sync(). unpack() restores them, and restore() is not called. unpack() returns
  /// XPBD_ERR_BAD_FILE and changes nothing if the numbers cannot be a state. pack() refuses the same numbers. NULL in
  /// all three slots, or a size of 0, means that read() and restore() are enough.
  size_t (*pack_size)(void *state);
  xpbd_status (*pack)(void *state, double *out);
  xpbd_status (*unpack)(void *state, int64_t frame, const double *numbers, size_t count);
  /// Advances like step(), waits, and returns the device time [s] by the device's own clock. NULL = no such clock.
  xpbd_status (*busy)(void *state, int32_t frames, double *seconds);
  /// Advances like step(), waits, and returns the time [s] of each part. NULL = not known.
  xpbd_status (*parts)(void *state, int32_t frames, double seconds[XPBD_PARTS]);
} xpbd_backend;

/// One entry of the list of backends. `table` is NULL if the backend was not built. `option` is what builds it.
struct xpbd_backend_entry {
  const char *name;
  const xpbd_backend *table;
  const char *option;
};

/// The entry with this name, or NULL.
const xpbd_backend_entry *xpbd_backend_find(const xpbd_backend_list *backends, const char *name);

/// Records why a function of a backend fails, one line, for xpbd_last_error(). Returns `code`. The text is copied, NULL = its name.
xpbd_status xpbd_backend_fail(xpbd_status code, const char *reason);

/// The default settings with another list of backends. xpbd_solver_def_default() takes xpbd_backends(). NULL = none.
xpbd_solver_def xpbd_solver_def_with(const xpbd_backend_list *backends);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
