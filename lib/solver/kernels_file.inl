/* Why this file exists: the kernels of a formula file, in one precision, for the shared object that the library opens.
 * Included by foreign/file_unit.h, once per XPBD_SCALAR. */
#undef XPBD_FORMULA_ENTRY
#undef XPBD_SUMMED_ENTRY
#undef XPBD_FORMULA_RULE
#define XPBD_FORMULA_RULE(id)
#define XPBD_FORMULA_ENTRY(id, arity, rests, materials, rows, ...) {XPBD_KERNELS_ROW(id, rows)},
#define XPBD_SUMMED_ENTRY(id, arity, rests, materials, rows, ...)                                                      \
  {XPBD_KERNELS_ROW(id, rows), .evaluate = XPBD_KERNEL(id##_evaluate)},

extern __attribute__((visibility("default"))) const uint64_t XPBD_NAME(unit_kernels_layout);
const uint64_t XPBD_NAME(unit_kernels_layout) = XPBD_KERNELS_LAYOUT(XPBD_NAME);
/* Data, so that reading it runs no code of the file. */
extern __attribute__((visibility("default"))) const XPBD_NAME(formula_kernels) XPBD_NAME(unit_kernels)[];
const XPBD_NAME(formula_kernels) XPBD_NAME(unit_kernels)[] = {XPBD_UNIT_LINES};
