/* Why this file exists: the formulas of one header, compiled without the others, so that a changed one costs seconds. The
 * build makes a file of every header and includes this in it, once for the table of formulas and, with XPBD_KERNELS
 * defined, once for the kernels of each instruction set. It says
 *
 *   #define XPBD_UNIT_HEADER "formula/<header>.h"
 *   #define XPBD_UNIT_LINES  XPBD_FORMULA_ENTRY(<name>, <arity>, <numbers of the rest shape>)
 *
 * with an entry for each formula, XPBD_SUMMED_ENTRY for a summed one, and XPBD_FORMULA_RULE(<name>) behind it where the
 * list has that as well. */

/* A formula is one text for float and double: a literal without R() would compute in double in silence, an int would
 * lose what stands behind the point, and a variable that was never set anything. Of a formula from a file that is said,
 * with all else that is wrong with it. */
#if !defined(XPBD_FROM_FILE)
#pragma GCC diagnostic error "-Wdouble-promotion"
#pragma GCC diagnostic error "-Wfloat-conversion"
#pragma GCC diagnostic error "-Wuninitialized"
#endif

#if defined(XPBD_KERNELS)
#include "solver/kernels_unit.inl"
#else
#include "formula/table_unit.h"
#endif
