/* Why this file exists: several checks compare numbers that were computed by hand, or must be unknown. */
#pragma once

#include "runner/check.h"

/// `value` must be `wanted` within that relative error (0 = exactly), or NaN if that is NaN. `what` with its unit.
void check_number(check *self, double value, double wanted, double part, const char *what);
