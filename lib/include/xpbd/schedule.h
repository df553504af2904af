/* Why this file exists: decides which constraints may be projected at the same time. A schedule is the explicit order
 * of a set, divided into groups in which no two constraints write the same particle (Cetinaslan 2019, Alg. 2,
 * repaired). */
#ifndef XPBD_SCHEDULE_H
#define XPBD_SCHEDULE_H

#include <stdint.h>

#include "xpbd/status.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

/// The order of one set of constraints. Groups run one after another, each from first to last.
typedef struct xpbd_schedule {
  int32_t constraint_count;
  int32_t group_count;
  int32_t *order;       ///< [constraint_count] constraint at each position, ascending in each group.
  int32_t *group_start; ///< [group_count + 1] first position of each group.
  int32_t overflow;     ///< Index of a last group that must run serially because its members share particles, or -1.
} xpbd_schedule;

/// Most groups of a schedule. Remaining constraints go to the overflow group.
#define XPBD_MAX_GROUPS 256

/// Independent groups by first fit, in linear time. Each constraint, in order, goes to the first group in which none of
/// its particles is written yet. If there is none, it goes to the overflow group, which is last. particles is
/// [constraint_count, arity]. inverse_masses is [particle_count], NULL = none is 0. A particle with 0 is only read, so
/// it separates no constraints. max_groups is 1..XPBD_MAX_GROUPS. xpbd_schedule_edge_groups() gives the same result.
/// Free `out` with xpbd_schedule_destroy(). XPBD_ERR_INVALID_ARGUMENT names a constraint with a missing or repeated
/// particle. XPBD_ERR_OUT_OF_MEMORY. On failure `out` owns nothing.
xpbd_status xpbd_schedule_first_fit(int32_t constraint_count, int32_t arity, const int32_t *particles,
                                    int32_t particle_count, const double *inverse_masses, int32_t max_groups,
                                    xpbd_schedule *out);

/// Independent Edge Grouping as the paper intends it (Cetinaslan 2019, Alg. 2). The printed text is not well defined,
/// see the source. Arguments and result are as for xpbd_schedule_first_fit(), but it makes one pass over all
/// constraints per group. It is kept as the named algorithm and to check the other.
xpbd_status xpbd_schedule_edge_groups(int32_t constraint_count, int32_t arity, const int32_t *particles,
                                      int32_t particle_count, const double *inverse_masses, int32_t max_groups,
                                      xpbd_schedule *out);

/// Mesh order: one serial group 0, 1, 2, ... (plain Gauss-Seidel, the papers' CPU version). It is the overflow group.
/// Errors as above.
xpbd_status xpbd_schedule_mesh_order(int32_t constraint_count, xpbd_schedule *out);

/// XPBD_OK if every constraint is in the schedule exactly once and no group writes a particle twice (except the
/// overflow group). XPBD_ERR_INVALID_ARGUMENT names the first pair. XPBD_ERR_OUT_OF_MEMORY. Arrays as above.
xpbd_status xpbd_schedule_check(const xpbd_schedule *schedule, int32_t arity, const int32_t *particles,
                                int32_t particle_count, const double *inverse_masses);

/// Frees what the schedule owns and zeroes it. Accepts a zeroed schedule.
void xpbd_schedule_destroy(xpbd_schedule *schedule);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
