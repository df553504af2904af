/* Why this file exists: the ways through shapes (stretch, shear, volume, fold) along which a formula is tested far from
 * rest for jumps, ranges and its gradient. */
#pragma once

#include "sample.h"

/// One way: positions at s, starting from corners like those of sample_corners(), and their derivative.
typedef struct way {
  const char *name, *axis;
  double rest, from, to;
  void (*at)(const xpbd_vec3_f64 *corner, int arity, double s, xpbd_vec3_f64 *x, xpbd_vec3_f64 *velocity);
} way;

extern const way way_stretch, way_shear, way_size, way_height, way_fold;

/// The ways of an element, ended by NULL.
const way *const *ways_of(const xpbd_formula *formula);
/// Whether s is a size: it is positive, and its powers matter.
bool way_is_size(const way *one);
