/* Why this file exists: selects the kernels of the widest instruction set of this machine, or of a given one. */
#include "solver/kernel.h"

#include <stddef.h>
#include <string.h>

#include "base/processor.h"

#define KERNELS(name)                                                                                                  \
  extern const xpbd_kernels_f32 xpbd_kernels_##name##_f32;                                                             \
  extern const xpbd_kernels_f64 xpbd_kernels_##name##_f64;                                                             \
  static const xpbd_kernels name = {#name, &xpbd_kernels_##name##_f32, &xpbd_kernels_##name##_f64};
KERNELS(baseline)
#if defined(XPBD_KERNELS_avx2)
KERNELS(avx2)
#endif
#if defined(XPBD_KERNELS_avx512)
KERNELS(avx512)
#endif

int xpbd_kernels_known(const char *instructions) {
  return strcmp(instructions, "baseline") == 0 || strcmp(instructions, "avx2") == 0 ||
         strcmp(instructions, "avx512") == 0;
}

const xpbd_kernels *xpbd_kernels_find(const char *instructions) {
#if defined(XPBD_KERNELS_avx512)
  if (xpbd_has_avx512() && (!instructions || strcmp(instructions, "avx512") == 0)) return &avx512;
#endif
#if defined(XPBD_KERNELS_avx2)
  if (xpbd_has_avx2() && (!instructions || strcmp(instructions, "avx2") == 0)) return &avx2;
#endif
  return !instructions || strcmp(instructions, "baseline") == 0 ? &baseline : NULL;
}
