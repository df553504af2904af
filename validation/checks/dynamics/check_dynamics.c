/* Why this file exists: the group dynamics: what a solver and its time step do to a moving body whose exact motion is
 * known. */
#include "dynamics_checks.h"

void check_group_dynamics(check_registry *registry) {
  list_dissipation(registry);
  list_convergence(registry);
}
