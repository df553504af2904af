/* Why this file exists: a function in another language has no complex reading, so its exact gradient comes from
 * differences of sixth order. Their error is estimated for every gradient. */
#ifndef XPBD_VERDICT_DIFFERENCES_H
#define XPBD_VERDICT_DIFFERENCES_H

#include "sample.h"

/// C of many shapes at once, c [count]: a command that answers lines is faster with many.
typedef void differences_values(const xpbd_formula *formula, int count, const sample *at, double *c);
/// From now on formulas without a complex reading are read by differences of such values.
void differences_begin(differences_values *values);

/// What is known of the gradient of the formula under judgement, relative to its length: the median error of ordinary
/// shapes. 0 = rounding, with the complex step.
extern double differences_known;

/// C and its gradient e [arity]. *error = what the norm of e may be wrong by.
double differences_exact(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e, double *error);
/// Measures differences_known for the facts; 0 if the formula has a complex reading, or no gradient. False, after a
/// finding, if C is too rough for a gradient.
bool differences_suffice(verdict *v, const xpbd_formula *formula);

#endif
