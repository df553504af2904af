/* Why this file exists: the block strategy does the springs of a group with one thread each, and which thread does which is free.
 * Shared memory serves threads side by side at once only where what they want lies in different banks, and threads that touch
 * none of the same particles need not wait for each other. Plain C without a device, as plan.h. */
#ifndef XPBD_CUDA_WARPS_H
#define XPBD_CUDA_WARPS_H

#include "layout/layout.h"
#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What all banks give at once [bytes], to as many threads as records of 16 bytes fit in it.
enum { CUDA_BANKS_BYTES = 128 };
/// Put `count` springs into an order: order[place], [count], is the one that stands there. `offset` [2][count] are their
/// particles [bytes], in records of 16 or 32. As far as these are spread evenly over the banks, the springs at the places from
/// a multiple of (CUDA_BANKS_BYTES / particle_bytes) to the next have first particles in different banks, and second ones.
/// Others come last.
void cuda_bank_order(const uint32_t *const offset[2], int32_t count, int32_t particle_bytes, int32_t *order);

/// Put all springs of a layout, whose `held` no longer fits afterwards, into that order, `window` places of a group after the other: where it is small, springs stay
/// near those they stood beside. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status cuda_order_springs(xpbd_layout *layout, int32_t particle_bytes, int32_t window);

/// Where thread t of `threads` does the spring at place t of every group: do strips of CUDA_STRIP of them touch the same
/// particles only where they are neighbours? False also where there are more than CUDA_STRIPS, parts of one, or so few that all
/// are neighbours. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status cuda_strips_apart(const xpbd_layout *layout, int32_t particle_bytes, int32_t threads, bool *apart);

#ifdef __cplusplus
}
#endif
#endif
