/* Why this file exists: the solver itself, for solver.c and checkpoint.c. Private to the library. */
#ifndef XPBD_SOLVER_INTERNAL_H
#define XPBD_SOLVER_INTERNAL_H

#include "xpbd/backend.h"

struct xpbd_solver {
  const xpbd_scene *scene;
  xpbd_solver_def def;
  const xpbd_backend *backend;
  void *state;
  int64_t frame;      /* queued since the start */
  xpbd_status broken; /* of a step that failed: the state is not to be used until a reset */
};

#endif
