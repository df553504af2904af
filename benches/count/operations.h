/* Why this file exists: how many floating-point operations a projection takes, counted by running its text once in a
 * scalar
 * that counts: the numerator of the share of a core's peak. Nobody has to keep such numbers up to date by hand. */
#ifndef BENCH_OPERATIONS_H
#define BENCH_OPERATIONS_H

#include <stdbool.h>

#include "xpbd/solver.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What one projection computes in one precision, as its text in lib/formula and lib/solver/project.inl reads.
typedef struct operations {
  int additions, multiplications; ///< A subtraction is an addition; a sign, |a|, a comparison and a choice are nothing.
  int fused;                      ///< Multiply-adds with one rounding: two operations each.
  int divisions, roots;           ///< One operation each, however long a processor takes.
} operations;

/// Count one projection of the built-in formula at `index` of the list, with material numbers `material`; `precision`
/// is none to
/// choose. False, and zeros, where it is not known: a formula of a file, one whose constraints are summed, or a build
/// without a C++ compiler.
bool operations_of(int index, const double *material, xpbd_precision precision, bool damped, operations *out);
/// Floating-point operations: additions, multiplications, divisions and roots as one, fused multiply-adds as two.
double operations_sum(const operations *o);

#ifdef __cplusplus
}
#endif
#endif
