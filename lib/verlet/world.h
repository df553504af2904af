/* Why this file exists: what a Verlet world is made of, shared by the files that create, step and measure it. Private
 * to lib/verlet. */
#ifndef XPBD_VERLET_WORLD_H
#define XPBD_VERLET_WORLD_H

#include <stddef.h>

#include "xpbd/verlet.h"

/// A contact of the running step. `other` >= node_count is the plane other - node_count.
typedef struct verlet_contact {
  int32_t node, other;
  double normal[3];    ///< Unit vector from `other` to `node`.
  double reduced_mass; ///< 1 / (1 / m_a + 1 / m_b) [kg].
  double impulse;      ///< P >= 0 [N s]: six steps: the whole response; seven: what ends the approach.
} verlet_contact;

/// Pairs of nodes that are or may soon be close, so that most steps need no search (Verlet's list). A pair that is not
/// listed stays apart until some node has moved by half of `skin`.
typedef struct verlet_neighbours {
  double skin, cell; ///< [m]; cell >= largest reach, so that 27 cells hold every neighbour.
  bool valid;        ///< The list belongs to `built`.
  double *built;     ///< [n, 3] positions when the list was made.
  int32_t *row;      ///< [n + 1] pairs of node i are list[row[i]] ... list[row[i + 1] - 1], all > i and ascending.
  int32_t *list;
  int32_t capacity;    ///< Of list.
  int32_t *joined_row; ///< [n + 1] rows of `joined`.
  int32_t *joined;     ///< Nodes > i that a spring joins with i: they never touch.
  int64_t *cells;      ///< [n, 3] cell of each node.
  int32_t bucket_count;
  int32_t *bucket;     ///< [n] bucket of each node.
  int32_t *bucket_row; ///< [bucket_count + 1]
  int32_t *members;    ///< [n] nodes by bucket, ascending in each.
} verlet_neighbours;

struct xpbd_verlet {
  xpbd_verlet_def def;       ///< Its arrays are ours.
  double *x, *v;             ///< [n, 3]
  double *force;             ///< [n, 3] N, without gravity.
  double *spare_x, *spare_v; ///< [n, 3] for measuring.
  double *inverse_masses;    ///< [n]
  double limit;              ///< [m] a coordinate beyond it left the world.
  bool centres_meet_planes;  ///< Planes stop the centres of nodes, not their spheres.
  verlet_neighbours neighbours;
  verlet_contact *contacts;
  int32_t contact_count, contact_capacity;
  int32_t last_sweeps;
  double last_overlap, deepest, normal_impulse, friction_impulse;
  int64_t steps, unconverged;
  xpbd_status broken; ///< Of a step that failed half way: nothing goes on from here until a reset.
};

/// world.c: the radii of a definition without any, see xpbd_verlet_def. radii [n]. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_standard_radii(const xpbd_verlet_def *def, double *radii);
/// world.c: what it takes, [bytes].
size_t verlet_bytes(const xpbd_verlet *world);
/// world.c: rest length of a spring, measured where it is NaN.
double verlet_rest_length(const xpbd_verlet_def *def, const xpbd_verlet_spring *spring);

/// neighbours.c: allocate and list what springs join. Call it once.
xpbd_status verlet_neighbours_create(xpbd_verlet *world);
/// neighbours.c: renew the list where nodes have moved far enough. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_neighbours_update(xpbd_verlet *world);
void verlet_neighbours_destroy(verlet_neighbours *neighbours);
/// neighbours.c: what its arrays take, [bytes].
size_t verlet_neighbours_bytes(const verlet_neighbours *neighbours, const xpbd_verlet_def *def);

/// contact.c: find all overlaps at the present positions, ordered by (node, other).
xpbd_status verlet_contacts_find(xpbd_verlet *world);
/// contact.c: six steps: reverse every approach, (1 + e) m_r |u|, in passes.
void verlet_contacts_bounce(xpbd_verlet *world);
/// contact.c: seven steps: the impulses >= 0 that leave no approach.
void verlet_contacts_stop(xpbd_verlet *world);
/// contact.c: serial seven steps: what each contact gets when all are reversed in turn, of which e / (1 + e) is kept for
/// the next step.
void verlet_contacts_halve(xpbd_verlet *world);
/// contact.c: seven steps: the stored rest e P of the last response and its friction, applied to the velocities.
void verlet_contacts_release(xpbd_verlet *world);
/// contact.c: the same to v [n, 3], without counting: a look ahead.
void verlet_contacts_foresee(const xpbd_verlet *world, double *v);

/// checkpoint.c: everything that a step goes on from and the sums of xpbd_verlet_measures, as that many numbers.
size_t verlet_pack_size(const xpbd_verlet *world);
/// XPBD_ERR_DIVERGED: a number is not finite.
xpbd_status verlet_pack(const xpbd_verlet *world, double *out);
/// Go on from them after `steps` steps. XPBD_ERR_BAD_FILE: no state of this world, XPBD_ERR_OUT_OF_MEMORY; the world is
/// then as it was.
xpbd_status verlet_unpack(xpbd_verlet *world, int64_t steps, const double *numbers, size_t count);

/// step.c: spring forces into world->force.
void verlet_forces(const xpbd_verlet *world, const double *x, const double *v);

#endif
