/* Why this file exists: checks the definition of a Verlet world. Private to lib/verlet. */
#pragma once

#include "xpbd/verlet.h"

/// Largest start position [m] and velocity [m/s]. Beyond it squares and products are infinite.
#define VERLET_LARGEST 1e150

/// The first of `count` values that is NaN or beyond `largest`, as the number of its row of three, or -1.
int64_t verlet_first_bad(const double *values, int64_t count, double largest);
/// Checks everything, including the cookie. XPBD_ERR_INVALID_ARGUMENT names the first bad field.
xpbd_status verlet_check(const xpbd_verlet_def *def);
