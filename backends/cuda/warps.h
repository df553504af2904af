/* Why this file exists: in the block strategy one thread does each spring of a group, and which thread does which is
 * free. Shared memory serves neighbouring threads at once only where they access different banks. Threads that touch
 * none of the same particles need not wait for each other. Plain C without a device, like plan.h. */
#ifndef XPBD_CUDA_WARPS_H
#define XPBD_CUDA_WARPS_H

#include "layout/layout.h"
#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What all banks deliver at once [bytes]: one 16-byte record each to as many threads as fit.
enum { CUDA_BANKS_BYTES = 128 };
/// Orders `count` springs: order[place], [count], is the spring at that place. `offset` [2][count] are their particles
/// [bytes], in records of 16 or 32. Take the springs at the places from one multiple of (CUDA_BANKS_BYTES /
/// particle_bytes) to the next. As far as particles are spread evenly over the banks, their first particles are in
/// different banks, and so are their second ones. Other springs come last.
void cuda_bank_order(const uint32_t *const offset[2], int32_t count, int32_t particle_bytes, int32_t *order);

/// Puts all springs of a layout into that order, one window of `window` places of a group after the other. A small
/// window keeps springs near their former neighbours. The layout's `held` no longer fits afterwards.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status cuda_order_springs(xpbd_layout *layout, int32_t particle_bytes, int32_t window);

/// If thread t of `threads` does the spring at place t of every group: do strips of CUDA_STRIP threads share particles
/// only where they are neighbours? False also where there are more than CUDA_STRIPS strips, a partial one, or so few
/// that all are neighbours. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status cuda_strips_apart(const xpbd_layout *layout, int32_t particle_bytes, int32_t threads, bool *apart);

#ifdef __cplusplus
}
#endif
#endif
