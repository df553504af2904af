/* Why this file exists: what the solver asks of the numbers that methods have of their own, beside xpbd/method.h. */
#ifndef XPBD_METHOD_NUMBERS_H
#define XPBD_METHOD_NUMBERS_H

#include "xpbd/method.h"

/// Whether every number of a method that was set is in its range. XPBD_ERR_INVALID_ARGUMENT names it.
xpbd_status xpbd_method_check_values(const xpbd_solver_def *def);
/// Set each number of a method that is not set to its standard, for those who run the method and know no table of methods.
void xpbd_method_settle(xpbd_solver_def *def);

#endif
