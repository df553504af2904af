/* Why this file exists: the group dynamics_full repeats checks of the group dynamics on finer meshes, which takes
 * minutes. */
#include "dynamics_checks.h"

void check_group_dynamics_full(check_registry *registry) {
  list_convergence_full(registry);
}
