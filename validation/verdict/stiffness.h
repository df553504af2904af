/* Why this file exists: formulas have C in different units and constants, so the same compliance makes one soft and
 * another stiff. A comparison of motions needs compliances that make them equally stiff. */
#pragma once

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

/// The compliance that makes the first set of `other` as stiff as the first set of `scene`, on the same mesh at rest.
/// The stiffness at small strain is made equal, in the first of several uniform deformations that changes both. If none
/// gives both a stiffness at rest, the energies at 10 % are made equal. `words` [capacity] names the deformation. NaN
/// if no deformation changes both; `words` then says so.
double stiffness_match(const xpbd_scene *scene, const xpbd_scene *other, char *words, size_t capacity);
