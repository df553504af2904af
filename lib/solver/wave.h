/* Why this file exists: a sheet that exceeds all caches is read from memory once per group and iteration. A wavefront
 * over iterations ("sweeps") reads it once for several of them. A front moves through the particles. The first group of
 * the first sweep works at the front. Each later phase (group of a sweep) lags so far behind that everything it depends
 * on is done.
 *
 *        places   0 ---------------------------------------------------> n
 *        sweep 0  ################################>            group 0
 *                 #############################>                     1
 *        sweep 1  ##########################>                  group 0
 *                 #######################>                           1
 *
 * A block of constraints of the first sweep runs when the front has reached its key. A constraint's key is the lowest
 * index of its particles, and a block's key the highest among its constraints. It is at least the key of every earlier
 * block of its group, and of every block of an earlier group that shares a movable particle. A sweep lags behind the
 * previous one by the largest distance between the keys of the last and the first block that share such a particle.
 * Within a front phases run in order, and fronts run in order. So constraints that share a particle run in the order of
 * the scene. The result is bit-identical for any mesh and any number of sweeps at once.
 *
 * Sweeps that run together are a turn. Threads take the next free turn and follow each other: the front of a turn stays
 * behind the front of the previous turn by the lags of all its sweeps. Private to the project. */
#pragma once

#include <stdatomic.h>

#include "layout/layout.h"

/// The plan of a wave for one group.
typedef struct xpbd_wave_group {
  int32_t grain, blocks; ///< Block size: XPBD_PADDING, or 1 if constraints are sparse or share particles.
  int32_t *key;          ///< [blocks] the front at which each runs, ascending.
} xpbd_wave_group;

typedef struct xpbd_wave {
  int32_t turns;           ///< Turns of a time step. 0 = no wave, and all arrays are NULL.
  int32_t sweeps;          ///< Most iterations of a turn.
  int32_t step;            ///< Particles that a front advances at a time.
  int32_t lag;             ///< Particles by which a sweep lags behind the previous one.
  xpbd_wave_group *groups; ///< [group_count]
  int32_t *at;             ///< [threads, sweeps, group_count] the next block of each phase of a thread's turn.
  atomic_int *next;        ///< The next free turn.
  atomic_llong *front;     ///< [turns] position of each front.
} xpbd_wave;

/// Plans a wave for that many threads. A turn has as many iterations as fit in `window` bytes, and fronts advance by
/// `step` >= 1 particles. There is no wave (XPBD_OK, turns 0) if an iteration accesses at most `beyond` bytes, or is more
/// than a sequence of groups. There is none either if `window` does not hold two iterations, or a thread would have fewer
/// than two. XPBD_ERR_OUT_OF_MEMORY. Destroy even after a failure.
xpbd_status xpbd_wave_plan(const xpbd_layout *layout, int threads, int64_t beyond, int64_t window, int32_t step,
                           xpbd_wave *out);
void xpbd_wave_destroy(xpbd_wave *wave, int32_t group_count);
