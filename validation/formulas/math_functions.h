/* Why this file exists: what the two files of the group "math" share. */
#ifndef XPBD_MATH_FUNCTIONS_H
#define XPBD_MATH_FUNCTIONS_H

#include "runner/check.h"

/// Distance of `value` from the exact result in units in the last place; 0 when both are NaN or the same infinity,
/// infinity when only one is.
double math_ulp_f32(float value, long double exact);
double math_ulp_f64(double value, long double exact);

/// The larger; NaN stays, so a comparison of it fails.
double math_worse(double a, double b);

/// The checks of log, acos and atan2.
void math_add_functions(check_registry *registry);

#endif
