/* Why this file exists: the response to contacts: Kot and Nagahashi, "Verlet with Collisions for Mass Spring Model
 * Simulations", Sec. 2.2, 2.3 and 3.
 *
 * Their Eq. (3) exchanges whole velocity vectors, m1 v1' = ... with v2 for v1. Taken literally, a wall would also
 * reverse the tangential velocity. The equation holds for the normal components, and is used for these here.
 *
 * The seven steps split a response in two: the part that ends the approach now, and the rest in the next step, so that
 * no approach is left while positions move in between. The printed halves are right only for elastic contacts. With
 * restitution e the whole is (1 + e) m_r |u|, and 1 / (1 + e) of it ends the approach. Half of it would leave an
 * approach of (1 - e) / 2 u.
 *
 * If a node touches several things, there are two readings of "the response". It can be the impulses that end all
 * approaches, which iterations over the contacts approximate. Or it can be the result of reversing each contact in
 * turn, whose halves end none of them exactly. In elastic contact the second keeps the energy with one iteration and
 * nothing sinks. Below restitution 1 only the first works. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "verlet/world.h"

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Room for `count` contacts. */
static xpbd_status reserve(verlet_contact **contacts, int32_t *capacity, int64_t count) {
  if (count <= *capacity) return XPBD_OK;
  XPBD_REQUIRE(count <= INT32_MAX / 2, XPBD_ERR_OUT_OF_MEMORY, "too many contacts");
  int32_t more = *capacity ? *capacity : 64;
  while (more < count) more *= 2;
  verlet_contact *grown = realloc(*contacts, (size_t)more * sizeof *grown);
  XPBD_REQUIRE(grown, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d contacts", (int)more);
  *contacts = grown;
  *capacity = more;
  return XPBD_OK;
}

static xpbd_status push(const xpbd_verlet *world, verlet_share *share, int32_t node, int32_t other,
                        const double normal[3]) {
  XPBD_TRY(reserve(&share->contacts, &share->contact_capacity, share->contact_count + (int64_t)1));
  const double w = world->inverse_masses[node] + (other < world->def.node_count ? world->inverse_masses[other] : 0.0);
  share->contacts[share->contact_count++] = (verlet_contact){
      .node = node, .other = other, .normal = {normal[0], normal[1], normal[2]}, .reduced_mass = 1.0 / w};
  return XPBD_OK;
}

static xpbd_status touch_node(const xpbd_verlet *world, verlet_share *share, int32_t i, int32_t j) {
  const double *a = &world->x[3 * (int64_t)i], *b = &world->x[3 * (int64_t)j];
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]}, square = dot(d, d);
  const double reach = world->def.radii[i] + world->def.radii[j];
  if (!(square < reach * reach)) return XPBD_OK;
  const double distance = sqrt(square);
  /* two nodes at one position have no direction; any will separate them */
  const double normal[3] = {distance > 0.0 ? d[0] / distance : 1.0, distance > 0.0 ? d[1] / distance : 0.0,
                            distance > 0.0 ? d[2] / distance : 0.0};
  share->overlap = fmax(share->overlap, reach - distance);
  return push(world, share, i, j, normal);
}

static xpbd_status touch_plane(const xpbd_verlet *world, verlet_share *share, int32_t i, int32_t p) {
  const xpbd_verlet_plane *plane = &world->def.planes[p];
  const double *x = &world->x[3 * (int64_t)i];
  const double d[3] = {x[0] - plane->point[0], x[1] - plane->point[1], x[2] - plane->point[2]};
  const double gap = dot(d, plane->normal) - (world->centres_meet_planes ? 0.0 : world->def.radii[i]);
  if (!(gap < 0.0) || world->inverse_masses[i] == 0.0) return XPBD_OK;
  share->overlap = fmax(share->overlap, -gap);
  return push(world, share, i, world->def.node_count + p, plane->normal);
}

