/* Why this file exists: local/global methods solve with one constant matrix in every iteration, so it is factored once.
 * Private to lib/implicit. */
#pragma once

#include "implicit/stepper.h"
#include "projective/factor.h"

typedef struct xpbd_global {
  xpbd_factor *factor;        /* NULL if every particle is pinned */
  int32_t unknowns;           /* free particles */
  int32_t *row;               /* [n] row of the matrix, -1 = pinned */
  double *gradient;           /* [n, 3] of what the step lowers [N] */
  xpbd_factor_entry *entries; /* [entry_count] addends of the matrix, until it is factored */
  int64_t entry_count;
} xpbd_global;

/// Fills a zeroed structure and lists the inertia m / h^2. Room for `most` more entries. Destroy even after a failure.
/// Contacts of the stepper are as xpbd_global_step() has them from here on.
xpbd_status xpbd_global_create(xpbd_global *g, xpbd_stepper *s, int64_t most);
/// Factors the matrix.
xpbd_status xpbd_global_factor(xpbd_global *g);
/// Adds the forces of contacts to the gradient at x of the stepper, and takes the solution from x. A penalty would change
/// the matrix. Instead, a multiplier grows by m / h^2 times the depth and the slide at x, as if each particle were alone,
/// and stays in the cone of Coulomb's law: Ly, Jouve, Boissieux, Bertails-Descoubes 2020, Projective Dynamics with Dry
/// Frictional Contact, ACM Transactions on Graphics 39.4.
xpbd_status xpbd_global_step(xpbd_global *g, xpbd_stepper *s);
/// After the iterations of a time step: puts particles that are still inside an obstacle on its surface.
void xpbd_global_leave(const xpbd_global *g, xpbd_stepper *s);
void xpbd_global_destroy(xpbd_global *g);
int64_t xpbd_global_bytes(const xpbd_global *g, const xpbd_stepper *s);
