/* Why this file exists: a method that is no XPBD can still run on a team of threads. This is what the backend omp needs
 * of it. Private to the project. */
#pragma once

#include "solver/team.h"
#include "xpbd/backend.h"

/// A state that the threads of a team advance together. The functions are those of xpbd/backend.h but for these.
typedef struct xpbd_teamed {
  /// As many threads as there is work for.
  int (*useful)(const xpbd_scene *scene, const xpbd_solver_def *def);
  /// For phases of `shares` >= 1 shares. *state is destroyed even after a failure.
  xpbd_status (*create)(const xpbd_scene *scene, const xpbd_solver_def *def, int shares, void **state);
  /// One thread's part of `frames` frames, as xpbd_cpu_run().
  void (*run)(void *state, int thread, int32_t frames, xpbd_team *team);
  xpbd_status (*reset)(void *state);
  xpbd_status (*sync)(void *state);
  xpbd_status (*read)(void *state, xpbd_field field, double *out);
  xpbd_status (*restore)(void *state, int64_t frame, const double *positions, const double *velocities,
                         const double *embedded);
  size_t (*pack_size)(void *state); ///< This and the next two: NULL = read() and restore() are enough.
  xpbd_status (*pack)(void *state, double *out);
  xpbd_status (*unpack)(void *state, int64_t frame, const double *numbers, size_t count);
  void (*counters)(void *state, xpbd_counters *out);
  void (*destroy)(void *state);
} xpbd_teamed;

/// A backend's state of such a method begins with this.
typedef struct xpbd_team_state {
  const xpbd_teamed *of; ///< What the team runs.
  void *inner;           ///< Its state.
} xpbd_team_state;
