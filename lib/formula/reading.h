/* Why this file exists: one header of formulas in one reading of the scalar, for the units made of it. Define
 * XPBD_SCALAR and XPBD_UNIT_HEADER, then include this. A file from outside the tree also holds its entries. They are
 * read where XPBD_UNIT_ENTRY is defined to do so and expand to nothing in the other readings. */
#include "formula/shared.h"

#undef XPBD_FORMULA_ENTRY
#undef XPBD_SUMMED_ENTRY
#undef XPBD_FORMULA_RULE
#undef XPBD_FORMULA_FIELDS
#if defined(XPBD_UNIT_ENTRY) && XPBD_SCALAR == 128
#define XPBD_FORMULA_ENTRY(...)  XPBD_UNIT_ENTRY(__VA_ARGS__)
#define XPBD_SUMMED_ENTRY(...)   XPBD_UNIT_ENTRY(__VA_ARGS__)
#define XPBD_FORMULA_FIELDS(...) XPBD_FORMULA_ALL_FIELDS(__VA_ARGS__)
#else
#define XPBD_FORMULA_ENTRY(...)
#define XPBD_SUMMED_ENTRY(...)
#define XPBD_FORMULA_FIELDS(...)
#endif
#define XPBD_FORMULA_RULE(id)
#include XPBD_UNIT_HEADER
#undef XPBD_FORMULA_ENTRY
#undef XPBD_SUMMED_ENTRY
#undef XPBD_FORMULA_RULE

#if defined(XPBD_UNIT_VALUES)
#include "formula/derive.h"
#endif
