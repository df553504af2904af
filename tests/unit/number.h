/* Why this file exists: numbers that were worked out by hand are compared by several checks, and not known is one of them. */
#ifndef NUMBER_H
#define NUMBER_H

#include "runner/check.h"

/// `value` has to be `wanted`, off by at most that part of it (0 = exactly); NaN where that is NaN. `what` with its unit.
void check_number(check *self, double value, double wanted, double part, const char *what);

#endif
