/* Why this file exists: a sheet that no cache holds is read from memory once for each group and sweep. A wavefront over sweeps
 * reads it once for several of them: a front moves through the places of particles, the first group of the first sweep
 * works where it is, each later phase (group of a sweep) so far behind that all which it depends on is done.
 *
 *     places   0 ---------------------------------------------------> n
 *     sweep 0  ################################>            group 0
 *              #############################>                     1
 *     sweep 1  ##########################>                  group 0
 *              #######################>                           1
 *
 * A block of constraints of the first sweep is worked when the front has reached its key: the first place of its particles,
 * at the highest among its constraints, and no lower than the key of any block that is before it in its group, or that is
 * in a group before and shares a particle which can move. A sweep lags behind the one before by the longest way between
 * the keys of the last and the first block that share such a particle: then what is worked at one front in the order of
 * phases, and all in the order of fronts, is in the order of the scene wherever two touch. Any mesh, any number of sweeps
 * at once, the same bits.
 *
 * Sweeps that are worked at once are a turn. Threads take turns, the next one nobody has taken, and follow each other: a turn
 * has its own front, which stays behind that of the turn before by the lags of all its sweeps. Private to the project. */
#ifndef XPBD_WAVE_H
#define XPBD_WAVE_H

#include <stdatomic.h>

#include "layout/layout.h"

/// What a wave knows of a group.
typedef struct xpbd_wave_group {
  int32_t grain, blocks; ///< Places worked at once: XPBD_PADDING, or 1 where they are few and far between, or touch.
  int32_t *key;          ///< [blocks] the front at which each is worked, ascending.
} xpbd_wave_group;

typedef struct xpbd_wave {
  int32_t turns;           ///< Of a time step; 0 = none: all arrays are NULL then.
  int32_t sweeps;          ///< Of the longest of them.
  int32_t step;            ///< Places that a front moves on at a time.
  int32_t lag;             ///< Places that a sweep stays behind the one before.
  xpbd_wave_group *groups; ///< [group_count]
  int32_t *at;             ///< [threads, sweeps, group_count] the next block of each phase of the turn of a thread.
  atomic_int *next;        ///< The turn that nobody has taken.
  atomic_llong *front;     ///< [turns] how far each has come.
} xpbd_wave;

/// Plan a wave for so many threads: as many sweeps in a turn as leave what lies between the first and the last of them within
/// `window` bytes, with fronts that move on by `step` >= 1 places. None (XPBD_OK, turns 0) where a sweep touches no more than
/// `beyond` bytes, is more than groups of constraints one after the other, not even two sweeps fit, or a thread would have less
/// than two. XPBD_ERR_OUT_OF_MEMORY. To be destroyed, also after a failure.
xpbd_status xpbd_wave_plan(const xpbd_layout *layout, int threads, int64_t beyond, int64_t window, int32_t step,
                           xpbd_wave *out);
void xpbd_wave_destroy(xpbd_wave *wave, int32_t group_count);

#endif
