/* Why this file exists: the two time steps of Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model
 * Simulations": six steps (Sec. 2.2) and seven steps (Sec. 2.3, in its two readings). */
#include <math.h>
#include <string.h>

#include "base/edge.h"
#include "base/pair.h"
#include "verlet/world.h"

/* The force [3] of two springs on their first nodes. */
static inline void pull(const xpbd_verlet_spring *const spring[2], const double *x, const double *v, xpbd_pair out[3]) {
  const int64_t from[2] = {3 * (int64_t)spring[0]->nodes[0], 3 * (int64_t)spring[1]->nodes[0]};
  const int64_t to[2] = {3 * (int64_t)spring[0]->nodes[1], 3 * (int64_t)spring[1]->nodes[1]};
  const xpbd_pair rest = {spring[0]->rest_length, spring[1]->rest_length};
  const xpbd_pair stiffness = {spring[0]->stiffness, spring[1]->stiffness};
  const xpbd_pair damping = {spring[0]->damping, spring[1]->damping};
  xpbd_pair d[3], u[3];
  xpbd_pair_between(x, from, to, d);
  xpbd_pair_between(v, from, to, u);
  const xpbd_pair length = xpbd_pair_root(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const xpbd_pair growth = d[0] * u[0] + d[1] * u[1] + d[2] * u[2];
  const xpbd_pair force = (stiffness * (length - rest) + damping * growth / length) / length;
  /* no direction, no force; a NaN length shows in the positions */
  for (int k = 0; k < 3; k++) out[k] = xpbd_pair_where(length > 0.0, force * d[k]);
}

/* Two springs at a time, added up in the order of the springs. */
void verlet_forces(const xpbd_verlet *world, const double *x, const double *v) {
  const xpbd_verlet_spring *springs = world->def.springs;
  const int32_t count = world->def.spring_count;
  double *force = world->force;
  memset(force, 0, 3 * (size_t)world->def.node_count * sizeof *force);
  xpbd_pair_sum sum = xpbd_pair_sum_begin(force, 0);
  for (int32_t s = 0; s < count; s += 2) {
    const int both = s + 1 < count;
    const xpbd_verlet_spring *const spring[2] = {&springs[s], &springs[s + both]};
    xpbd_pair f[3];
    pull(spring, x, v, f);
    for (int k = 0; k <= both; k++)
      xpbd_pair_sum_add(force, 3 * (int64_t)spring[k]->nodes[0], 3 * (int64_t)spring[k]->nodes[1],
                        (const double[3]){f[0][k], f[1][k], f[2][k]}, &sum);
  }
  xpbd_pair_sum_end(force, &sum);
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
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(world);
  XPBD_REQUIRE(steps >= 0, XPBD_ERR_INVALID_ARGUMENT, "steps is %lld, must be 0 or more", (long long)steps);
  XPBD_REQUIRE(world->broken == XPBD_OK, world->broken, "an earlier step failed; reset the world first");
  for (int64_t done = 0; done < steps && world->broken == XPBD_OK; done++) world->broken = one_step(world);
  return world->broken;
}
