/* Why this file exists: writes the ends of a box with the digits that its extents need. */
#include "base/extent.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 4, MOST_DIGITS = 17 };

static const double flat = 1e-6; /* An extent that is rounding, over the largest. */

const char *xpbd_extent_text(const double low[3], const double high[3], char out[XPBD_EXTENT_TEXT]) {
  double largest = 0.0;
  size_t used = 0;
  for (int k = 0; k < 3; k++) largest = fmax(largest, high[k] - low[k]);
  for (int k = 0; k < 3; k++) {
    const double own = high[k] - low[k], extent = own > flat * largest ? own : largest;
    const double times = fmax(fabs(low[k]), fabs(high[k])) / extent;
    const int more = isfinite(times) && times > 1.0 ? (int)log10(times) : 0;
    const int digits = DIGITS + more < MOST_DIGITS ? DIGITS + more : MOST_DIGITS;
    used += (size_t)snprintf(out + used, XPBD_EXTENT_TEXT - used, "%s%c %.*g to %.*g", k > 0 ? ", " : "", "xyz"[k],
                             digits, low[k], digits, high[k]);
  }
  return out;
}
