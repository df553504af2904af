/* Why this file exists: the files of the group "math" share this. */
#pragma once

#include "runner/check.h"

/// Distance of `value` from the exact result in units in the last place. 0 if both are NaN or the same infinity,
/// infinity if only one is.
double math_ulp_f32(float value, long double exact);
double math_ulp_f64(double value, long double exact);

/// The largest error must keep the limit that types.h states, and be close to it, because users plan with it.
void math_check_promise(check *self, double worst, double limit, const char *what);

/// The functions of a check: exp and expm1; log, acos and atan2; sin, cos, tanh and pow.
enum { MATH_EXPONENTIALS, MATH_OTHERS, MATH_POWERS };
void math_accuracy_f32(check *self, int which);
void math_accuracy_f64(check *self, int which);
void math_loops(check *self, int which);

/// The checks of log, acos and atan2.
void math_add_functions(check_registry *registry);

/// The special values of sin, cos, tanh and pow.
void math_add_powers(check_registry *registry);

/// The recorded bits of all functions.
void math_add_bits(check_registry *registry);
