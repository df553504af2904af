/* Why this file exists: a function in another language has no complex reading, so its exact gradient comes from
 * differences of sixth order. Their error is estimated for every gradient. */
#pragma once

#include "sample.h"

/// C of many shapes at once, c [count], because a command answers many lines faster than one by one.
typedef void differences_values(const xpbd_formula *formula, int count, const sample *at, double *c);
/// From now on the gradient of formulas without a complex reading comes from differences of such values.
void differences_begin(differences_values *values);

/// Relative error of the gradients that differences_exact() gives for the judged formula: the median over ordinary
/// shapes. 0 = the complex step is used, which has no error but rounding.
extern double differences_known;

/// C and its gradient e [arity]. *error is the estimated error of e, as a norm.
double differences_exact(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e, double *error);
/// Measures differences_known, if exact gradients of the formula come from differences (`used`), and keeps it in the
/// facts. Reports a C that is too rough for a gradient and then returns false.
bool differences_suffice(verdict *v, const xpbd_formula *formula, bool used);
