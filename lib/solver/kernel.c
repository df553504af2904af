/* Why this file exists: picks the kernels of the widest instruction set this machine has, or the one asked for. */
#include "solver/kernel.h"

#include <stddef.h>
#include <string.h>

extern const xpbd_kernels xpbd_kernels_baseline;
#if defined(XPBD_KERNELS_X86)
extern const xpbd_kernels xpbd_kernels_avx2, xpbd_kernels_avx512;
static int has_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
static int has_avx512(void) {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
}
#endif

int xpbd_kernels_known(const char *instructions) {
  return strcmp(instructions, "baseline") == 0 || strcmp(instructions, "avx2") == 0 ||
         strcmp(instructions, "avx512") == 0;
}

const xpbd_kernels *xpbd_kernels_find(const char *instructions) {
#if defined(XPBD_KERNELS_X86)
  if (has_avx512() && (!instructions || strcmp(instructions, "avx512") == 0)) return &xpbd_kernels_avx512;
  if (has_avx2() && (!instructions || strcmp(instructions, "avx2") == 0)) return &xpbd_kernels_avx2;
#endif
  return !instructions || strcmp(instructions, "baseline") == 0 ? &xpbd_kernels_baseline : NULL;
}
