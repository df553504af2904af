/* Why this file exists: the table of kernels for single rows of one instruction set, which XPBD_DERIVATIVES names. The
 * kernels are compiled header by header (solver/unit.h). */
#include "formula/count.h"
#include "solver/derivatives.h"

#define XPBD_FORMULA_ENTRY(id, ...) extern const xpbd_derivatives XPBD_DERIVATIVES_NAME(id, XPBD_DERIVATIVES);
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY

extern const xpbd_derivatives *const XPBD_DERIVATIVES_TABLE(XPBD_DERIVATIVES)[];
const xpbd_derivatives *const XPBD_DERIVATIVES_TABLE(XPBD_DERIVATIVES)[XPBD_BUILTIN_FORMULAS] = {
#define XPBD_FORMULA_ENTRY(id, ...) &XPBD_DERIVATIVES_NAME(id, XPBD_DERIVATIVES),
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
};
