/* Why this file exists: the solver checks the numbers of methods without knowing any. Private to the library. */
#ifndef XPBD_METHOD_NUMBERS_H
#define XPBD_METHOD_NUMBERS_H

#include "xpbd/solver.h"

/// Whether every number that was set is in its range. XPBD_ERR_INVALID_ARGUMENT names it.
xpbd_status xpbd_method_check_values(const xpbd_solver_def *def);

#endif
