/* Why this file exists: formulas have C in different units and constants, so the same compliance makes one soft and
 * another stiff. A comparison of motions needs compliances that make them equally stiff. */
#ifndef XPBD_VERDICT_STIFFNESS_H
#define XPBD_VERDICT_STIFFNESS_H

#include <stdbool.h>
#include <stddef.h>

#include "xpbd/scene.h"

/// Sums over the C of a scene's first set.
typedef struct stiffness_sums {
  double squares, sizes, whole; ///< Of C^2, of |C|, of C.
} stiffness_sums;

/// At positions x [n, 3].
stiffness_sums stiffness_sum(const xpbd_scene *scene, const double *x);
/// Elastic energy [J] of the scene's first set at positions x [n, 3]: the sum of C^2 / (2 compliance), or for a summed
/// formula the square of the sum. Infinite if the compliance is 0 and C is not.
double stiffness_energy(const xpbd_scene *scene, const double *x);

/// The compliance with which `other` is as stiff as `scene`, for their first sets, on the same mesh at rest. First with
/// equal stiffness at small strain, in the first of several uniform deformations to which both respond. If no
/// deformation has a stiffness at rest for both, with equal energy at one of 10 %. `words` [capacity] says which. NaN if no
/// deformation serves; `words` then says why.
double stiffness_match(const xpbd_scene *scene, const xpbd_scene *other, char *words, size_t capacity);

#endif
