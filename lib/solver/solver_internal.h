/* Why this file exists: the solver itself, for whoever asks more of it than a user can. Private to the library. */
#ifndef XPBD_SOLVER_INTERNAL_H
#define XPBD_SOLVER_INTERNAL_H

#include "xpbd/method.h"
#include "xpbd/projective.h"

struct xpbd_solver {
  const xpbd_scene *scene;
  xpbd_solver_def def;                 /* as it runs: nothing is left to a default of the method */
  xpbd_projective_settings projective; /* where def.projective points to, unless that is NULL */
  const xpbd_method_info *method;
  const xpbd_backend *backend; /* or the engine of the method */
  void *state;
  int64_t frame;      /* queued since the start */
  xpbd_status broken; /* of a step that failed: the state is not to be used until a reset */
};

/// The farthest that a particle of an element is from its first one [m]: float knows what is between them to a part of that.
double xpbd_longest_element(const xpbd_scene *scene);
/// xpbd_solver_read() with positions relative to the scene's origin, as backends have them and a checkpoint keeps them.
xpbd_status xpbd_solver_read_local(xpbd_solver *solver, xpbd_field field, double *out);

#endif
