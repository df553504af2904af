/* Why this file exists: the tables of kernels of one instruction set (XPBD_KERNELS names it). The kernels of formulas
 * are compiled header by header (solver/unit.h). The loops over particles, which depend on no formula, are here. */
#include "solver/kernel.h"

#include <stdalign.h>
#include <stddef.h>

#if defined(__AVX512F__)
#define XPBD_ROW_RECORDS 4
#elif defined(__AVX2__)
#define XPBD_ROW_RECORDS 2
#endif
#include "formula/count.h"
#include "xpbd/formula_file.h"

#define XPBD_SCALAR 32
#include "solver/kernels_body.inl"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "solver/kernels_body.inl"
#undef XPBD_SCALAR
