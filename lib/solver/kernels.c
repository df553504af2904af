/* Why this file exists: the tables of kernels of one instruction set (XPBD_KERNELS names it). The kernels of formulas
 * are compiled header by header (solver/unit.h). Phases of a time step, which know no formula, are in phases.c. */
#include "solver/kernel.h"


#include "formula/count.h"
#include "xpbd/formula_file.h"

#define XPBD_SCALAR 32
#include "solver/kernels_body.inl"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "solver/kernels_body.inl"
#undef XPBD_SCALAR
