/* Why this file exists: measures a Verlet world at the one moment of its time step when all responses are applied. It
 * computes that state ahead without stepping. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/edge.h"
#include "verlet/world.h"

/* The state after step 2 of the next time step, in the spare arrays. */
static void look_ahead(const xpbd_verlet *world) {
  const int64_t count = 3 * (int64_t)world->def.node_count;
  for (int64_t k = 0; k < count; k++) world->spare_x[k] = world->x[k] + world->v[k] * (0.5 * world->def.time_step);
  memcpy(world->spare_v, world->v, (size_t)count * sizeof *world->v);
  if (world->def.scheme != XPBD_VERLET_SIX_STEP) verlet_contacts_foresee(world, world->spare_v);
}

xpbd_status xpbd_verlet_energy(const xpbd_verlet *world, xpbd_verlet_energies *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_verlet_energies){0};
  XPBD_NOT_NULL(world);
  const xpbd_verlet_def *def = &world->def;
  look_ahead(world);
  verlet_forces(world, world->spare_x, world->spare_v);
  xpbd_verlet_energies sum = {0};
  const verlet_share *share = world->shares;
  for (int32_t i = 0; i < def->node_count; i++) {
    while (i >= share->last) share++;
    const double w = world->inverse_masses[i], *force = &share->force[4 * (int64_t)(i - share->low)];
    if (w == 0.0) continue;
    double square = 0.0, height = 0.0;
    for (int k = 0; k < 3; k++) {
      const double v = world->spare_v[3 * (int64_t)i + k] + (def->gravity[k] + w * force[k]) * 0.5 * def->time_step;
      square += v * v;
      height -= def->gravity[k] * world->spare_x[3 * (int64_t)i + k];
    }
    sum.kinetic += 0.5 * def->masses[i] * square;
    sum.gravitational += def->masses[i] * height;
  }
  for (int32_t s = 0; s < def->spring_count; s++) {
    const xpbd_verlet_spring *spring = &def->springs[s];
    const double *a = &world->spare_x[3 * (int64_t)spring->nodes[0]],
                 *b = &world->spare_x[3 * (int64_t)spring->nodes[1]];
    const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double stretch = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - spring->rest_length;
    sum.elastic += 0.5 * spring->stiffness * stretch * stretch;
  }
  sum.total = sum.kinetic + sum.elastic + sum.gravitational;
  XPBD_REQUIRE(isfinite(sum.total), XPBD_ERR_DIVERGED, "the energy is not finite after time step %lld",
               (long long)world->steps);
  *out = sum;
  return XPBD_OK;
}

xpbd_status xpbd_verlet_measure(const xpbd_verlet *world, xpbd_verlet_measures *out) {
  XPBD_PLAIN_FLOATS;
  XPBD_NOT_NULL(out);
  *out = (xpbd_verlet_measures){0};
  XPBD_NOT_NULL(world);
  const xpbd_verlet_def *def = &world->def;
  look_ahead(world);
  xpbd_verlet_measures m = {.steps = world->steps,
                            .time = (double)world->steps * def->time_step,
                            .normal_impulse = world->normal_impulse,
                            .friction_impulse = world->friction_impulse,
                            .overlap = world->last_overlap,
                            .deepest = world->deepest,
                            .contacts = world->contact_count,
                            .sweeps = world->last_sweeps,
                            .unconverged = world->unconverged};
  double mass = 0.0, moment[3] = {0};
  bool finite = true;
  for (int64_t i = 0; i < def->node_count; i++) mass += def->masses[i];
  for (int k = 0; k < 3; k++) {
    for (int64_t i = 0; i < def->node_count; i++) {
      m.momentum[k] += def->masses[i] * world->spare_v[3 * i + k];
      moment[k] += def->masses[i] * world->x[3 * i + k];
    }
    m.centre[k] = mass > 0.0 ? moment[k] / mass : 0.0;
    finite = finite && isfinite(m.momentum[k]) && isfinite(m.centre[k]);
  }
  XPBD_REQUIRE(finite, XPBD_ERR_DIVERGED, "the momentum is not finite after time step %lld", (long long)world->steps);
  *out = m;
  return XPBD_OK;
}

uint64_t xpbd_verlet_hash(const xpbd_verlet *world) {
  if (!world) return 0;
  const size_t count = 3 * (size_t)world->def.node_count;
  return xpbd_mix_reals(xpbd_mix_reals(count, world->x, count), world->v, count);
}
