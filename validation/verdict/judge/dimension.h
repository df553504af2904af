/* Why this file exists: a unit such as "J^(1/2)" or "N/m" says how a number must change when lengths, masses or times
 * are scaled. */
#pragma once

#include <stdbool.h>

enum { DIMENSIONS = 3 }; /* length, mass, time */

/// Powers of metre, kilogram and second.
typedef struct dimension {
  double power[DIMENSIONS];
} dimension;

/// Reads products, quotients, powers, roots and brackets of SI units: "m^2", "N m", "1/m^3", "sqrt(J)", "kg/(m s^2)".
/// False if a word is none of them; *out is then zero.
bool dimension_of(const char *unit, dimension *out);
