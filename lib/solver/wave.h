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
 * Say constraint a of an earlier phase shares a particle p that can move with b of a later one. A block of constraints is
 * worked when the front, less the lag of its phase, has reached its key: the first place of its particles, at the highest
 * among this block and those before it, so that blocks of a phase stay in order. key(a) <= p + span, where the span of a
 * group is how far a key stands above the first place of a constraint of the block; key(b) >= p - reach, where the reach is
 * the longest way between two particles of a constraint. So if the lags of two phases that follow each other differ by
 * reach + span of the first, or more, a is worked before b. All that touch are worked in the order of the scene: any mesh,
 * any number of sweeps at once, the same bits. Private to the project. */
#ifndef XPBD_WAVE_H
#define XPBD_WAVE_H

#include "layout/layout.h"

/// What a wave knows of a group.
typedef struct xpbd_wave_group {
  int32_t grain, blocks; ///< Places worked at once: XPBD_PADDING, or 1 where they are few and far between, or touch.
  int32_t *key;          ///< [blocks] the front at which each is worked, ascending.
  int32_t lag;           ///< Places that the next phase stays behind.
} xpbd_wave_group;

typedef struct xpbd_wave {
  int32_t sweeps;          ///< At once, at most; 0 = none: all of `groups` is NULL then.
  xpbd_wave_group *groups; ///< [group_count]
  int32_t *at;             ///< [sweeps, group_count] the next block of each phase.
} xpbd_wave;

enum { XPBD_WAVE_STEP = 1024 }; ///< Places that the front moves on at a time.

/// Plan a wave: as many sweeps at once as leave what lies between the first and the last of them within `window` bytes.
/// None (XPBD_OK, sweeps 0) where a sweep touches no more than `beyond` bytes, is more than groups of constraints one
/// after the other, or not even two sweeps fit. XPBD_ERR_OUT_OF_MEMORY. To be destroyed, also after a failure.
xpbd_status xpbd_wave_plan(const xpbd_layout *layout, int64_t beyond, int64_t window, xpbd_wave *out);
void xpbd_wave_destroy(xpbd_wave *wave, int32_t group_count);

#endif
