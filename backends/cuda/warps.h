/* Why this file exists: in the block strategy one thread does each spring of a group, and any thread may do any spring.
 * Shared memory serves neighbouring threads at once only if they access different banks. Threads without common
 * particles need not wait for each other. Plain C without a device, like plan.h. */
#pragma once

#include "layout/layout.h"
#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that all banks deliver at once: a record of 16 bytes for as many threads as fit.
enum { CUDA_BANKS_BYTES = 128 };
/// Order `count` springs: order[place], [count], is the spring at that place. `offset` [2][count] are their particles
/// [bytes], in records of 16 or 32. Consider the springs at the places from one multiple of (CUDA_BANKS_BYTES /
/// particle_bytes) to the next. As far as particles are spread evenly over the banks, their first particles are in
/// different banks, and so are their second ones. Other springs come last.
void cuda_bank_order(const uint32_t *const offset[2], int32_t count, int32_t particle_bytes, int32_t *order);

/// Order all springs of a layout so, in windows of `window` places of a group. A small window keeps springs near their
/// former neighbours. Afterwards the layout's `held` is no longer valid. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status cuda_order_springs(xpbd_layout *layout, int32_t particle_bytes, int32_t window);

/// Whether strips of CUDA_STRIP threads share particles only with neighbouring strips, if thread t of `threads` does
/// the spring at place t of every group. False also for more than CUDA_STRIPS strips, a partial one, or so few that all
/// are neighbours. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status cuda_strips_apart(const xpbd_layout *layout, int32_t particle_bytes, int32_t threads, bool *apart);

#ifdef __cplusplus
}
#endif
