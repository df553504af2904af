/* Why this file exists: methods that minimise the energy of a time step differ only in how they minimise. This is the
 * rest of them, in the form of an engine (xpbd/backend.h). Private to the library. */
#pragma once

#include "implicit/contact.h"
#include "implicit/rows.h"
#include "solver/cpu.h"
#include "solver/motion.h"
#include "xpbd/backend.h"
#include "xpbd/implicit.h"

/// The first member of the state of each such engine, so that the functions below take that state.
typedef struct xpbd_stepper {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  xpbd_motion motion;
  double *inertia; /* [n] m / h^2 [N/m], 0 = pinned */
  double *x, *y;   /* [n, 3] iterate, prediction [m] */
  double *start;   /* [n, 3] before the prediction [m]; NULL if no row needs it */
  xpbd_rows rows;
  xpbd_contacts contacts;
  double h;                               /* [s] */
  int64_t frame, time_steps, diverged_at; /* since the start; diverged_at: frame, -1 = none */
  int64_t own_frames, met;                /* since the last reset or load; met: contacts at the ends of steps */
  xpbd_implicit_counters done;            /* the same */
  xpbd_status (*minimise)(void *state);   /* moves x from y to where E is least */
} xpbd_stepper;

/// How a method meets constraints and obstacles.
typedef enum xpbd_stepper_way {
  XPBD_STEPPER_FORCES,   ///< By forces, as functions of positions.
  XPBD_STEPPER_ENERGY,   ///< By an energy, in which friction is held (contact.h).
  XPBD_STEPPER_AUGMENTED ///< By multipliers.
} xpbd_stepper_way;

/// Fills a zeroed state that has `minimise`. Destroy even after a failure.
xpbd_status xpbd_stepper_create(xpbd_stepper *s, const xpbd_scene *scene, const xpbd_solver_def *def,
                                xpbd_stepper_way way);
/// Frees what the stepper owns, not the state itself.
void xpbd_stepper_destroy(xpbd_stepper *s);
/// Bytes of what it owns.
int64_t xpbd_stepper_bytes(const xpbd_stepper *s);

/// E at x [n, 3], in the scene's order. gradient [n, 3] is 0 for pinned particles, NULL = not wanted. *rounding: an
/// error that rounding may make in E.
double xpbd_stepper_energy(const xpbd_stepper *s, const double *x, double *gradient, double *rounding);

/// The part of a time step before minimising, but for xpbd_rows_begin() from `start`, and the one after it, which
/// returns how many particles are lost.
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

/// The engine of a method that leaves all but these functions to the stepper. Its method was asked about the scene before.
#define XPBD_STEPPER_ENGINE(about_it, probe_it, create_it, counters_it, destroy_it)                                    \
  {                                                                                                                    \
    .abi = XPBD_BACKEND_ABI, .name = "seq", .about = about_it, .probe = probe_it, .supports = xpbd_cpu_supports,       \
    .create = create_it, .reset = xpbd_stepper_reset, .step = xpbd_stepper_step, .sync = xpbd_stepper_sync,            \
    .read = xpbd_stepper_read, .restore = xpbd_stepper_restore, .counters = counters_it, .destroy = destroy_it         \
  }
