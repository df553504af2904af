/* Why this file exists: the functions of one formula that the table of formulas points at. The table and the unit that
 * defines them share it. Private to the project. */
#ifndef XPBD_FORMULA_FUNCTIONS_H
#define XPBD_FORMULA_FUNCTIONS_H

#include "formula/types.h"

/// x [arity], rest [rest_count], material [material_count]. Each returns C and sets g [arity] to the gradients, with
/// the scale divided out, or to 0 where they are degenerate. shape: the rest shape of a row.
#define XPBD_FORMULA_FUNCTIONS(id)                                                                                     \
  float xpbd_##id##_value_f32(const xpbd_vec3_f32 *x, const float *rest, const float *material, xpbd_vec3_f32 *g);     \
  double xpbd_##id##_value_f64(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g);  \
  double _Complex xpbd_##id##_value_c64(const xpbd_vec3_c64 *x, const double _Complex *rest,                           \
                                        const double _Complex *material, xpbd_vec3_c64 *g);                            \
  void xpbd_##id##_shape_f64(const xpbd_vec3_f64 *x, int row, double *rest);
/// What the numbers of a material violate, for a formula that has such a rule.
#define XPBD_FORMULA_VIOLATES(id) const char *xpbd_##id##_violates(const double *material);

#endif
