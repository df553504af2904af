/* Why this file exists: a Verlet world can be saved and taken up again to the same bits. Beside positions and
 * velocities a step goes on from the contacts of the one before: the seven steps apply the rest of their impulses
 * (and of friction) in the next. The list of close pairs is no state: it only saves comparisons. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "base/error.h"
#include "verlet/world.h"

enum { SUMS = 7, CONTACT = 7 }; /* numbers of the world, of a contact */

/* Springs and planes number by number: their structures have gaps. */
static uint64_t hash_scene(const xpbd_verlet_def *def) {
  const size_t n = (size_t)def->node_count;
  uint64_t hash = 3 + n;
  hash = xpbd_checkpoint_hash(hash, def->positions, 3 * n * sizeof(double));
  hash = xpbd_checkpoint_hash(hash, def->velocities, 3 * n * sizeof(double));
  hash = xpbd_checkpoint_hash(hash, def->masses, n * sizeof(double));
  hash = xpbd_checkpoint_hash(hash, def->radii, n * sizeof(double));
  for (int32_t s = 0; s < def->spring_count; s++) {
    const xpbd_verlet_spring *spring = &def->springs[s];
    const double numbers[] = {spring->nodes[0], spring->nodes[1], spring->rest_length, spring->stiffness,
                              spring->damping};
    hash = xpbd_checkpoint_hash(hash, numbers, sizeof numbers);
  }
  for (int32_t p = 0; p < def->plane_count; p++) {
    hash = xpbd_checkpoint_hash(hash, def->planes[p].point, sizeof def->planes[p].point);
    hash = xpbd_checkpoint_hash(hash, def->planes[p].normal, sizeof def->planes[p].normal);
    hash = xpbd_checkpoint_hash(hash, def->planes[p].velocity, sizeof def->planes[p].velocity);
  }
  return hash;
}

static uint64_t hash_settings(const xpbd_verlet_def *def) {
  const double numbers[] = {def->gravity[0],           def->gravity[1], def->gravity[2],     def->time_step,
                            def->restitution,          def->friction,   (double)def->scheme, (double)def->sweeps,
                            (double)def->node_contact, def->tolerance};
  return xpbd_checkpoint_hash(3, numbers, sizeof numbers);
}

/* Counts are exact in a double up to 2^53, which no run reaches. */
static void pack(const xpbd_verlet *world, double *state) {
  const size_t field = 3 * (size_t)world->def.node_count;
  memcpy(state, world->x, field * sizeof *state);
  memcpy(state + field, world->v, field * sizeof *state);
  state += 2 * field;
  const double sums[SUMS] = {
      (double)world->unconverged, (double)world->last_sweeps, world->last_overlap,         world->deepest,
      world->normal_impulse,      world->friction_impulse,    (double)world->contact_count};
  memcpy(state, sums, sizeof sums);
  state += SUMS;
  for (int32_t k = 0; k < world->contact_count; k++, state += CONTACT) {
    const verlet_contact *c = &world->contacts[k];
    const double numbers[CONTACT] = {c->node,      c->other,        c->normal[0], c->normal[1],
                                     c->normal[2], c->reduced_mass, c->impulse};
    memcpy(state, numbers, sizeof numbers);
  }
}

/* Whether a number can be a place in a list of `count`. */
static bool is_place(double value, int64_t count) {
  return value >= 0.0 && value < (double)count && value == floor(value);
}

/* A file with a right hash may still have been made by hand: nothing in it may lead out of an array. */
static bool is_state(const xpbd_verlet_def *def, const double *state, uint64_t numbers) {
  const size_t first = 6 * (size_t)def->node_count;
  for (size_t k = 0; k < numbers; k++)
    if (!isfinite(state[k])) return false;
  const double *contact = state + first + SUMS, count = state[first + SUMS - 1];
  if (!is_place(count, INT32_MAX) || first + SUMS + CONTACT * (uint64_t)count != numbers) return false;
  if (!is_place(state[first], INT64_MAX) || !is_place(state[first + 1], INT32_MAX)) return false;
  for (int64_t k = 0; k < (int64_t)count; k++, contact += CONTACT)
    if (!is_place(contact[0], def->node_count) || !is_place(contact[1], (int64_t)def->node_count + def->plane_count))
      return false;
  return true;
}

