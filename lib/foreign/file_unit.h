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
__attribute__((visibility("default"))) void xpbd_unit_formulas(xpbd_formula *out);
void xpbd_unit_formulas(xpbd_formula *out) {
#undef XPBD_FORMULA_ENTRY
#undef XPBD_SUMMED_ENTRY
#undef XPBD_FORMULA_RULE
#define XPBD_FORMULA_ENTRY(id, arity, rests) *out++ = xpbd_##id##_row;
#define XPBD_SUMMED_ENTRY(id, arity, rests)  *out++ = xpbd_##id##_row;
#define XPBD_FORMULA_RULE(id)                out[-1].violates = xpbd_##id##_violates;
  XPBD_UNIT_LINES
}

#endif
