/* Why this file exists: the one function that says whether a definition of a Verlet world can be used. Private to
 * lib/verlet. */
#ifndef XPBD_VERLET_CHECK_H
#define XPBD_VERLET_CHECK_H

#include "xpbd/verlet.h"

/// Everything, the cookie too. XPBD_ERR_INVALID_ARGUMENT names the first bad field.
xpbd_status verlet_check(const xpbd_verlet_def *def);

#endif
