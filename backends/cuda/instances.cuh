/* Why this file exists: the entries of a table of the instances of one kernel. [0] does everything. [1 + 2 formula] is
 * for undamped springs of one formula with at most wind, the next one for damped springs too. Formulas of more than two
 * particles use [0]. A unit of a file's formulas has the one instance it was made for. Included by kernels.cuh with
 * KERNEL(formula, damped) defined. */
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