static xpbd_status find(const xpbd_verlet *world, verlet_share *share) {
  const verlet_neighbours *near = &world->neighbours;
  for (int32_t i = share->first; i < share->last; i++) {
    for (int32_t k = near->row[i]; k < near->row[i + 1]; k++) XPBD_TRY(touch_node(world, share, i, near->list[k]));
    if (world->def.radii[i] > 0.0 || world->centres_meet_planes)
      for (int32_t p = 0; p < world->def.plane_count; p++) XPBD_TRY(touch_plane(world, share, i, p));
  }
  return XPBD_OK;
}

void verlet_contacts_find(const xpbd_verlet *world, verlet_share *share) {
  share->contact_count = 0, share->overlap = 0.0;
  share->status = find(world, share);
}

xpbd_status verlet_contacts_join(xpbd_verlet *world) {
  int64_t count = 0;
  for (int32_t s = 0; s < world->share_count; s++) {
    XPBD_TRY(world->shares[s].status);
    count += world->shares[s].contact_count;
  }
  XPBD_TRY(reserve(&world->contacts, &world->contact_capacity, count));
  world->contact_count = 0, world->last_overlap = 0.0;
  for (int32_t s = 0; s < world->share_count; s++) {
    const verlet_share *share = &world->shares[s];
    if (share->contact_count > 0)
      memcpy(&world->contacts[world->contact_count], share->contacts,
             (size_t)share->contact_count * sizeof *share->contacts);
    world->contact_count += share->contact_count;
    world->last_overlap = fmax(world->last_overlap, share->overlap);
  }
  world->deepest = fmax(world->deepest, world->last_overlap);
  return XPBD_OK;
}

/* Velocity of the node relative to what it touches. */
static void relative_velocity(const xpbd_verlet *world, const double *v, const verlet_contact *c, double out[3]) {
  const int32_t n = world->def.node_count;
  const double *a = &v[3 * (int64_t)c->node];
  const double *b = c->other < n ? &v[3 * (int64_t)c->other] : world->def.planes[c->other - n].velocity;
  for (int k = 0; k < 3; k++) out[k] = a[k] - b[k];
}

/* Applies `impulse` times `direction` to the node, and the opposite to what it touches. */
static void apply(const xpbd_verlet *world, double *v, const verlet_contact *c, double impulse,
                  const double direction[3]) {
  const double a = impulse * world->inverse_masses[c->node];
  for (int k = 0; k < 3; k++) v[3 * (int64_t)c->node + k] += a * direction[k];
  if (c->other >= world->def.node_count) return;
  const double b = impulse * world->inverse_masses[c->other];
  for (int k = 0; k < 3; k++) v[3 * (int64_t)c->other + k] -= b * direction[k];
}

static bool obstacle(const xpbd_verlet *world, const verlet_contact *c) {
  return c->other >= world->def.node_count || world->inverse_masses[c->other] == 0.0 ||
         world->inverse_masses[c->node] == 0.0;
}

/* Friction for the normal impulse J: min(mu J, m_r |v_t|) against the sliding, which it can stop but not reverse (Sec.
 * 3, Newton's dry friction from elementary impulses). Returns its magnitude. */
static double rub(const xpbd_verlet *world, double *v, const verlet_contact *c, double normal_impulse) {
  double slide[3];
  relative_velocity(world, v, c, slide);
  const double u = dot(slide, c->normal);
  for (int k = 0; k < 3; k++) slide[k] -= u * c->normal[k];
  const double speed = sqrt(dot(slide, slide));
  if (!(speed > 0.0)) return 0.0;
  const double impulse = fmin(world->def.friction * normal_impulse, c->reduced_mass * speed);
  for (int k = 0; k < 3; k++) slide[k] /= speed;
  apply(world, v, c, -impulse, slide);
  return impulse;
}

/* Friction of all contacts for `share` of their impulse. It follows the normal impulses, so it sees the velocities of
 * the converged response. The impulses on obstacles are added to *felt, unless that is NULL. */
