/* Why this file exists: which instructions this processor has, of those that kernels are compiled for. Private to the
 * library. */
#pragma once

#if defined(__x86_64__)
static inline int xpbd_has_avx2(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
static inline int xpbd_has_avx512(void) {
  return __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512cd");
}
#endif
