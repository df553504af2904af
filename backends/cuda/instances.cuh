/* Why this file exists: the entries of a table of the instances of one kernel. [0] is general. [1 + 2 formula] is for
 * undamped springs of one formula with at most wind, the next one also for damped springs. Formulas of more than two
 * particles use [0]. A unit for a file's formulas has the one instance it was made for. kernels.cuh includes this with
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
