/* Why this file exists: finds where two backends that should be bit-identical first differ. */
#pragma once

#include <stdbool.h>

#include "xpbd/backend.h"

/// Where a backend first differs from the reference. Counts begin with 1, 0 = not located that closely.
typedef struct trace {
  bool parted;
  bool diverged;          ///< Both diverged in the same frame, and were equal before.
  int64_t frame, step;    ///< The time step is counted within the frame.
  int32_t iteration;      ///< Of that time step.
  bool alone;             ///< The difference shows only in the velocities.
  int32_t particle;       ///< The first that differs.
  int axis;               ///< 0 .. 2
  double expected, found; ///< [m], or [m/s] if only the velocities differ.
  int32_t differing;      ///< Particles that differ then.
  /// The earliest constraint that moves nothing but particles that differ; set -1 = there is none.
  int32_t set, group, constraint; ///< Set and group from 0, `constraint` as the scene lists it.
} trace;

/// Runs `frames` frames of a scene on both and compares bits after each, then narrows the difference down. `def` is
/// complete except for the backend. The reference runs with one lane of baseline instructions. Two backends that
/// diverge in the same frame do not differ. Otherwise returns an error of either with its text.
xpbd_status trace_find(const xpbd_backend *reference, const xpbd_backend *subject, const xpbd_scene *scene,
                       const xpbd_solver_def *def, int64_t frames, trace *out);
