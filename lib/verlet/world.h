/* Why this file exists: the members of a Verlet world, shared by the files that create, step and measure it. Private to
 * lib/verlet. */
#ifndef XPBD_VERLET_WORLD_H
#define XPBD_VERLET_WORLD_H

#include <stddef.h>

#include "xpbd/verlet.h"

/// A contact of the current step. `other` >= node_count is the plane other - node_count.
typedef struct verlet_contact {
  int32_t node, other;
  double normal[3];    ///< Unit vector from `other` to `node`.
  double reduced_mass; ///< 1 / (1 / m_a + 1 / m_b) [kg].
  double impulse;      ///< P >= 0 [N s]. Six steps: the whole response. Seven steps: the part that ends the approach.
} verlet_contact;

/// Pairs of nodes that are or may soon be close, so that most steps need no search (Verlet's list). Other pairs stay
/// apart until a node has moved by half of `skin`.
typedef struct verlet_neighbours {
  double skin, cell; ///< [m] cell >= largest reach, so that 27 cells hold every neighbour.
  bool valid;        ///< Whether the list is up to date with `built`.
  double *built;     ///< [n, 3] positions when the list was built.
  int32_t *row;      ///< [n + 1] pairs of node i are list[row[i]] ... list[row[i + 1] - 1], all > i and ascending.
  int32_t *list;
  int32_t capacity;    ///< Of list.
  int32_t *joined_row; ///< [n + 1] rows of `joined`.
  int32_t *joined;     ///< Nodes > i joined with i by a spring, which never touch it.
  int64_t *cells;      ///< [n, 3] cell of each node.
  int32_t bucket_count;
  int32_t *bucket;     ///< [n] bucket of each node.
  int32_t *bucket_row; ///< [bucket_count + 1]
  int32_t *members;    ///< [n] nodes by bucket, ascending in each.
} verlet_neighbours;

struct xpbd_verlet {
  xpbd_verlet_def def;       ///< We own its arrays.
  double *x, *v;             ///< [n, 3]
  double *force;             ///< [n, 3] N, without gravity.
  double *spare_x, *spare_v; ///< [n, 3] for measuring.
  double *inverse_masses;    ///< [n]
  double limit;              ///< [m] largest coordinate, beyond it the state has diverged.
  bool centres_meet_planes;  ///< Planes stop the centres of nodes, not their spheres.
  verlet_neighbours neighbours;
  verlet_contact *contacts;
  int32_t contact_count, contact_capacity;
  int32_t last_sweeps;
  double last_overlap, deepest, normal_impulse, friction_impulse;
  int64_t steps, unconverged;
  xpbd_status broken; ///< Status of a step that failed. No further step until a reset.
};

/// world.c: the default radii of a definition, see xpbd_verlet_def. radii [n]. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_standard_radii(const xpbd_verlet_def *def, double *radii);
/// world.c: memory use [bytes].
size_t verlet_bytes(const xpbd_verlet *world);
/// world.c: rest length of a spring, measured if it is NaN.
double verlet_rest_length(const xpbd_verlet_def *def, const xpbd_verlet_spring *spring);

/// neighbours.c: allocates and lists what springs join. Call it once.
xpbd_status verlet_neighbours_create(xpbd_verlet *world);
/// neighbours.c: rebuilds the list if nodes have moved far enough. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_neighbours_update(xpbd_verlet *world);
void verlet_neighbours_destroy(verlet_neighbours *neighbours);
/// neighbours.c: memory use of its arrays [bytes].
size_t verlet_neighbours_bytes(const verlet_neighbours *neighbours, const xpbd_verlet_def *def);

/// contact.c: finds all overlaps at the current positions, ordered by (node, other).
xpbd_status verlet_contacts_find(xpbd_verlet *world);
/// contact.c: six steps: reverses every approach, (1 + e) m_r |u|, iteratively.
void verlet_contacts_bounce(xpbd_verlet *world);
/// contact.c: seven steps: the impulses >= 0 that leave no approach.
void verlet_contacts_stop(xpbd_verlet *world);
/// contact.c: serial seven steps: the response of each contact when all are reversed in turn. e / (1 + e) of it is kept
/// for the next step.
void verlet_contacts_halve(xpbd_verlet *world);
/// contact.c: seven steps: applies the stored rest e P of the last response and its friction to the velocities.
void verlet_contacts_release(xpbd_verlet *world);
/// contact.c: the same for v [n, 3] without counting, to look ahead.
void verlet_contacts_foresee(const xpbd_verlet *world, double *v);

/// checkpoint.c: the count of numbers in a saved state, with the sums of xpbd_verlet_measures.
size_t verlet_pack_size(const xpbd_verlet *world);
/// Writes these numbers. XPBD_ERR_DIVERGED: a number is not finite.
xpbd_status verlet_pack(const xpbd_verlet *world, double *out);
/// Continues from them after `steps` steps. XPBD_ERR_BAD_FILE: not a state of this world. XPBD_ERR_OUT_OF_MEMORY. After
/// an error the world is unchanged.
xpbd_status verlet_unpack(xpbd_verlet *world, int64_t steps, const double *numbers, size_t count);

/// step.c: spring forces into world->force.
void verlet_forces(const xpbd_verlet *world, const double *x, const double *v);

#endif
