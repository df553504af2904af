/* Why this file exists: what stands in a table of the instances of one kernel. [0] is for whatever there may be; [1 + formula]
 * for springs of one formula and nothing else but wind; of more than two particles the first. A unit has the one it was made
 * for. Included by kernels.cuh with KERNEL defined. */
#if defined(XPBD_UNIT_SCALAR)
KERNEL<XPBD_UNIT_INSTANCE>
#else
KERNEL<-1>,
#define XPBD_FORMULA_ENTRY(id, arity, ...) KERNEL<(arity) == 2 ? FORMULA_##id : -1>,
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
#endif
#undef KERNEL
