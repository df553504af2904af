/* Why this file exists: the two time steps of Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model
 * Simulations": six steps (Sec. 2.2) and seven steps (Sec. 2.3, in its two readings). */
#include <math.h>

#include "base/error.h"
#include "verlet/world.h"

void verlet_forces(const xpbd_verlet *world, const double *x, const double *v) {
  double *force = world->force;
  for (int64_t k = 0; k < 3 * (int64_t)world->def.node_count; k++) force[k] = 0.0;
  for (int32_t s = 0; s < world->def.spring_count; s++) {
    const xpbd_verlet_spring *spring = &world->def.springs[s];
    const int64_t a = 3 * (int64_t)spring->nodes[0], b = 3 * (int64_t)spring->nodes[1];
    const double d[3] = {x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]};
    const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (!(length > 0.0)) continue; /* no direction, no force; a NaN length shows in the positions */
    const double growth = d[0] * (v[b] - v[a]) + d[1] * (v[b + 1] - v[a + 1]) + d[2] * (v[b + 2] - v[a + 2]);
    const double pull =
        (spring->stiffness * (length - spring->rest_length) + spring->damping * growth / length) / length;
    for (int k = 0; k < 3; k++) {
      force[a + k] += pull * d[k];
      force[b + k] -= pull * d[k];
    }
  }
}

/* Moves positions by `time`. False if one is no longer finite or beyond the limit. */
static bool drift(xpbd_verlet *world, double time) {
  int64_t lost = 0;
  for (int64_t k = 0; k < 3 * (int64_t)world->def.node_count; k++) {
    world->x[k] += world->v[k] * time;
    lost += !(fabs(world->x[k]) <= world->limit); /* includes NaN */
  }
  return lost == 0;
}

static void kick(xpbd_verlet *world, double time) {
  for (int64_t i = 0; i < world->def.node_count; i++) {
    const double w = world->inverse_masses[i];
    if (w == 0.0) continue;
    for (int k = 0; k < 3; k++) world->v[3 * i + k] += (world->def.gravity[k] + w * world->force[3 * i + k]) * time;
  }
}

static xpbd_status six_steps(xpbd_verlet *world, bool *finite) {
  const double dt = world->def.time_step;
  *finite = drift(world, 0.5 * dt);
  if (!*finite) return XPBD_OK;
  verlet_forces(world, world->x, world->v);
  kick(world, 0.5 * dt);
  XPBD_TRY(verlet_contacts_find(world));
  verlet_contacts_bounce(world);
  kick(world, 0.5 * dt);
  *finite = drift(world, 0.5 * dt);
  return XPBD_OK;
}

static xpbd_status seven_steps(xpbd_verlet *world, bool *finite) {
  const double dt = world->def.time_step;
  *finite = drift(world, 0.5 * dt);
  if (!*finite) return XPBD_OK;
  verlet_contacts_release(world);
  verlet_forces(world, world->x, world->v);
  kick(world, dt);
  XPBD_TRY(verlet_contacts_find(world));
  if (world->def.scheme == XPBD_VERLET_SEVEN_STEP_SERIAL)
    verlet_contacts_halve(world);
  else
    verlet_contacts_stop(world);
  *finite = drift(world, 0.5 * dt);
  return XPBD_OK;
}

static xpbd_status one_step(xpbd_verlet *world) {
  bool finite = false;
  XPBD_TRY((world->def.scheme == XPBD_VERLET_SIX_STEP ? six_steps : seven_steps)(world, &finite));
  world->steps++;
  XPBD_REQUIRE(finite, XPBD_ERR_DIVERGED,
               "the simulation diverged in time step %lld, at %g s (a position is not finite or beyond %.3g m)",
               (long long)world->steps, (double)world->steps * world->def.time_step, world->limit);
  return XPBD_OK;
}

xpbd_status xpbd_verlet_step(xpbd_verlet *world, int64_t steps) {
  XPBD_REQUIRE(steps >= 0, XPBD_ERR_INVALID_ARGUMENT, "steps is %lld, must be 0 or more", (long long)steps);
  XPBD_REQUIRE(world->broken == XPBD_OK, world->broken, "an earlier step failed; reset the world first");
  for (int64_t done = 0; done < steps && world->broken == XPBD_OK; done++) world->broken = one_step(world);
  return world->broken;
}
