/* Why this file exists: what the grouping algorithms share: checking their arguments and turning a group number per
 * constraint into the order of a schedule. Private to lib/schedule. */
#ifndef XPBD_SCHEDULE_BUILD_H
#define XPBD_SCHEDULE_BUILD_H

#include <stdbool.h>

#include "xpbd/schedule.h"

/// The constraints as the algorithms get them.
typedef struct xpbd_members {
  int32_t constraint_count, arity;
  const int32_t *particles; ///< [constraint_count, arity]
  int32_t particle_count;
  const double *inverse_masses; ///< [particle_count], NULL = none pinned.
} xpbd_members;

/// Only 0 is pinned: anything else, NaN too, is written and keeps others apart.
static inline bool xpbd_members_writes(const xpbd_members *members, int32_t particle) {
  return !members->inverse_masses || members->inverse_masses[particle] != 0;
}

/// Ranges, NULL pointers, particle numbers, a particle named twice by one constraint.
xpbd_status xpbd_members_check(const xpbd_members *members);

/// No groups yet, of members and a number of groups that are in order.
xpbd_status xpbd_schedule_begin(const xpbd_members *members, int32_t max_groups, xpbd_schedule *out);

/// Sort constraints by group, stable. group_of is [constraint_count], each below group_count.
xpbd_status xpbd_schedule_from_groups(int32_t constraint_count, const uint16_t *group_of, int32_t group_count,
                                      int32_t overflow, xpbd_schedule *out);

#endif
