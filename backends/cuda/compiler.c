/* Why this file exists: only the build knows which nvcc built the cuda backend, and with which flags. */
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
