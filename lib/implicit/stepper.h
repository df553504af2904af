/* Why this file exists: methods that minimise the energy of a time step differ only in how they minimise. This is the
 * rest of them, in the form of an engine (xpbd/backend.h). Private to the library. */
#ifndef XPBD_IMPLICIT_STEPPER_H
#define XPBD_IMPLICIT_STEPPER_H

#include "solver/motion.h"
#include "xpbd/backend.h"
#include "xpbd/implicit.h"

/// The first member of the state of each such engine, so that the functions below take that state.
typedef struct xpbd_stepper {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  xpbd_motion motion;
  double *inertia;                        /* [n] m / h^2 [N/m], 0 = pinned */
  double *x, *y;                          /* [n, 3] iterate, prediction [m] */
  double h;                               /* [s] */
  int64_t frame, time_steps, diverged_at; /* since the start; diverged_at: frame, -1 = none */
  int64_t own_frames;                     /* since the last reset or load */
  xpbd_implicit_counters done;            /* the same */
  xpbd_status (*minimise)(void *state);   /* moves x from y to where E is least */
} xpbd_stepper;

/// Fills a zeroed state that has `minimise`. Destroy even after a failure.
xpbd_status xpbd_stepper_create(xpbd_stepper *s, const xpbd_scene *scene, const xpbd_solver_def *def);
/// Frees what the stepper owns, not the state itself.
void xpbd_stepper_destroy(xpbd_stepper *s);
/// Bytes of what it owns.
int64_t xpbd_stepper_bytes(const xpbd_stepper *s);

/// The part of a time step before minimising, and the one after it, which returns how many particles are lost.
void xpbd_stepper_begin(xpbd_stepper *s);
int64_t xpbd_stepper_end(xpbd_stepper *s);
/// Ends a frame in which so many particles were lost.
void xpbd_stepper_end_frame(xpbd_stepper *s, int64_t lost);

/* Functions of an engine. */
xpbd_status xpbd_stepper_reset(void *state);
xpbd_status xpbd_stepper_step(void *state, int32_t frames);
xpbd_status xpbd_stepper_sync(void *state);
xpbd_status xpbd_stepper_read(void *state, xpbd_field field, double *out);
xpbd_status xpbd_stepper_restore(void *state, int64_t frame, const double *positions, const double *velocities,
                                 const double *embedded);

#endif
