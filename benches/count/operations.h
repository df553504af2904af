/* Why this file exists: counts the floating-point operations of a projection by running its text once with a counting
 * scalar. A row's share of the core's peak needs that number, and nobody has to update it by hand. */
#pragma once

#include <stdbool.h>

#include "xpbd/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Operations of the projection of one element, all its rows, in one precision, as written in lib/formula and lib/solver/project.inl.
typedef struct operations {
  int additions, multiplications; ///< A subtraction is an addition. Signs, |a|, comparisons, choices do not count.
  int fused;                      ///< Multiply-adds with one rounding: two operations each.
  int divisions, roots;           ///< One operation each, however long it takes.
} operations;

/// Count one element of the built-in formula at `index` of the list, with material numbers `material`. `precision`
/// must not be XPBD_AUTO. False and zeros if the count is unknown: formulas of files, summed constraints, or a build
/// without a C++ compiler.
bool operations_of(int index, const double *material, xpbd_precision precision, bool damped, operations *out);
/// Floating-point operations: 1 for an addition, multiplication, division or root, 2 for a fused multiply-add.
double operations_sum(const operations *o);

#ifdef __cplusplus
}
#endif
