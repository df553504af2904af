/* Why this file exists: what stands in a table of the instances of one kernel. [0] is for whatever there may be; [1 + 2 formula]
 * for springs of one formula, undamped, and nothing else but wind, the next for damped ones too; of more than two particles the
 * first. A unit of a file's formulas has the one it was made for. Included by kernels.cuh with KERNEL(formula, damped) defined. */
#if defined(XPBD_UNIT_INSTANCE)
KERNEL(XPBD_UNIT_INSTANCE, XPBD_UNIT_DAMPED)
#else
KERNEL(-1, true),
#define XPBD_FORMULA_ENTRY(id, arity, ...)                                                                             \
  KERNEL((arity) == 2 ? FORMULA_##id : -1, (arity) != 2), KERNEL((arity) == 2 ? FORMULA_##id : -1, true),
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
#endif
#undef KERNEL
