/* Why this file exists: which constraints may be projected at the same time. A schedule is the explicit order of a
 * set of constraints, cut into groups in which no two constraints write the same particle (Cetinaslan 2019, Alg. 2,
 * repaired). */
#ifndef XPBD_SCHEDULE_H
#define XPBD_SCHEDULE_H

#include <stdint.h>

#include "xpbd/status.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/// Order of one set of constraints. Groups are run one after another, each from first to last.
typedef struct xpbd_schedule {
  int32_t constraint_count;
  int32_t group_count;
  int32_t *order;       ///< [constraint_count] constraint at each place; ascending inside a group.
  int32_t *group_start; ///< [group_count + 1] first place of each group.
  int32_t overflow;     ///< Index of a last group that must run serially because its members touch, or -1.
} xpbd_schedule;

/// Most groups a schedule has before what is left goes to the overflow group.
#define XPBD_MAX_GROUPS 256

/// Independent groups by first fit, in linear time: each constraint, in order, goes to the first group in which none
/// of its particles is written yet. What finds none goes to the overflow group, after all others. particles is
/// [constraint_count, arity]; inverse_masses [particle_count]: a particle with 0 is only read, so it keeps nobody
/// apart; NULL = none has 0. max_groups is 1..XPBD_MAX_GROUPS. Identical to xpbd_schedule_edge_groups(). `out` is freed
/// with xpbd_schedule_destroy(). XPBD_ERR_INVALID_ARGUMENT names the constraint whose particle is not there or twice;
/// XPBD_ERR_OUT_OF_MEMORY; `out` then owns nothing.
xpbd_status xpbd_schedule_first_fit(int32_t constraint_count, int32_t arity, const int32_t *particles,
                                    int32_t particle_count, const double *inverse_masses, int32_t max_groups,
                                    xpbd_schedule *out);

/// Independent Edge Grouping as the paper means it (Cetinaslan 2019, Alg. 2; the printed text is not well defined, see the
/// source). Same arguments and result as xpbd_schedule_first_fit(), one pass over all constraints per group; kept as
/// the named algorithm and as the check of the other.
xpbd_status xpbd_schedule_edge_groups(int32_t constraint_count, int32_t arity, const int32_t *particles,
                                      int32_t particle_count, const double *inverse_masses, int32_t max_groups,
                                      xpbd_schedule *out);

/// Mesh order: one serial group 0, 1, 2, ... (plain Gauss-Seidel, the papers' CPU version). It is the overflow group.
/// Errors as above.
xpbd_status xpbd_schedule_mesh_order(int32_t constraint_count, xpbd_schedule *out);

/// XPBD_OK when every constraint stands in the schedule exactly once and no particle is written twice in a group
/// (overflow excepted); otherwise XPBD_ERR_INVALID_ARGUMENT names the first pair. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_schedule_check(const xpbd_schedule *schedule, int32_t arity, const int32_t *particles,
                                int32_t particle_count, const double *inverse_masses);

/// Free what the schedule owns and zero it. Accepts a zeroed schedule.
void xpbd_schedule_destroy(xpbd_schedule *schedule);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
