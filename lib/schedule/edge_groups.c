/* Why this file exists: the paper's own algorithm, Independent Edge Grouping (Cetinaslan 2019, Algorithm 2), in the
 * form that does what the paper describes.
 *
 * The printed listing is not well defined. EdgeID never grows (lines 2-14), so its first loop does not end. Line 35
 * overwrites the seed that line 17 put into the first group. Line 19 does not say whose list of non-adjacent edges a
 * group starts from. Lines 25-31 keep an entry that is already in a group, where the text says it must be removed, and
 * so let adjacent edges through. The number of groups is not given. Run literally on a 41 x 41 sheet, with list q for
 * group q and six groups, it covers 1060 of 4880 edges. It lists edges that have a group 4938 times more and leaves
 * 1944 adjacent pairs together. With line 26 negated it still misses 16. These numbers depend on how the edges are
 * numbered (`xpbd-validate errata`). Its first phase stores all non-adjacent pairs, 95 MB for that small sheet.
 *
 * The surrounding text describes this: take the lowest edge without a group. Go through the other edges without a group
 * in ascending order and keep each one that is adjacent to none kept before. These are the next group. Repeat until no
 * edge is left. "Adjacent to none kept" needs no list: each particle stores the number of the group that wrote it last.
 * This takes one pass over the remaining edges per group.
 *
 * This gives the same groups as first fit, by induction over the constraints. Let c be in group g here. Every group h <
 * g left c over, because a lower constraint kept in h writes one of its particles. No lower constraint of g does. So g
 * is the lowest group without a conflict, which is first fit's choice, given that all lower constraints have the same
 * groups. The checks compare both on every mesh. */
#include <stdlib.h>

#include "base/edge.h"
#include "schedule/build.h"

/* Keeps in `group` what fits and compacts the rest to the front of `left`, in order. Returns how many are left. */
static int32_t run_pass(const xpbd_members *m, int32_t group, int32_t *left, int32_t count, int32_t *stamp,
                        uint16_t *group_of) {
  int32_t remaining = 0;
  for (int32_t i = 0; i < count; i++) {
    const int32_t c = left[i];
    const int32_t *particle = m->particles + (size_t)c * (size_t)m->arity;
    bool adjacent = false;
    for (int k = 0; k < m->arity; k++)
      adjacent = adjacent || (xpbd_members_writes(m, particle[k]) && stamp[particle[k]] == group + 1);
    if (adjacent) {
      left[remaining++] = c;
      continue;
    }
    for (int k = 0; k < m->arity; k++) stamp[particle[k]] = group + 1;
    group_of[c] = (uint16_t)group;
  }
  return remaining;
}

xpbd_status xpbd_schedule_edge_groups(int32_t constraint_count, int32_t arity, const int32_t *particles,
                                      int32_t particle_count, const double *inverse_masses, int32_t max_groups,
                                      xpbd_schedule *out) {
  XPBD_NOT_NULL(out);
  if (constraint_count > 0) XPBD_NOT_NULL(particles);
  const xpbd_members members = {constraint_count, arity, particles, particle_count, inverse_masses};
  XPBD_TRY(xpbd_schedule_begin(&members, max_groups, out));
  const size_t constraints = (size_t)constraint_count + 1, stamps = (size_t)particle_count + 1;
  int32_t *left = malloc(constraints * sizeof *left);
  int32_t *stamp = calloc(stamps, sizeof *stamp);
  uint16_t *group_of = malloc(constraints * sizeof *group_of);
  xpbd_status status = XPBD_OK;
  if (!left || !stamp || !group_of)
    status = xpbd_fail(XPBD_ERR_OUT_OF_MEMORY, "schedule: out of memory (%zu bytes)",
                       constraints * (sizeof *left + sizeof *group_of) + stamps * sizeof *stamp);
  if (status == XPBD_OK) {
    for (int32_t c = 0; c < constraint_count; c++) left[c] = c;
    int32_t remaining = constraint_count, groups = 0, overflow = -1;
    for (; remaining > 0 && groups < max_groups; groups++)
      remaining = run_pass(&members, groups, left, remaining, stamp, group_of);
    if (remaining > 0) overflow = groups++;
    for (int32_t i = 0; i < remaining; i++) group_of[left[i]] = (uint16_t)overflow;
    status = xpbd_schedule_from_groups(constraint_count, group_of, groups, overflow, out);
  }
  free(left);
  free(stamp);
  free(group_of);
  return status;
}
