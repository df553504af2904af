/* Why this file exists: saves a Verlet world and resumes it bit-identically. Besides positions and velocities, a step
 * needs the contacts of the previous one, because the seven steps apply the rest of their impulses and friction in the
 * next step. The list of close pairs is not saved, because it only avoids comparisons. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "verlet/world.h"

enum { SUMS = 7, CONTACT = 7 }; /* numbers of the world, of a contact */

/* Counts are exact in a double up to 2^53, which no run reaches. */
static void write_state(const xpbd_verlet *world, double *state) {
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

/* Whether a number is a valid index in a list of `count`. */
static bool is_place(double value, int64_t count) {
  return value >= 0.0 && value < (double)count && value == floor(value);
}

/* A file with a valid hash may still be made by hand, so every index in it is checked. */
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

size_t verlet_pack_size(const xpbd_verlet *world) {
  return 6 * (size_t)world->def.node_count + SUMS + CONTACT * (size_t)world->contact_count;
}

xpbd_status verlet_pack(const xpbd_verlet *world, double *out) {
  write_state(world, out);
  XPBD_REQUIRE(is_state(&world->def, out, verlet_pack_size(world)), XPBD_ERR_DIVERGED,
               "the state is not finite and cannot be continued");
  return XPBD_OK;
}

static void read_state(xpbd_verlet *world, const double *state, verlet_contact *contacts) {
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

xpbd_status verlet_unpack(xpbd_verlet *world, int64_t steps, const double *numbers, size_t count) {
  const size_t fixed = 6 * (size_t)world->def.node_count + SUMS;
  XPBD_REQUIRE(count >= fixed && is_state(&world->def, numbers, count), XPBD_ERR_BAD_FILE, "this is not a state");
  verlet_contact *contacts = malloc(((count - fixed) / CONTACT + 1) * sizeof *contacts);
  XPBD_REQUIRE(contacts, XPBD_ERR_OUT_OF_MEMORY, "no memory for the contacts");
  read_state(world, numbers, contacts);
  world->steps = steps;
  world->broken = XPBD_OK;
  return XPBD_OK;
}
