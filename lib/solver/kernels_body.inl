/* Why this file exists: the tables of kernels.c, once per XPBD_SCALAR. */
#include "formula/scalar.h"
#include "solver/kernels_names.inl"
#include "solver/phases_names.inl"

#define XPBD_FORMULA_ENTRY(id, ...) XPBD_KERNELS_OF(id)
#define XPBD_SUMMED_ENTRY(id, ...)                                                                                     \
  XPBD_KERNELS_OF(id)                                                                                                  \
  XPBD_EVALUATE_KERNEL(id);
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY

/* Formulas of files follow the built-in ones. */
#define XPBD_FORMULA_ENTRY(id, arity, rests, materials, rows, ...) {XPBD_KERNELS_ROW(id, rows)},
#define XPBD_SUMMED_ENTRY(id, arity, rests, materials, rows, ...)                                                      \
  {XPBD_KERNELS_ROW(id, rows), .evaluate = XPBD_KERNEL(id##_evaluate)},
static XPBD_NAME(formula_kernels) LOCAL(formulas)[XPBD_BUILTIN_FORMULAS + XPBD_MAX_FILE_FORMULAS] = {
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY

extern const XPBD_NAME(kernels) XPBD_KERNEL(kernels);
const XPBD_NAME(kernels) XPBD_KERNEL(kernels) = {
    .lanes = LANES, .formula = LOCAL(formulas), .phase = XPBD_KERNEL(phases), .patches = XPBD_KERNEL(patches)};
