/* Why this file exists: the complex reading of exp and its like calls the C library, whose bits a device does not have.
 * A device therefore takes second derivatives only of formulas without such functions. Private to the library. */
#ifndef XPBD_FORMULA_ALGEBRAIC_H
#define XPBD_FORMULA_ALGEBRAIC_H

#include <stdbool.h>

/// Whether a formula of the list has only + - * / and roots. False for formulas from files.
bool xpbd_formula_is_algebraic(int index);

#endif
