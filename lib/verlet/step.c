/* Why this file exists: the two time steps of Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model
 * Simulations": six steps (Sec. 2.2) and seven steps (Sec. 2.3, in its two readings). */
#include "base/edge.h"
#include "verlet/kernel.h"

static bool has_six(const xpbd_verlet *world) {
  return world->def.scheme == XPBD_VERLET_SIX_STEP;
}

static double half_step(const xpbd_verlet *world) {
  return 0.5 * world->def.time_step;
}

/* Ends the step if a share has lost a node. */
static bool is_lost(xpbd_verlet *world) {
  for (int32_t s = 0; s < world->share_count; s++)
    if (world->shares[s].lost) world->broken = XPBD_ERR_DIVERGED;
  if (world->broken != XPBD_OK) world->steps++;
  return world->broken != XPBD_OK;
}

static void to_middle(xpbd_verlet *world, verlet_share *share) {
  share->lost = world->kernels->drift(world, share, half_step(world));
  verlet_neighbours_look(world, share);
}

static void release(xpbd_verlet *world, verlet_share *share) {
  (void)share;
  if (is_lost(world)) return;
  world->broken = verlet_neighbours_update(world);
  if (!has_six(world)) verlet_contacts_release(world);
}

static void pull(xpbd_verlet *world, verlet_share *share) {
  world->kernels->forces(share, &world->x[3 * (int64_t)share->low], &world->v[3 * (int64_t)share->low]);
}

static void kick(xpbd_verlet *world, verlet_share *share) {
  world->kernels->kick(world, share, has_six(world) ? half_step(world) : world->def.time_step);
  verlet_contacts_find(world, share);
}

static void respond(xpbd_verlet *world, verlet_share *share) {
  (void)share;
  world->broken = verlet_contacts_join(world);
  if (world->broken != XPBD_OK) return;
  if (has_six(world))
    verlet_contacts_bounce(world);
  else if (world->def.scheme == XPBD_VERLET_SEVEN_STEP_SERIAL)
    verlet_contacts_halve(world);
  else
    verlet_contacts_stop(world);
}

static void to_end(xpbd_verlet *world, verlet_share *share) {
  if (has_six(world)) world->kernels->kick(world, share, half_step(world));
  share->lost = world->kernels->drift(world, share, half_step(world));
}

static void end(xpbd_verlet *world, verlet_share *share) {
  (void)share;
  if (!is_lost(world)) world->steps++;
}

static const struct {
  void (*run)(xpbd_verlet *world, verlet_share *share);
  bool whole;
} phases[VERLET_PHASES] = {{to_middle, false}, {release, true}, {pull, false}, {kick, false},
                           {respond, true},    {to_end, false}, {end, true}};

bool verlet_phase_is_whole(int phase) {
  return phases[phase].whole;
}

void verlet_phase(xpbd_verlet *world, int phase, int32_t share) {
  phases[phase].run(world, &world->shares[share]);
}

void verlet_forces(const xpbd_verlet *world, const double *x, const double *v) {
  for (int32_t s = 0; s < world->share_count; s++) {
    const int64_t low = 3 * (int64_t)world->shares[s].low;
    world->kernels->forces(&world->shares[s], &x[low], &v[low]);
  }
}

static void one_step(xpbd_verlet *world) {
  for (int p = 0; p < VERLET_PHASES && world->broken == XPBD_OK; p++)
    for (int32_t s = 0; s < (phases[p].whole ? 1 : world->share_count); s++) verlet_phase(world, p, s);
}

xpbd_status xpbd_verlet_step(xpbd_verlet *world, int64_t steps) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(world);
  XPBD_REQUIRE(steps >= 0, XPBD_ERR_INVALID_ARGUMENT, "steps is %lld, must be 0 or more", (long long)steps);
  XPBD_REQUIRE(world->broken == XPBD_OK, world->broken, "an earlier step failed; reset the world first");
  for (int64_t done = 0; done < steps && world->broken == XPBD_OK; done++) one_step(world);
  XPBD_REQUIRE(world->broken != XPBD_ERR_DIVERGED, XPBD_ERR_DIVERGED,
               "the simulation diverged in time step %lld, at %g s (a position is not finite or beyond %.3g m)",
               (long long)world->steps, (double)world->steps * world->def.time_step, world->limit);
  return world->broken;
}
