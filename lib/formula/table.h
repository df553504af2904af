/* Why this file exists: the formulas as function pointers in each reading, for what is not timed: rest shapes, measures
 * and checks. Kernels inline the formulas instead. Private to the project. */
#ifndef XPBD_FORMULA_TABLE_H
#define XPBD_FORMULA_TABLE_H

#include "xpbd/formula.h"

#define XPBD_SCALAR 32
#include "scalar.h"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "scalar.h"
#undef XPBD_SCALAR
#define XPBD_SCALAR 128
#include "scalar.h"
#undef XPBD_SCALAR

/// One formula: x [arity], rest [rest_count], material [material_count], gradients out g [arity]; returns C.
typedef struct xpbd_formula {
  xpbd_formula_info info;
  float (*f32)(const xpbd_vec3_f32 *x, const float *rest, const float *material, xpbd_vec3_f32 *g);
  double (*f64)(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g);
  double _Complex (*c64)(const xpbd_vec3_c64 *x, const double _Complex *rest, const double _Complex *material,
                         xpbd_vec3_c64 *g);
  void (*rest_f64)(const xpbd_vec3_f64 *x, int row, double *rest);
} xpbd_formula;

/// By place in the list; NULL outside.
const xpbd_formula *xpbd_formula_entry(int index);

/// What the numbers of the material violate, NULL when they fit together.
const char *xpbd_formula_violates(const xpbd_formula *formula, const double *material);

/// Rest shape of row `row` from the rest positions x [arity]. Triangles are turned into their material frame first: the
/// plane z = 0 with x along `warp` as far as it lies in the triangle; NULL: along the global x axis, or y where the
/// triangle stands across it. rest[0] is NaN where there is none.
void xpbd_rest_shape(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *warp, int row,
                     double *rest);

/// The scalar functions over arrays, for checks of accuracy; loops that the compiler may vectorise.
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

#endif
