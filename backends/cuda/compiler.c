/* Why this file exists: which nvcc built the cuda backend, and how, is known to its build alone. */
#include <dlfcn.h>
#include <unistd.h>

#include "foreign/build.h"
#include "unit.h"

const cuda_compiler cuda_compiler_here = {.program = XPBD_CUDA_COMPILER,
                                          .flags = XPBD_CUDA_FLAGS,
                                          .architecture = XPBD_CUDA_ARCHITECTURE,
                                          .include = XPBD_CUDA_INCLUDE,
                                          .built_for = XPBD_CUDA_BUILT_FOR,
                                          .access = access,
                                          .build = xpbd_build_run,
                                          .symbol = dlsym};
