/* Why this file exists: the one table a backend fills in. The library knows backends only through this type and the list
 * it is handed, so a backend can be added without touching the library. For backend authors; users see xpbd/solver.h. */
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

#define XPBD_BACKEND_ABI 5u ///< 5: busy().

/// What a backend does. Every slot is required but those of packing and busy().
typedef struct xpbd_backend {
  uint32_t abi; ///< XPBD_BACKEND_ABI.
  const char *name;
  const char *about; ///< One line.
  /// Can it run here? Fills `device` (one line: what it runs on); allocates nothing.
  xpbd_status (*probe)(char *device, size_t capacity);
  /// XPBD_OK when it computes this scene with these settings, else XPBD_ERR_UNSUPPORTED with the reason.
  xpbd_status (*supports)(const xpbd_scene *scene, const xpbd_solver_def *def);
  /// Make the state of one simulation in its initial condition. The definition was checked by the library; both
  /// pointers stay valid until destroy.
  xpbd_status (*create)(const xpbd_scene *scene, const xpbd_solver_def *def, void **state);
  /// Back to the initial condition.
  xpbd_status (*reset)(void *state);
  /// Advance by `frames` frames. May return before the work is done.
  xpbd_status (*step)(void *state, int32_t frames);
  /// Wait for all queued work. After it, counters and read-back are final; divergence is reported here at the latest.
  xpbd_status (*sync)(void *state);
  /// Copy a field to the host as [n, 3] doubles, particles in scene order. Syncs first.
  xpbd_status (*read)(void *state, xpbd_field field, double *out);
  /// Take up a state after `frame` frames: fields of read(), [n, 3] each; after a reset.
  xpbd_status (*restore)(void *state, int64_t frame, const double *positions, const double *velocities,
                         const double *embedded);
  void (*counters)(void *state, xpbd_counters *out);
  /// Accepts NULL and a half-built state.
  void (*destroy)(void *state);
  /// For a state that goes on from more than the fields of read(): a checkpoint then holds what pack() writes, as many
  /// numbers as pack_size() says after sync(), and is taken up by unpack() in place of restore(), which is not called.
  /// pack() refuses what unpack() would; that gives XPBD_ERR_BAD_FILE, and changes nothing, where the numbers cannot be
  /// a state. All NULL = no need.
  size_t (*pack_size)(void *state);
  xpbd_status (*pack)(void *state, double *out);
  xpbd_status (*unpack)(void *state, int64_t frame, const double *numbers, size_t count);
  /// Advance like step(), wait, and say how long the device computed, by its own clock [s]. NULL = it has no such clock.
  xpbd_status (*busy)(void *state, int32_t frames, double *seconds);
} xpbd_backend;

/// One line of the list of backends; table is NULL when it was not compiled, and `option` says what would build it.
struct xpbd_backend_entry {
  const char *name;
  const xpbd_backend *table;
  const char *option;
};

/// The line of that name; NULL when there is none.
const xpbd_backend_entry *xpbd_backend_find(const xpbd_backend_list *backends, const char *name);

/// The standard settings with another list of backends; xpbd_solver_def_default() is this with xpbd_backends().
xpbd_solver_def xpbd_solver_def_with(const xpbd_backend_list *backends);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
