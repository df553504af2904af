/* Why this file exists: memory for what is as large as the scene. A sheet of a million particles is hundreds of megabytes,
 * touched in another order than the machine translates addresses in: in pages of 4 KiB most of those translations are
 * looked up anew, in pages of 2 MiB nearly none. */
#ifndef XPBD_MEMORY_H
#define XPBD_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Room for `count` items of `size` bytes, at least for one, on a multiple of 64 bytes, in large pages where that much is
/// asked for and the machine has them. What is in it is not known. NULL when there is none; free() it.
void *xpbd_memory(int64_t count, size_t size);
/// The same, zeroed.
void *xpbd_memory_zeroed(int64_t count, size_t size);

/// How many items ahead a loop asks for what it will look up in no order, so that it need not wait for it.
enum { XPBD_AHEAD = 16 };
#define XPBD_ASK_FOR(address) __builtin_prefetch(address)

#ifdef __cplusplus
}
#endif
#endif
