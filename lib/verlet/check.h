/* Why this file exists: what says whether a definition of a Verlet world can be used. Private to lib/verlet. */
#ifndef XPBD_VERLET_CHECK_H
#define XPBD_VERLET_CHECK_H

#include "xpbd/verlet.h"

/// Positions [m] and velocities [m/s] at the start are within this: beyond, squares and products of them are infinite.
#define VERLET_LARGEST 1e150

/// The first of `count` values that is NaN or beyond `largest`, as the number of its row of three; -1 when none is.
int64_t verlet_first_bad(const double *values, int64_t count, double largest);
/// Everything, the cookie too. XPBD_ERR_INVALID_ARGUMENT names the first bad field.
xpbd_status verlet_check(const xpbd_verlet_def *def);

#endif
