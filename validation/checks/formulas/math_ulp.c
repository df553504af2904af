/* Why this file exists: computes the error of a function in units in the last place of its result, and checks its
 * limit. */
#include <float.h>
#include <math.h>

#include "math_functions.h"

/// Distance of `value` from the exact result in units in the last place of a format with `digits` bits and smallest
/// normal exponent `lowest`. 0 if both are the same infinity, infinity if only one is finite.
static double ulp_error(long double value, long double exact, int digits, int lowest, long double largest) {
  if (isnan(exact) || isnan(value)) return isnan(exact) && isnan(value) ? 0.0 : HUGE_VAL;
  if (isinf(value) || isinf(exact)) {
    /* one value around the threshold may fall on either side */
    if (isinf(value) && isinf(exact)) return value == exact ? 0.0 : HUGE_VAL;
    if (isinf(exact)) return HUGE_VAL;
    return fabsl(exact) >= largest ? 0.0 : HUGE_VAL;
  }
  if (fabsl(exact) > largest) return HUGE_VAL; /* too large for the format, yet the value is finite */
  int exponent;
  frexpl(exact == 0 ? LDBL_MIN : exact, &exponent);
  const int place = (exponent - 1 > lowest ? exponent - 1 : lowest) - (digits - 1);
  return (double)(fabsl(value - exact) / ldexpl(1.0L, place));
}

double math_ulp_f32(float value, long double exact) {
  return ulp_error((long double)value, exact, FLT_MANT_DIG, FLT_MIN_EXP - 1, (long double)FLT_MAX);
}

double math_ulp_f64(double value, long double exact) {
  return ulp_error((long double)value, exact, DBL_MANT_DIG, DBL_MIN_EXP - 1, (long double)DBL_MAX);
}

void math_check_promise(check *self, double worst, double limit, const char *what) {
  check_at_most(self, worst, limit, "%s, error in ULP", what);
  check_at_least(self, worst, 0.7 * limit, "%s: the limit is nearly reached, error in ULP", what);
}
