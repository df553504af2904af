/* Why this file exists: methods that minimise the energy of a time step feel an obstacle as a force on each particle,
 * with Coulomb friction. xpbd/implicit.h has the equations. Private to the library. */
#pragma once

#include <stdbool.h>

#include "collide/obstacle.h"
#include "layout/records.h"
#include "xpbd/scene.h"

typedef struct xpbd_contacts {
  const xpbd_scene *scene;
  const double *inertia;          /* [n] borrowed */
  const xpbd_particle_f64 *start; /* [n] borrowed: positions at the start of the time step */
  int32_t n, count;               /* particles; obstacles, 0 = none */
  xpbd_obstacle_f64 *now;         /* [count] */
  xpbd_touch *touch;              /* [n, count] */
  double stiffness;               /* in multiples of a particle's inertia */
  double slip;                    /* [m] friction is smooth up to this displacement in a time step; 0: not at all */
  bool augmented, held;           /* by multipliers; by an energy with friction that is held */
  bool rubs;                      /* an obstacle has friction */
} xpbd_contacts;

/// Fills a zeroed structure whose first three members, stiffness, slip, augmented and held are set. Destroy even after a
/// failure.
xpbd_status xpbd_contacts_create(xpbd_contacts *c);
void xpbd_contacts_destroy(xpbd_contacts *c);
int64_t xpbd_contacts_bytes(const xpbd_contacts *c);
/// Begins the time step from t to t + h.
void xpbd_contacts_begin(xpbd_contacts *c, double t, double h);

/* Particle i at x [3]. Different particles may be done at once. */

/// Adds the force and its derivative: gradient [3] [N], block [3, 3] [N/m], positive semidefinite. Returns in how many
/// obstacles it is.
int xpbd_contact_add(const xpbd_contacts *c, int32_t i, const double *x, double *gradient, double *block);
/// Puts it on the surface of an obstacle that it has entered since xpbd_contact_add(). Returns whether it has entered one.
/// The next xpbd_contact_add() has the stiffness of this contact. Otherwise a vertex could jump in and out forever.
bool xpbd_contact_enter(const xpbd_contacts *c, int32_t i, double *x);
/// Puts it on the surface of each obstacle that it is in.
void xpbd_contact_leave(const xpbd_contacts *c, int32_t i, double *x);
/// AVBD's update of multipliers after an iteration.
void xpbd_contact_raise(const xpbd_contacts *c, int32_t i, const double *x);
/// Bases friction on the force at x from here on.
void xpbd_contact_hold(const xpbd_contacts *c, int32_t i, const double *x);
/// The energy [J] whose gradient [3] is added, NULL = not wanted, with friction as it is held.
double xpbd_contact_energy(const xpbd_contacts *c, int32_t i, const double *x, double *gradient);
