/* Why this file exists: selects the kernels for single rows of the widest instruction set of this machine, or of a given
 * one, as solver/kernel.c does for projections. */
#include "solver/derivatives.h"

#include <stddef.h>
#include <string.h>

#include "base/processor.h"
#include "formula/count.h"

extern const xpbd_derivatives *const xpbd_derivatives_baseline[], *const xpbd_derivatives_avx2[],
                                                                      *const xpbd_derivatives_avx512[];

const xpbd_derivatives *const *xpbd_derivatives_find(const char *instructions) {
#if defined(XPBD_KERNELS_avx512)
  if (xpbd_has_avx512() && (!instructions || strcmp(instructions, "avx512") == 0)) return xpbd_derivatives_avx512;
#endif
#if defined(XPBD_KERNELS_avx2)
  if (xpbd_has_avx2() && (!instructions || strcmp(instructions, "avx2") == 0)) return xpbd_derivatives_avx2;
#endif
  return !instructions || strcmp(instructions, "baseline") == 0 ? xpbd_derivatives_baseline : NULL;
}

const xpbd_derivatives *xpbd_derivatives_of(int formula) {
  return formula < XPBD_BUILTIN_FORMULAS ? xpbd_derivatives_find(NULL)[formula] : NULL;
}
