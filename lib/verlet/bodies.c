/* Why this file exists: the scenarios with elastic bodies share this: one definition from several lattices, and a
 * start at rest, without which a body first falls into its own shape and friction pauses while it bounces. */
#include "verlet/bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "verlet/world.h"

static const double MOST_SETTLING_STEPS = 1e9;

typedef struct arrays {
  double *positions, *velocities, *masses, *radii;
  xpbd_verlet_spring *springs;
} arrays;

/* The spheres of a lattice. Standard sizes differ between the corners and the middle of a face, because face diagonals
 * are longer: a box then balances on the middle of its underside. Even ones keep a flat face flat. radii
 * [node_count]. */
static xpbd_status find_radii(const xpbd_lattice *lattice, bool even, double *radii) {
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
  const xpbd_status status = find_radii(lattice, even, radii);
  double lowest = INFINITY;
  for (int64_t i = 0; i < lattice->node_count; i++) lowest = fmin(lowest, lattice->positions[3 * i + 1] - radii[i]);
  for (int64_t i = 0; i < lattice->node_count; i++) lattice->positions[3 * i + 1] += drop - lowest;
  free(radii);
  return status;
}

/* Copy the bodies one after the other; rest lengths are those of the lattices as they are. */
static xpbd_status gather(const verlet_body *bodies, int count, xpbd_verlet_def *def, const arrays *to) {
  int32_t node = 0, spring = 0;
  for (int b = 0; b < count; b++) {
    const xpbd_lattice *lattice = bodies[b].lattice;
    const xpbd_verlet_def shape = {.positions = lattice->positions};
    memcpy(&to->positions[3 * (int64_t)node], lattice->positions, 3 * (size_t)lattice->node_count * sizeof(double));
    for (int32_t s = 0; s < lattice->spring_count; s++, spring++) {
      to->springs[spring] = lattice->springs[s];
      to->springs[spring].rest_length = verlet_rest_length(&shape, &lattice->springs[s]);
      for (int k = 0; k < 2; k++) to->springs[spring].nodes[k] += node;
    }
    XPBD_TRY(find_radii(lattice, bodies[b].even, &to->radii[node]));
    for (int32_t i = 0; i < lattice->node_count; i++, node++) {
      to->masses[node] = bodies[b].mass / lattice->node_count;
      for (int k = 0; k < 3; k++) to->velocities[3 * (int64_t)node + k] = bodies[b].velocity[k];
    }
  }
  def->node_count = node, def->spring_count = spring;
  def->positions = to->positions, def->velocities = to->velocities;
  def->masses = to->masses, def->radii = to->radii, def->springs = to->springs;
  return XPBD_OK;
}

/* Dynamic relaxation: whenever the kinetic energy begins to fall, all motion is taken out. Ends with the static shape,
 * quicker than any damping that the time step allows. Writes it over `positions`. */
static xpbd_status settle_down(const xpbd_verlet_def *def, double time, double *positions) {
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

static xpbd_status create(xpbd_verlet_def *def, double settle, bool choose_step, double *positions, xpbd_verlet **out) {
  if (choose_step) {
    double stable = 0.0;
    XPBD_TRY(xpbd_verlet_stable_step(def, &stable));
    def->time_step = fmin(def->time_step, 0.5 * stable);
    XPBD_REQUIRE(def->time_step > 0.0, XPBD_ERR_INVALID_ARGUMENT,
                 "no time step is stable with this mass, stiffness and damping");
  }
  if (settle > 0.0) XPBD_TRY(settle_down(def, settle, positions));
  return xpbd_verlet_create(def, out);
}

xpbd_status verlet_bodies_create(const xpbd_verlet_def *def, const verlet_body *bodies, int count, double settle,
                                 bool choose_step, xpbd_verlet **out) {
  size_t nodes = 0, springs = 0;
  for (int b = 0; b < count; b++) {
    nodes += (size_t)bodies[b].lattice->node_count;
    springs += (size_t)bodies[b].lattice->spring_count;
  }
  XPBD_REQUIRE(nodes <= INT32_MAX / 3 && springs <= INT32_MAX, XPBD_ERR_INVALID_ARGUMENT, "%zu nodes are too many",
               nodes);
  const arrays own = {.positions = calloc(3 * nodes, sizeof(double)),
                      .velocities = calloc(3 * nodes, sizeof(double)),
                      .masses = calloc(nodes, sizeof(double)),
                      .radii = calloc(nodes, sizeof(double)),
                      .springs = calloc(springs + 1, sizeof(xpbd_verlet_spring))};
  xpbd_status status;
  if (own.positions && own.velocities && own.masses && own.radii && own.springs) {
    xpbd_verlet_def whole = *def;
    status = gather(bodies, count, &whole, &own);
    if (status == XPBD_OK) status = create(&whole, settle, choose_step, own.positions, out);
  } else {
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for %zu nodes", nodes);
  }
  free(own.positions);
  free(own.velocities);
  free(own.masses);
  free(own.radii);
  free(own.springs);
  return status;
}
