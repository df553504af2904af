/* Why this file exists: what a unit of a formula file exports to the library: its formulas, or with XPBD_KERNELS its
 * kernels in the precision XPBD_KERNELS_SCALAR. Included after solver/unit.h by the text that
 * lib/foreign/file_compile.c writes. */
#if defined(XPBD_KERNELS)

#define XPBD_SCALAR XPBD_KERNELS_SCALAR
#include "formula/words.h"
#include "solver/kernels_names.inl"
#include "solver/kernels_file.inl"
#undef XPBD_SCALAR

#else

extern __attribute__((visibility("default"))) const uint64_t xpbd_unit_formulas_layout;
const uint64_t xpbd_unit_formulas_layout = sizeof(xpbd_formula);
#undef XPBD_FORMULA_ENTRY
#undef XPBD_SUMMED_ENTRY
#undef XPBD_FORMULA_RULE
#define XPBD_FORMULA_ENTRY(id, ...) {.formula = &xpbd_##id##_row},
#define XPBD_SUMMED_ENTRY(id, ...)  {.formula = &xpbd_##id##_row},
#define XPBD_FORMULA_RULE(id)       {.violates = xpbd_##id##_violates},
/* Data, so that reading it runs no code of the file. */
extern __attribute__((visibility("default"))) const xpbd_formula_line xpbd_unit_formulas[];
const xpbd_formula_line xpbd_unit_formulas[] = {XPBD_UNIT_LINES{.formula = NULL}};

#endif
