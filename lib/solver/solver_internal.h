/* Why this file exists: the solver itself, for code that needs more of it than users do. Private to the library. */
#pragma once

#include "xpbd/method.h"
#include "xpbd/projective.h"

struct xpbd_solver {
  const xpbd_scene *scene;
  xpbd_solver_def def;                 /* as it runs, with all defaults resolved */
  xpbd_projective_settings projective; /* target of def.projective, unless that is NULL */
  const xpbd_method_info *method;
  const xpbd_backend *backend; /* or the engine of the method */
  void *state;
  int64_t frame;      /* queued since the start */
  xpbd_status broken; /* status of a failed step: the state is invalid until a reset */
};

/// Largest distance of a particle of an element from its first one [m]. Rounding in float is relative to it.
double xpbd_longest_element(const xpbd_scene *scene);
/// Whether the state is more than the fields of xpbd_solver_read(), so that a checkpoint has what the backend packs.
bool xpbd_solver_is_packed(const xpbd_solver *solver);
/// xpbd_solver_read() with positions relative to the scene's origin, as backends and checkpoints store them.
xpbd_status xpbd_solver_read_local(xpbd_solver *solver, xpbd_field field, double *out);
