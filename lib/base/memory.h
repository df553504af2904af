/* Why this file exists: memory for arrays as large as the scene. A sheet of a million particles has hundreds of
 * megabytes, accessed out of order. With pages of 4 KiB most accesses miss the TLB, with 2 MiB almost none. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Memory for `count` items of `size` bytes, at least for one, aligned to 64 bytes. Uses large pages if it is large
/// enough and the machine has them. The content is undefined. NULL if out of memory. Free with free().
void *xpbd_memory(int64_t count, size_t size);
/// The same, zeroed.
void *xpbd_memory_zeroed(int64_t count, size_t size);

/// How many items ahead a loop prefetches what it accesses out of order.
enum { XPBD_AHEAD = 16 };
#define XPBD_ASK_FOR(address) __builtin_prefetch(address)

#ifdef __cplusplus
}
#endif