xpbd_status xpbd_verlet_save(const xpbd_verlet *world, const char *path) {
  XPBD_REQUIRE(world && path, XPBD_ERR_INVALID_ARGUMENT, "the world or the path is NULL");
  const uint64_t n = (uint64_t)world->def.node_count;
  const xpbd_checkpoint head = {.particles = n,
                                .scene = hash_scene(&world->def),
                                .settings = hash_settings(&world->def),
                                .at = (uint64_t)world->steps,
                                .numbers = 6 * n + SUMS + CONTACT * (uint64_t)world->contact_count};
  double *state = malloc((size_t)head.numbers * sizeof *state);
  XPBD_REQUIRE(state, XPBD_ERR_OUT_OF_MEMORY, "no memory for %llu numbers of state", (unsigned long long)head.numbers);
  pack(world, state);
  const xpbd_status status = is_state(&world->def, state, head.numbers)
                                 ? xpbd_checkpoint_write(path, &head, state)
                                 : xpbd_fail(XPBD_ERR_DIVERGED, "the state is not finite, nothing can go on from it");
  free(state);
  return status;
}

static void unpack(xpbd_verlet *world, const double *state, verlet_contact *contacts) {
  const size_t field = 3 * (size_t)world->def.node_count;
  memcpy(world->x, state, field * sizeof *state);
  memcpy(world->v, state + field, field * sizeof *state);
  state += 2 * field;
  world->unconverged = (int64_t)state[0], world->last_sweeps = (int32_t)state[1];
  world->last_overlap = state[2], world->deepest = state[3];
  world->normal_impulse = state[4], world->friction_impulse = state[5];
  world->contact_count = world->contact_capacity = (int32_t)state[SUMS - 1];
  state += SUMS;
  for (int32_t k = 0; k < world->contact_count; k++, state += CONTACT)
    contacts[k] = (verlet_contact){.node = (int32_t)state[0],
                                   .other = (int32_t)state[1],
                                   .normal = {state[2], state[3], state[4]},
                                   .reduced_mass = state[5],
                                   .impulse = state[6]};
  free(world->contacts);
  world->contacts = contacts;
  world->neighbours.valid = false;
}

xpbd_status xpbd_verlet_load(xpbd_verlet *world, const char *path) {
  XPBD_REQUIRE(world && path, XPBD_ERR_INVALID_ARGUMENT, "the world or the path is NULL");
  const uint64_t fixed = 6 * (uint64_t)world->def.node_count + SUMS;
  const xpbd_checkpoint_owner owner = {.particles = (uint64_t)world->def.node_count,
                                       .scene = hash_scene(&world->def),
                                       .settings = hash_settings(&world->def),
                                       .least = fixed,
                                       .most = fixed + CONTACT * (uint64_t)INT32_MAX,
                                       .last = (uint64_t)1 << 53, /* exact in double */
                                       .scene_words = "nodes at the start, speed, masses, radii, springs or planes",
                                       .settings_words =
                                           "gravity, time step, restitution, friction, scheme, sweeps, contact of "
                                           "nodes or tolerance"};
  xpbd_checkpoint head;
  double *state = NULL;
  XPBD_TRY(xpbd_checkpoint_read(path, &owner, &head, &state));
  xpbd_status status = XPBD_OK;
  verlet_contact *contacts = malloc(((size_t)(head.numbers - fixed) / CONTACT + 1) * sizeof *contacts);
  if (!is_state(&world->def, state, head.numbers)) {
    status = xpbd_fail(XPBD_ERR_BAD_FILE, "%s: the file is damaged", path);
  } else if (!contacts) {
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "no memory for the contacts");
  }
  if (status == XPBD_OK) {
    unpack(world, state, contacts);
    world->steps = (int64_t)head.at;
  } else {
    free(contacts);
  }
  free(state);
  return status;
}

int64_t xpbd_verlet_steps(const xpbd_verlet *world) {
  return world->steps;
}
