/* Why this file exists: prepares lattices for their scenes: computes radii, places the lattice on the ground, and
 * settles it under gravity. */
#include "verlet/settle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "verlet/world.h"

static const double MOST_SETTLING_STEPS = 1e9;

xpbd_status verlet_lattice_radii(const xpbd_lattice *lattice, bool even, double *radii) {
  const xpbd_verlet_def def = {.node_count = lattice->node_count,
                               .positions = lattice->positions,
                               .spring_count = lattice->spring_count,
                               .springs = lattice->springs};
  if (!even || lattice->spring_count == 0) return verlet_standard_radii(&def, radii);
  double sum = 0.0;
  for (int32_t s = 0; s < def.spring_count; s++) sum += 0.5 * verlet_rest_length(&def, &def.springs[s]);
  for (int32_t i = 0; i < def.node_count; i++) radii[i] = sum / def.spring_count;
  return XPBD_OK;
}

xpbd_status verlet_lattice_set_down(xpbd_lattice *lattice, double drop, bool even) {
  double *radii = calloc((size_t)lattice->node_count, sizeof *radii);
  XPBD_REQUIRE(radii, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d nodes", (int)lattice->node_count);
  const xpbd_status status = verlet_lattice_radii(lattice, even, radii);
  double lowest = INFINITY;
  for (int64_t i = 0; i < lattice->node_count; i++) lowest = fmin(lowest, lattice->positions[3 * i + 1] - radii[i]);
  for (int64_t i = 0; i < lattice->node_count; i++) lattice->positions[3 * i + 1] += drop - lowest;
  free(radii);
  return status;
}

xpbd_status verlet_settle(const xpbd_verlet_def *def, double time, double *positions) {
  xpbd_verlet_def calm = *def;
  calm.velocities = NULL;
  calm.restitution = calm.friction = 0.0;
  calm.scheme = XPBD_VERLET_SEVEN_STEP;
  xpbd_verlet *world = NULL;
  XPBD_REQUIRE(time / def->time_step <= MOST_SETTLING_STEPS, XPBD_ERR_INVALID_ARGUMENT,
               "settling for %g s takes %.3g time steps of %g s, at most %g: settle for less or make the step longer",
               time, time / def->time_step, def->time_step, MOST_SETTLING_STEPS);
  XPBD_TRY(xpbd_verlet_create(&calm, &world));
  const size_t count = 3 * (size_t)def->node_count;
  double before = 0.0;
  xpbd_status status = XPBD_OK;
  for (int64_t left = llround(time / def->time_step); left > 0 && status == XPBD_OK; left--) {
    status = xpbd_verlet_step(world, 1);
    double now = 0.0;
    for (size_t k = 0; k < count; k++) now += def->masses[k / 3] * world->v[k] * world->v[k];
    if (now < before) {
      memset(world->v, 0, count * sizeof *world->v);
      now = 0.0;
    }
    before = now;
  }
  if (status == XPBD_OK) memcpy(positions, world->x, count * sizeof *positions);
  xpbd_verlet_destroy(&world);
  return status;
}
