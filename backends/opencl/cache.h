/* Why this file exists: keeps compiled programs in files for the next process. A driver's compiler takes tenths of a
 * second to minutes per program, and not every driver keeps the result. */
#pragma once


#include "device.h"

/// Identifies a program by its text, options, device and driver. Nothing else affects the compiler's result.
typedef struct opencl_key {
  uint64_t hash[2];
} opencl_key;
opencl_key opencl_cache_key(const opencl_device *device, const char *const *parts, int count, const char *options);

/// The program, ready to use. NULL if there is none, or none that this driver accepts. Changed bytes never reach the
/// driver, because they might crash the process.
cl_program opencl_cache_take(const opencl_device *device, opencl_key key, const char *options);
/// Keep a program. If that fails, it is compiled again next time.
void opencl_cache_keep(const opencl_device *device, opencl_key key, cl_program program);