static void rub_all(const xpbd_verlet *world, double *v, double share, double *felt) {
  if (!(world->def.friction > 0.0)) return;
  for (int32_t k = 0; k < world->contact_count; k++) {
    const verlet_contact *c = &world->contacts[k];
    const double friction = c->impulse > 0.0 ? rub(world, v, c, share * c->impulse) : 0.0;
    if (felt && obstacle(world, c)) *felt += friction;
  }
}

static void count_normal(xpbd_verlet *world, double share) {
  for (int32_t k = 0; k < world->contact_count; k++)
    if (obstacle(world, &world->contacts[k])) world->normal_impulse += share * world->contacts[k].impulse;
}

/* Iterates over the contacts until none changes by more than the tolerance. Six steps: each approach is reversed as if
 * alone. Seven steps: the accumulated impulse of each contact is corrected to end its approach, and may decrease, but
 * not below 0. This is projected Gauss-Seidel, whose limit leaves no approach. Returns whether it converged. */
static bool sweep(xpbd_verlet *world, bool reverse) {
  const double whole = 1.0 + world->def.restitution;
  double change = 0.0;
  int32_t passes = 0;
  do {
    change = 0.0;
    for (int32_t k = 0; k < world->contact_count; k++) {
      verlet_contact *c = &world->contacts[k];
      double between[3];
      relative_velocity(world, world->v, c, between);
      const double u = dot(between, c->normal);
      double impulse = reverse ? fmax(0.0, -whole * c->reduced_mass * u) : -c->reduced_mass * u;
      if (c->impulse + impulse < 0.0) impulse = -c->impulse;
      c->impulse += impulse;
      if (impulse != 0.0) apply(world, world->v, c, impulse, c->normal);
      change = fmax(change, fabs(impulse) / c->reduced_mass);
    }
    passes++;
  } while (passes < world->def.sweeps && change > world->def.tolerance);
  world->last_sweeps = world->contact_count > 0 ? passes : 0;
  return !(change > world->def.tolerance);
}

void verlet_contacts_bounce(xpbd_verlet *world) {
  if (!sweep(world, true)) world->unconverged++;
  rub_all(world, world->v, 1.0, &world->friction_impulse);
  count_normal(world, 1.0);
}

void verlet_contacts_stop(xpbd_verlet *world) {
  bool converged = sweep(world, false);
  if (world->def.friction > 0.0) {
    rub_all(world, world->v, 1.0, &world->friction_impulse);
    /* Friction of one contact may press the node into another, so iterate again. Otherwise piles slowly sink into each
     * other. */
    converged = sweep(world, false);
  }
  if (!converged) world->unconverged++;
  count_normal(world, 1.0);
}

void verlet_contacts_halve(xpbd_verlet *world) {
  const double e = world->def.restitution;
  if (!sweep(world, true)) world->unconverged++;
  for (int32_t k = 0; k < world->contact_count; k++) {
    verlet_contact *c = &world->contacts[k];
    c->impulse /= 1.0 + e;
    if (e > 0.0) apply(world, world->v, c, -e * c->impulse, c->normal);
  }
  rub_all(world, world->v, 1.0, &world->friction_impulse);
  count_normal(world, 1.0);
}

/* Applies the stored rest e P of the last response and its friction to v. */
static void give(const xpbd_verlet *world, double *v, double *felt) {
  const double e = world->def.restitution;
  if (!(e > 0.0)) return;
  for (int32_t k = 0; k < world->contact_count; k++)
    apply(world, v, &world->contacts[k], e * world->contacts[k].impulse, world->contacts[k].normal);
  rub_all(world, v, e, felt);
}

void verlet_contacts_release(xpbd_verlet *world) {
  give(world, world->v, &world->friction_impulse);
  if (world->def.restitution > 0.0) count_normal(world, world->def.restitution);
}

void verlet_contacts_foresee(const xpbd_verlet *world, double *v) {
  give(world, v, NULL);
}
