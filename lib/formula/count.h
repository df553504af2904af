/* Why this file exists: how many formulas the list has, for the tables that leave room behind them. */
#ifndef XPBD_FORMULA_COUNT_H
#define XPBD_FORMULA_COUNT_H

enum {
  XPBD_BUILTIN_FORMULAS = 0
#define XPBD_FORMULA_ENTRY(...) +1
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
};

#endif
