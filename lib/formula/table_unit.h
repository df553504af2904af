/* Why this file exists: the functions of a formula in each reading of the scalar. Included by unit.h. */
#include <stddef.h>

#include "formula/entry.h"
#include "formula/value.h"

#define XPBD_UNIT_ENTRY(id, arity, rests, materials, ...)                                                              \
  XPBD_FORMULA_FUNCTIONS(id)                                                                                           \
  XPBD_FORMULA_LIMITS(id, arity, rests, materials, __VA_ARGS__)                                                        \
  XPBD_FORMULA_NO_FIELDS(id)                                                                                           \
  static const xpbd_formula xpbd_##id##_row = XPBD_FORMULA_ROW(id, arity, rests, materials, __VA_ARGS__);

/* The complex reading comes first: a formula without a gradient derives its gradient from it. */
#define XPBD_SCALAR 128
#include "formula/reading.h"
#undef XPBD_SCALAR
#define XPBD_SCALAR 32
#include "formula/reading.h"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/reading.h"
#undef XPBD_SCALAR

#define XPBD_FORMULA_ENTRY(id, arity, ...)                                                                             \
  XPBD_FORMULA_FUNCTIONS(id)                                                                                           \
  XPBD_VALUE_FUNCTION(, float, f32, id, arity, scale > 0.0f)                                                           \
  XPBD_VALUE_FUNCTION(, double, f64, id, arity, scale > 0.0)                                                           \
  XPBD_VALUE_FUNCTION(, double _Complex, c64, id, arity, creal(scale) > 0.0)                                           \
  void xpbd_##id##_shape_f64(const xpbd_vec3_f64 *x, int row, double *rest) {                                          \
    xpbd_##id##_rest_f64(x, row, rest);                                                                                \
  }
#define XPBD_SUMMED_ENTRY(...) XPBD_FORMULA_ENTRY(__VA_ARGS__)
#define XPBD_FORMULA_RULE(id)                                                                                          \
  XPBD_FORMULA_VIOLATES(id)                                                                                            \
  const char *xpbd_##id##_violates(const double *material) {                                                           \
    return xpbd_##id##_rule_f64(material);                                                                             \
  }
XPBD_UNIT_LINES
