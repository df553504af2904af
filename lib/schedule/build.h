/* Why this file exists: code that the grouping algorithms share. It checks their arguments and turns a group number per
 * constraint into a schedule. Private to lib/schedule. */
#pragma once

#include <stdbool.h>

#include "xpbd/schedule.h"

/// The constraints to be grouped.
typedef struct xpbd_members {
  int32_t constraint_count, arity;
  const int32_t *particles; ///< [constraint_count, arity]
  int32_t particle_count;
  const double *inverse_masses; ///< [particle_count], NULL = none pinned.
} xpbd_members;

/// Only 0 is pinned. Anything else, including NaN, is written and separates constraints.
static inline bool xpbd_members_writes(const xpbd_members *members, int32_t particle) {
  return !members->inverse_masses || members->inverse_masses[particle] != 0;
}

/// Checks ranges, NULL pointers, particle numbers, and that no constraint names a particle twice.
xpbd_status xpbd_members_check(const xpbd_members *members);

/// Makes a schedule without groups after checking the members and the number of groups.
xpbd_status xpbd_schedule_begin(const xpbd_members *members, int32_t max_groups, xpbd_schedule *out);

/// Sorts constraints by group, stably. group_of is [constraint_count], each below group_count.
xpbd_status xpbd_schedule_from_groups(int32_t constraint_count, const uint16_t *group_of, int32_t group_count,
                                      int32_t overflow, xpbd_schedule *out);
