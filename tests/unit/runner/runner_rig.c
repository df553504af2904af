/* Why this file exists: a check must not pass if nothing was done. A rig without memory, or for a chain without room,
 * fails its check. */
#include <stdlib.h>

#include "runner/rig.h"
#include "runner_checks.h"

/// How many allocations succeed.
static int allowed;

static void *allow(size_t count, size_t size) {
  return allowed-- > 0 ? calloc(count, size) : NULL;
}

static const struct {
  int links, allowed; ///< Two arrays are allocated.
  bool fits;
} chains[] = {{1, 2, true},   {CHAIN_LIMIT - 1, 2, true}, {0, 2, false},
              {-1, 2, false}, {CHAIN_LIMIT, 2, false},    {1, 1, false},
              {1, 0, false}};
static size_t which;
static bool built, pinned;

/// A check without an error except in its chain.
static void builds(check *self, int argument) {
  const chain c = {.formula = "stretching", .links = chains[which].links, .length = 1.0, .mass = 0.5, .stiffness = 1.0};
  OWNED(rig_free) rig r = {0};
  check_true(self, argument == 1, "fact");
  check_control(self, argument == 1, "control");
  allowed = chains[which].allowed;
  built = rig_chain(&r, self, &c, 10.0);
  const double *w = built && r.scene ? xpbd_scene_inverse_masses(r.scene) : NULL;
  pinned = w && w[0] == 0.0 && w[1] == 2.0;
}

static void rigs(check *self, int argument) {
  rig_memory = allow;
  for (which = 0; which < sizeof chains / sizeof *chains; which++) {
    const bool fits = chains[which].fits;
    const int64_t failures = runner_quietly(builds, false, &(check_options){.tolerance_scale = 1.0}).failures;
    check_true(self, built == fits, "%d links, memory for %d arrays", chains[which].links, chains[which].allowed);
    check_same(self, (uint64_t)failures, fits ? 0 : 1, "%d links, memory for %d arrays: failures of the check",
               chains[which].links, chains[which].allowed);
    if (fits) check_control(self, pinned, "%d links hang from the first particle", chains[which].links);
  }
  rig_memory = calloc;
}

void runner_rig_checks(check_registry *registry) {
  check_add(registry, "rig", "a chain that cannot be built fails its check", rigs, 0);
}
