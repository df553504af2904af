/* Why this file exists: the functions for method parameters that the solver needs in addition to xpbd/method.h. */
#pragma once

#include "xpbd/method.h"

/// Whether every parameter that was set is in its range. XPBD_ERR_INVALID_ARGUMENT names it.
xpbd_status xpbd_method_check_values(const xpbd_solver_def *def);
/// Sets all unset parameters to their defaults, for backends, which do not know the table of methods.
void xpbd_method_settle(xpbd_solver_def *def);
