/* Why this file exists: expands the list of formulas into the table that the rest of the project reads. */
#include "formula/table.h"

#include <stddef.h>

/* The gradient itself, with the scale divided out; 0 where it is degenerate. */
#define EVALUATE(REAL, suffix, id, arity_, greater)                                                                    \
  REAL scale = 1;                                                                                                      \
  const REAL c = xpbd_##id##_##suffix(x, rest, material, g, &scale);                                                   \
  for (int k = 0; k < (arity_); k++) {                                                                                 \
    g[k].x = (greater) ? g[k].x / scale : 0;                                                                           \
    g[k].y = (greater) ? g[k].y / scale : 0;                                                                           \
    g[k].z = (greater) ? g[k].z / scale : 0;                                                                           \
  }                                                                                                                    \
  return c

#define XPBD_FORMULA_ENTRY(id, arity_, rests, materials, element_, unit_, source_, about_, ...)                        \
  static void id##_rest(const xpbd_vec3_f64 *x, double *rest) {                                                        \
    xpbd_##id##_rest_f64(x, rest);                                                                                     \
  }                                                                                                                    \
  static float id##_f32(const xpbd_vec3_f32 *x, const float *rest, const float *material, xpbd_vec3_f32 *g) {          \
    EVALUATE(float, f32, id, arity_, scale > 0.0f);                                                                    \
  }                                                                                                                    \
  static double id##_f64(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g) {       \
    EVALUATE(double, f64, id, arity_, scale > 0.0);                                                                    \
  }                                                                                                                    \
  static double _Complex id##_c64(const xpbd_vec3_c64 *x, const double _Complex *rest,                                 \
                                  const double _Complex *material, xpbd_vec3_c64 *g) {                                 \
    EVALUATE(double _Complex, c64, id, arity_, creal(scale) > 0.0);                                                    \
  }                                                                                                                    \
  _Static_assert((arity_) >= 1 && (arity_) <= XPBD_MAX_ARITY, #id ": arity");                                          \
  _Static_assert((rests) <= XPBD_MAX_REST && (materials) <= XPBD_MAX_MATERIAL, #id ": too many numbers");
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY

#define XPBD_FORMULA_ENTRY(id, arity_, rests, materials, element_, unit_, source_, about_, ...)                        \
  {.info = {.name = #id,                                                                                               \
            .about = about_,                                                                                           \
            .source = source_,                                                                                         \
            .unit = unit_,                                                                                             \
            .element = element_,                                                                                       \
            .arity = arity_,                                                                                           \
            .rest_count = rests,                                                                                       \
            .material_count = materials,                                                                               \
            .material = {__VA_ARGS__}},                                                                                \
   .f32 = id##_f32,                                                                                                    \
   .f64 = id##_f64,                                                                                                    \
   .c64 = id##_c64,                                                                                                    \
   .rest_f64 = id##_rest},
static const xpbd_formula formulas[] = {
#include "formula/list.h"
};
#undef XPBD_FORMULA_ENTRY

int xpbd_formula_count(void) {
  return (int)(sizeof formulas / sizeof *formulas);
}

const xpbd_formula *xpbd_formula_entry(int index) {
  return index >= 0 && index < xpbd_formula_count() ? &formulas[index] : NULL;
}

const xpbd_formula_info *xpbd_formula_at(int index) {
  const xpbd_formula *formula = xpbd_formula_entry(index);
  return formula ? &formula->info : NULL;
}

int xpbd_formula_find(const char *name) {
  for (int i = 0; name && i < xpbd_formula_count(); i++)
    if (strcmp(formulas[i].info.name, name) == 0) return i;
  return -1;
}

void xpbd_exp_array_f32(int count, const float *in, float *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_exp_f32(in[i]);
}
void xpbd_expm1_array_f32(int count, const float *in, float *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_expm1_f32(in[i]);
}
void xpbd_exp_array_f64(int count, const double *in, double *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_exp_f64(in[i]);
}
void xpbd_expm1_array_f64(int count, const double *in, double *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_expm1_f64(in[i]);
}
