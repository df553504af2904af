/* Why this file exists: a world of position Verlet that is made and stepped, or its check fails. */
#include "verlet_checks.h"

bool verlet_scenario(check *self, const char *name, const lattice_params *params, xpbd_verlet **out) {
  return check_status(self, lattice_world(name, params, out), XPBD_OK, "build %s", name);
}

bool verlet_run(check *self, xpbd_verlet *world, int64_t steps, xpbd_verlet_measures *out) {
  xpbd_status status = xpbd_verlet_step(world, steps);
  if (status == XPBD_OK) status = xpbd_verlet_measure(world, out);
  return status == XPBD_OK || check_status(self, status, XPBD_OK, "%lld steps", (long long)steps);
}
