/* Why this file exists: the constraints of a group stand in the order of the places of their particles, springs in runs.
 * Whoever fills in arrays needs one group after the other so, and with the places that were looked up on the way: where
 * particles lie anywhere in memory, that is most of the work, and is done once. No result depends on it. Private to the
 * project. */
#ifndef XPBD_LAYOUT_ORDER_H
#define XPBD_LAYOUT_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Beside the place of a particle that cannot move. Places are below it: an offset has 32 bits, and a record 16 bytes.
#define XPBD_PINNED UINT32_C(0x80000000)

/// Which particles of a scene can move, centres among them, as base/movers.h lists them. NULL without memory. Free with free().
uint64_t *xpbd_scene_movers(const xpbd_scene *scene);

/// What puts groups of one set in order, one after the other. A member of a group is its constraint's number and then the
/// place of each of its particles, with XPBD_PINNED.
typedef struct xpbd_ordering {
  const xpbd_constraints *set;
  const int32_t *place;   ///< [n] of each particle, NULL = as in the scene.
  const uint64_t *movers; ///< As xpbd_scene_movers() has them.
  int32_t n;
  int width;           ///< Numbers of a member.
  bool packs, in_runs; ///< Its springs are to stand in runs; those of the group that is there do.
  uint32_t *slot;      ///< [n, width] members at their first places; NULL until a group needs it.
  uint64_t *taken;     ///< [n / 64 + 1] at which of them there is one.
  uint32_t *member;    ///< [count of the largest group, width] sorted.
  int32_t *packed;     ///< [the same] which of them stands at each place; NULL unless `packs`.
} xpbd_ordering;

/// For set `s`. The arrays are kept by pointer. `packs`: springs in blocks of runs (runs.h). XPBD_ERR_OUT_OF_MEMORY. To be
/// destroyed, also after a failure.
xpbd_status xpbd_ordering_create(const xpbd_scene *scene, int32_t s, const int32_t *place, const uint64_t *movers,
                                 bool packs, xpbd_ordering *out);
void xpbd_ordering_destroy(xpbd_ordering *ordering);

/// Put group `g` in order: sorted by the first place that one of its particles which can move has, those without one last;
/// where its members touch (the overflow), as they are. *moved: it is not the schedule's order. Linear in its constraints,
/// and in n / 64. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_ordering_group(xpbd_ordering *ordering, int32_t g, bool *moved);

/// Member at place j of the group.
static inline const uint32_t *xpbd_ordering_at(const xpbd_ordering *ordering, int32_t j) {
  return &ordering->member[(int64_t)(ordering->in_runs ? ordering->packed[j] : j) * ordering->width];
}

/// Constraint at each place of set `s`, [count]: its groups, each as xpbd_ordering_group() has it; *out is NULL where the
/// schedule's order is that already. Free with free(). XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_order_list(const xpbd_scene *scene, int32_t s, const int32_t *place, bool packs, int32_t **out);

#ifdef __cplusplus
}
#endif
#endif
