/* Why this file exists: methods that minimise the energy of a step evaluate single rows and take their second
 * derivatives. That is nearly all of their time, so the formulas are compiled for it for each instruction set. Private to
 * the library. */
#ifndef XPBD_DERIVATIVES_H
#define XPBD_DERIVATIVES_H

#include <stdbool.h>

#include "formula/types.h"

/// The kernels of one formula in double. They return the numbers of the functions in the table of formulas, bit by bit but
/// for the sign of a zero.
typedef struct xpbd_derivatives {
  /// As xpbd_formula.f64.
  double (*value)(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g);
  /// Rows and columns first .. first + size - 1 of the second derivatives, of whole particles, as xpbd_second_of() and
  /// xpbd_second_block() take them. Returns whether all are finite. They are 0 if not.
  bool (*second)(const xpbd_vec3_f64 *x, const double *rest, const double *material, int first, int size,
                 double *hessian);
} xpbd_derivatives;

/// Those of all formulas of the list, for an instruction set by name, as xpbd_kernels_find(). NULL if unknown or not for
/// this machine.
const xpbd_derivatives *const *xpbd_derivatives_find(const char *instructions);
/// Those of a formula for the widest instruction set of this machine. NULL for a formula from a file.
const xpbd_derivatives *xpbd_derivatives_of(int formula);

/// The names in a unit of one instruction set: the kernels of a formula, and the table of them [XPBD_BUILTIN_FORMULAS].
#define XPBD_DERIVATIVES_NAME(id, set)  XPBD_DERIVATIVES_NAME_(id, set)
#define XPBD_DERIVATIVES_NAME_(id, set) xpbd_##id##_derivatives_##set
#define XPBD_DERIVATIVES_TABLE(set)     XPBD_DERIVATIVES_TABLE_(set)
#define XPBD_DERIVATIVES_TABLE_(set)    xpbd_derivatives_##set

#endif
