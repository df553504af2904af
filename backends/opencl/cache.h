/* Why this file exists: programs that a driver has compiled, kept in files for the next process: a driver's compiler takes tenths of
 * a second to minutes a program, and not every driver keeps what it made. */
#ifndef XPBD_OPENCL_CACHE_H
#define XPBD_OPENCL_CACHE_H

#include <stddef.h>

#include "device.h"

/// Of which text, by which options, device and driver: nothing else decides what a compiler makes.
typedef struct opencl_key {
  uint64_t hash[2];
} opencl_key;
opencl_key opencl_cache_key(const opencl_device *device, const char *const *parts, int count, const char *options);

/// The program, ready to use; NULL when there is none, or none that this driver takes. Bytes that are not those that were
/// written never reach the driver, which may end the process over them.
cl_program opencl_cache_take(const opencl_device *device, opencl_key key, const char *options);
/// Keep it; what cannot be kept is compiled again next time.
void opencl_cache_keep(const opencl_device *device, opencl_key key, cl_program program);

#endif
