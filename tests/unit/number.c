/* Why this file exists: compares a number with one computed by hand. NaN means that it must be unknown. */
#include "number.h"

#include <math.h>

void check_number(check *self, double value, double wanted, double part, const char *what) {
  const double room = fabs(wanted) * part;
  if (isnan(wanted))
    check_true(self, isnan(value), "%s: not known, here %g", what, value);
  else
    check_between(self, value, wanted - room, wanted + room, "%s", what);
}
