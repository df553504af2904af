/* Why this file exists: tables that leave room behind the listed formulas need their number at compile time. */
#ifndef XPBD_FORMULA_COUNT_H
#define XPBD_FORMULA_COUNT_H

enum {
  XPBD_BUILTIN_FORMULAS = 0
#define XPBD_FORMULA_ENTRY(...) +1
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
};

#endif
