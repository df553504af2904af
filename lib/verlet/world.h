/* Why this file exists: the members of a Verlet world, shared by the files that create, step and measure it. Private to
 * lib/verlet. */
#pragma once

#include <stddef.h>

#include "xpbd/verlet.h"

/// A contact of the current step. `other` >= node_count is the plane other - node_count.
typedef struct verlet_contact {
  int32_t node, other;
  double normal[3];    ///< Unit vector from `other` to `node`.
  double reduced_mass; ///< 1 / (1 / m_a + 1 / m_b) [kg].
  double impulse;      ///< P >= 0 [N s]. Six steps: the whole response. Seven steps: the part that ends the approach.
} verlet_contact;

typedef struct verlet_block verlet_block;     ///< kernel.h
typedef struct verlet_kernels verlet_kernels; ///< kernel.h

/// What one thread at a time does of the phases of a step: some nodes, and the springs that touch them. A spring between
/// two shares is computed in both, so that no share waits for another to add up the forces on its nodes.
typedef struct verlet_share {
  _Alignas(64) int32_t first, last; ///< Its nodes are first ... last - 1.
  int32_t low, span;                ///< Its springs touch some of the nodes low ... low + span - 1.
  verlet_block *blocks;             ///< [block_count] its springs, in the order of all springs.
  int32_t block_count;
  double *force; ///< [span, 4] N, without gravity. Those of its own nodes are complete.
  /* of the current step */
  bool lost;    ///< A position is no longer finite, or beyond the limit.
  bool away[2]; ///< A node has moved too far for the list of pairs: at all, or beside the common motion.
  verlet_contact *contacts;
  int32_t contact_count, contact_capacity;
  double overlap; ///< [m] deepest.
  xpbd_status status;
} verlet_share;

/// Pairs of nodes that are or may soon be close, so that most steps need no search (Verlet's list). Other pairs stay
/// apart until a node has moved by half of `skin`.
typedef struct verlet_neighbours {
  double skin, cell; ///< [m] cell >= largest reach, so that 27 cells hold every neighbour.
  bool valid;        ///< Whether the list is up to date with `built`.
  double *built;     ///< [n, 3] positions when the list was built.
  double common[3];  ///< [m] motion of the first node since then, up to the last step.
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
  double *x, *v;             ///< [n, 3], and one number more (kernels.c).
  double *spare_x, *spare_v; ///< The same, for measuring.
  double *inverse_masses;    ///< [n]
  const verlet_kernels *kernels;
  verlet_share *shares; ///< [share_count]
  int32_t share_count;
  double limit;             ///< [m] largest coordinate, beyond it the state has diverged.
  bool centres_meet_planes; ///< Planes stop the centres of nodes, not their spheres.
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
/// neighbours.c: whether nodes of a share have moved far enough, for verlet_neighbours_update().
void verlet_neighbours_look(const xpbd_verlet *world, verlet_share *share);
/// neighbours.c: rebuilds the list if nodes of any share have. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_neighbours_update(xpbd_verlet *world);
void verlet_neighbours_destroy(verlet_neighbours *neighbours);
/// neighbours.c: memory use of its arrays [bytes].
size_t verlet_neighbours_bytes(const verlet_neighbours *neighbours, const xpbd_verlet_def *def);

/// contact.c: finds the overlaps of the nodes of a share at the current positions, ordered by (node, other).
void verlet_contacts_find(const xpbd_verlet *world, verlet_share *share);
/// contact.c: makes those of all shares the contacts of the step. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_contacts_join(xpbd_verlet *world);
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

/// shares.c: divides the nodes and springs into `count` shares, instead of those so far. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status verlet_shares_create(xpbd_verlet *world, int32_t count);
void verlet_shares_destroy(xpbd_verlet *world);
/// shares.c: memory use [bytes].
size_t verlet_shares_bytes(const xpbd_verlet *world);

/// step.c: forces of all springs into the shares.
void verlet_forces(const xpbd_verlet *world, const double *x, const double *v);

/// A time step is these phases, one after the other until `broken` is set. Shares of a phase are independent.
enum { VERLET_PHASES = 7 };
/// step.c: whether a phase has only share 0, which does all of it.
bool verlet_phase_is_whole(int phase);
/// step.c: one share of a phase.
void verlet_phase(xpbd_verlet *world, int phase, int32_t share);
