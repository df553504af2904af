/* Why this file exists: the second derivatives of a formula, from the text that gives its gradient. Methods that
 * minimise the energy of a step need them, and so does the verdict on a formula. Private to the project. */
#ifndef XPBD_FORMULA_SECOND_H
#define XPBD_FORMULA_SECOND_H

#include <stdbool.h>

#include "formula/entry.h"

enum { XPBD_MAX_SECOND = 3 * XPBD_MAX_ARITY }; ///< Largest number of coordinates of an element.

/// Second derivatives of C by the coordinates x0.x, x0.y, x0.z, x1.x, ...: row-major, (3 arity)^2 numbers. Each column
/// is the complex step of the coded gradient, exact to rounding. A formula without a gradient of its own
/// (XPBD_DERIVED) or without a complex reading gets differences of fourth order, with an error near 1e-9. The result is
/// symmetric only to that error, and only if the gradient belongs to C. False if one is not finite; all are then 0.
bool xpbd_second_of(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                    double *hessian);
/// The same by the three coordinates of one particle alone: [3, 3].
bool xpbd_second_block(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                       int particle, double *block);

#endif
