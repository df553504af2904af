/* Why this file exists: function pointers to the formulas in each reading, for code that is not timed: rest shapes,
 * measures and checks. Kernels inline the formulas instead. Private to the project. */
#ifndef XPBD_FORMULA_TABLE_H
#define XPBD_FORMULA_TABLE_H

#include <stdbool.h>

#include "formula/entry.h"

#define XPBD_SCALAR 32
#include "scalar.h"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "scalar.h"
#undef XPBD_SCALAR
#define XPBD_SCALAR 128
#include "scalar.h"
#undef XPBD_SCALAR

/// By index in the list; NULL outside.
const xpbd_formula *xpbd_formula_entry(int index);

/// Appends formulas of a file to the list; XPBD_ERR_INVALID_ARGUMENT when it is full. *index = the first of them.
xpbd_status xpbd_formula_append(const xpbd_formula *formulas, int count, int *index);

/// Whether a set of the formula is one single constraint. Its elements then make sense only together.
static inline bool xpbd_formula_is_whole(const xpbd_formula_info *info) {
  return (info->traits & (XPBD_SUMMED | XPBD_NODAL)) == XPBD_SUMMED;
}

/// What the numbers of the material violate; NULL when they fit together.
const char *xpbd_formula_violates(const xpbd_formula *formula, const double *material);

/// Rest shape of row `row` from the rest positions x [arity]. Triangles are first turned into their material frame: the
/// plane z = 0 with x along the projection of `warp` into the triangle. NULL or 0: along the global x axis, or y where
/// the triangle is within 8 degrees of normal to it, where scenes refuse a warp. rest[0] is NaN without a rest shape.
void xpbd_rest_shape(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *warp, int row,
                     double *rest);
/// The same with values of the fields, each at its place in the rest shape: fields [rest_count], other numbers in it are
/// ignored. NULL: the standards. Directions of triangles are turned into the frame too: along x, y and the normal.
void xpbd_rest_shape_with(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *warp,
                          const double *fields, int row, double *rest);

/// The scalar functions over arrays, for checks of accuracy. The compiler may vectorise the loops.
void xpbd_exp_array_f32(int count, const float *in, float *out);
void xpbd_expm1_array_f32(int count, const float *in, float *out);
void xpbd_exp_array_f64(int count, const double *in, double *out);
void xpbd_expm1_array_f64(int count, const double *in, double *out);
void xpbd_log_array_f32(int count, const float *in, float *out);
void xpbd_log_array_f64(int count, const double *in, double *out);
void xpbd_acos_array_f32(int count, const float *in, float *out);
void xpbd_acos_array_f64(int count, const double *in, double *out);
void xpbd_atan2_array_f32(int count, const float *y, const float *x, float *out);
void xpbd_atan2_array_f64(int count, const double *y, const double *x, double *out);
void xpbd_sin_array_f32(int count, const float *in, float *out);
void xpbd_sin_array_f64(int count, const double *in, double *out);
void xpbd_cos_array_f32(int count, const float *in, float *out);
void xpbd_cos_array_f64(int count, const double *in, double *out);
void xpbd_tanh_array_f32(int count, const float *in, float *out);
void xpbd_tanh_array_f64(int count, const double *in, double *out);
void xpbd_pow_array_f32(int count, const float *y, const float *x, float *out);
void xpbd_pow_array_f64(int count, const double *y, const double *x, double *out);

#endif
