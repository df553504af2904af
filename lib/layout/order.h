/* Why this file exists: sorts the constraints of a group by the indices of their particles, and springs into runs.
 * Callers that fill arrays get one group after another, with the indices already looked up. With randomly numbered
 * particles these look-ups are most of the work, so they are done once. No result depends on it. Private to the
 * project. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Flag at the index of a pinned particle. Indices are smaller, because an offset has 32 bits and a record 16 bytes.
#define XPBD_PINNED UINT32_C(0x80000000)

/// Which particles of a scene, including centres, can move, as in base/movers.h. NULL if out of memory. Free with
/// free().
uint64_t *xpbd_scene_movers(const xpbd_scene *scene);

/// Sorts the groups of one set, one after another. A member of a group is the number of its constraint, followed by the
/// index of each of its particles, with XPBD_PINNED.
typedef struct xpbd_ordering {
  const xpbd_constraints *set;
  const int32_t *place;   ///< [n] index of each particle. NULL = as in the scene.
  const uint64_t *movers; ///< From xpbd_scene_movers().
  int32_t n;
  int width;           ///< Numbers per member.
  bool packs, in_runs; ///< Whether springs are to form runs, and whether those of the current group do.
  uint32_t *slot;      ///< [n, width] members at their lowest indices. NULL until a group needs it.
  uint64_t *taken;     ///< [n / 64 + 1] which of them are used.
  uint32_t *member;    ///< [count of the largest group, width] sorted members.
  int32_t *packed;     ///< [the same] index of the member at each position. NULL unless `packs`.
} xpbd_ordering;

/// For set `s`. Keeps the array pointers. `packs`: arrange springs in blocks of runs (runs.h). XPBD_ERR_OUT_OF_MEMORY.
/// Destroy even after a failure.
xpbd_status xpbd_ordering_create(const xpbd_scene *scene, int32_t s, const int32_t *place, const uint64_t *movers,
                                 bool packs, xpbd_ordering *out);
void xpbd_ordering_destroy(xpbd_ordering *ordering);

/// Sorts group `g` by the lowest index of each member's movable particles. Members without one come last. In the
/// overflow group, where members share particles, the order is unchanged. *moved: the order differs from the
/// schedule's. Linear in the constraints and in n / 64. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_ordering_group(xpbd_ordering *ordering, int32_t g, bool *moved);

/// Member at position j of the group.
static inline const uint32_t *xpbd_ordering_at(const xpbd_ordering *ordering, int32_t j) {
  return &ordering->member[(int64_t)(ordering->in_runs ? ordering->packed[j] : j) * ordering->width];
}

/// Constraint at each position of set `s`, [count], with groups sorted as in xpbd_ordering_group(). *out is NULL if
/// that is the schedule's order. Free with free(). XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_order_list(const xpbd_scene *scene, int32_t s, const int32_t *place, bool packs, int32_t **out);

#ifdef __cplusplus
}
#endif
