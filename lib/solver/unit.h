/* Why this file exists: compiles the formulas of one header separately, so that a change costs seconds. For every
 * header the build makes a file that includes this, once for the table of formulas and, with XPBD_KERNELS or
 * XPBD_DERIVATIVES defined, for the kernels of each instruction set. The file has
 *
 *      #define XPBD_UNIT_HEADER "formula/<header>.h"
 *      #define XPBD_UNIT_LINES  XPBD_FORMULA_ENTRY(<name>, <arity>, <numbers of the rest shape>)
 *
 * with an entry for each formula, XPBD_SUMMED_ENTRY for a summed one, and XPBD_FORMULA_RULE(<name>) after it if the
 * list has one. */

/* A formula has one text for float and double. A literal without R() would silently compute in double, an int would
 * lose its fraction, and a variable might be unset. For a formula from a file these are reported with all its other
 * errors. */
#if !defined(XPBD_FROM_FILE)
#pragma GCC diagnostic error "-Wdouble-promotion"
#pragma GCC diagnostic error "-Wfloat-conversion"
#pragma GCC diagnostic error "-Wuninitialized"
#endif

#if defined(XPBD_KERNELS)
#include "solver/kernels_unit.inl"
#elif defined(XPBD_DERIVATIVES)
#include "solver/derivatives.inl"
#else
#include "formula/table_unit.h"
#endif
