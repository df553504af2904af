/* Why this file exists: sheets and shells whose numbers are called moduli are measured as in a testing machine. */
#include "membrane_checks.h"

void check_group_membranes(check_registry *registry) {
  membrane_add(registry);
  check_add(registry, "inflated", "pressure in a sphere of neo-Hookean sheet, and its order", membrane_inflated, 0);
  check_add(registry, "plate-cylinder", "energy of a lattice rolled up, against B / (2 R^2)", plate_cylinder, 0);
  check_add(registry, "plate-cantilever", "a ribbon held at one end against Euler and Bernoulli", plate_cantilever, 0);
  check_add(registry, "plate-clamped", "sag of a clamped plate against Ritz, and its order", plate_clamped_all_around,
            0);
}
