/* Why this file exists: selects the kernels of position Verlet of the widest instruction set of this machine, or of a
 * given one, as solver/kernel.c does for XPBD. */
#include "verlet/kernel.h"

#include <stddef.h>
#include <string.h>

#include "base/processor.h"

extern const verlet_kernels verlet_kernels_baseline, verlet_kernels_avx2, verlet_kernels_avx512;

const verlet_kernels *verlet_kernels_find(const char *instructions) {
#if defined(XPBD_KERNELS_avx512)
  if (xpbd_has_avx512() && (!instructions || strcmp(instructions, "avx512") == 0)) return &verlet_kernels_avx512;
#endif
#if defined(XPBD_KERNELS_avx2)
  if (xpbd_has_avx2() && (!instructions || strcmp(instructions, "avx2") == 0)) return &verlet_kernels_avx2;
#endif
  return !instructions || strcmp(instructions, "baseline") == 0 ? &verlet_kernels_baseline : NULL;
}
