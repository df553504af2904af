/* Why this file exists: a formula as the table of formulas holds it. The table uses it, and so does a file of formulas
 * that is compiled later and appended to the table. Private to the project. */
#ifndef XPBD_FORMULA_ENTRY_H
#define XPBD_FORMULA_ENTRY_H

#include "formula/functions.h"
#include "xpbd/formula.h"

/// One formula: x [arity], rest [rest_count], material [material_count]. Sets the gradients g [arity] and returns C.
typedef struct xpbd_formula {
  xpbd_formula_info info;
  float (*f32)(const xpbd_vec3_f32 *x, const float *rest, const float *material, xpbd_vec3_f32 *g);
  double (*f64)(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g);
  double _Complex (*c64)(const xpbd_vec3_c64 *x, const double _Complex *rest, const double _Complex *material,
                         xpbd_vec3_c64 *g);
  void (*rest_f64)(const xpbd_vec3_f64 *x, int row, double *rest);
  const char *(*violates)(const double *material); ///< What a material violates; NULL where there is no such rule.
} xpbd_formula;

/// What a compiled file of formulas exports: a formula, or the rule of the one before it. The last one has neither.
typedef struct xpbd_formula_line {
  const xpbd_formula *formula;
  const char *(*violates)(const double *material);
} xpbd_formula_line;

/// The fields of a formula: first declared, then defined if it has some. C allows both in one file.
#define XPBD_FORMULA_NO_FIELDS(id) static const xpbd_formula_field xpbd_##id##_fields[XPBD_MAX_FIELDS + 1];
#define XPBD_FORMULA_ALL_FIELDS(id, ...)                                                                               \
  static const xpbd_formula_field xpbd_##id##_fields[XPBD_MAX_FIELDS + 1] = {__VA_ARGS__};

/// Builds an entry from the arguments of an XPBD_FORMULA_ENTRY and checks the limits they must keep.
#define XPBD_FORMULA_ROW(id, arity_, rests, materials, rows_, element_, traits_, unit_, source_, about_, ...)          \
  {                                                                                                                    \
    .info = {.name = #id,                                                                                              \
             .about = about_,                                                                                          \
             .source = source_,                                                                                        \
             .unit = unit_,                                                                                            \
             .element = element_,                                                                                      \
             .traits = traits_,                                                                                        \
             .rows = rows_,                                                                                            \
             .arity = arity_,                                                                                          \
             .rest_count = rests,                                                                                      \
             .material_count = materials,                                                                              \
             .material = {__VA_ARGS__},                                                                                \
             .fields = xpbd_##id##_fields},                                                                            \
    .f32 = xpbd_##id##_value_f32, .f64 = xpbd_##id##_value_f64, .c64 = xpbd_##id##_value_c64,                          \
    .rest_f64 = xpbd_##id##_shape_f64                                                                                  \
  }
#define XPBD_FORMULA_LIMITS(id, arity_, rests, materials, ...)                                                         \
  _Static_assert((arity_) >= 1 && (arity_) <= XPBD_MAX_ARITY, #id ": arity");                                          \
  _Static_assert((rests) <= XPBD_MAX_REST && (materials) <= XPBD_MAX_MATERIAL, #id ": too many numbers");

#endif
