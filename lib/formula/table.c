/* Why this file exists: collects the formulas of the list, compiled header by header, in the table that the rest of the
 * project reads. */
#include "formula/table.h"

#include <stddef.h>

#include "base/error.h"
#include "formula/count.h"
#include "xpbd/formula_file.h"

#define XPBD_FORMULA_ENTRY(id, arity, rests, materials, ...)                                                           \
  XPBD_FORMULA_FUNCTIONS(id)                                                                                           \
  XPBD_FORMULA_LIMITS(id, arity, rests, materials, __VA_ARGS__)                                                        \
  XPBD_FORMULA_NO_FIELDS(id)
#define XPBD_FORMULA_RULE(id) XPBD_FORMULA_VIOLATES(id)
#undef XPBD_FORMULA_FIELDS
#define XPBD_FORMULA_FIELDS(id, ...)                                                                                   \
  XPBD_FORMULA_ALL_FIELDS(id, __VA_ARGS__)                                                                             \
  _Static_assert(sizeof((xpbd_formula_field[]){__VA_ARGS__}) <= XPBD_MAX_FIELDS * sizeof(xpbd_formula_field),          \
                 #id ": fields");
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
#undef XPBD_FORMULA_RULE
#undef XPBD_FORMULA_FIELDS

/* Formulas of files follow the built-in ones. */
static xpbd_formula formulas[XPBD_BUILTIN_FORMULAS + XPBD_MAX_FILE_FORMULAS] = {
#define XPBD_FORMULA_ENTRY(...) XPBD_FORMULA_ROW(__VA_ARGS__),
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
};
static int formula_count = XPBD_BUILTIN_FORMULAS;

/* The rules that some materials have, by name. */
static const struct {
  const char *name;
  const char *(*rule)(const double *material);
} rules[] = {
#define XPBD_FORMULA_ENTRY(...)
#define XPBD_FORMULA_RULE(id) {#id, xpbd_##id##_violates},
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
#undef XPBD_FORMULA_RULE
    {NULL, NULL}};

const char *xpbd_formula_violates(const xpbd_formula *formula, const double *material) {
  if (formula->violates) return formula->violates(material);
  for (int i = 0; rules[i].name; i++)
    if (strcmp(rules[i].name, formula->info.name) == 0) return rules[i].rule(material);
  return NULL;
}

static xpbd_vec3_f64 unit(xpbd_vec3_f64 a) {
  const double length = sqrt(xpbd_v_dot_f64(a, a));
  return length > 0.0 ? xpbd_v_scale_f64(1.0 / length, a) : (xpbd_vec3_f64){0, 0, 0};
}

/* A triangle in its own plane: x along the warp, the first corner at the origin. Without area everything is 0. `axes`:
 * the warp, the weft and the normal. */
static void turn_into_frame(const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *warp, xpbd_vec3_f64 out[3],
                            xpbd_vec3_f64 axes[3]) {
  const xpbd_vec3_f64 a = xpbd_v_sub_f64(x[1], x[0]), b = xpbd_v_sub_f64(x[2], x[0]);
  const xpbd_vec3_f64 normal = unit(xpbd_v_cross_f64(a, b));
  xpbd_vec3_f64 axis = warp ? unit(*warp) : (xpbd_vec3_f64){1, 0, 0};
  if (!(xpbd_v_dot_f64(axis, axis) > 0.0)) axis = (xpbd_vec3_f64){1, 0, 0}; /* no texture here */
  if (fabs(xpbd_v_dot_f64(axis, normal)) > 0.99) axis = (xpbd_vec3_f64){0, 1, 0};
  const xpbd_vec3_f64 u = unit(xpbd_v_madd_f64(-xpbd_v_dot_f64(axis, normal), normal, axis));
  const xpbd_vec3_f64 v = xpbd_v_cross_f64(normal, u);
  axes[0] = u, axes[1] = v, axes[2] = normal;
  out[0] = (xpbd_vec3_f64){0, 0, 0};
  out[1] = (xpbd_vec3_f64){xpbd_v_dot_f64(a, u), xpbd_v_dot_f64(a, v), 0};
  out[2] = (xpbd_vec3_f64){xpbd_v_dot_f64(b, u), xpbd_v_dot_f64(b, v), 0};
}

void xpbd_rest_shape_with(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *warp,
                          const double *fields, int row, double *rest) {
  xpbd_vec3_f64 turned[3], axes[3];
  const bool in_plane = formula->info.element == XPBD_ON_TRIANGLES && !(formula->info.traits & XPBD_SUMMED);
  if (in_plane) turn_into_frame(x, warp, turned, axes);
  for (const xpbd_formula_field *field = formula->info.fields; field && field->name; field++) {
    const double *from = fields ? &fields[field->at] : field->standard;
    memcpy(&rest[field->at], from, (size_t)field->width * sizeof *rest);
    for (int k = 0; in_plane && field->width == 3 && k < 3; k++)
      rest[field->at + k] = axes[k].x * from[0] + axes[k].y * from[1] + axes[k].z * from[2];
  }
  formula->rest_f64(in_plane ? turned : x, row, rest);
}

void xpbd_rest_shape(const xpbd_formula *formula, const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *warp, int row,
                     double *rest) {
  xpbd_rest_shape_with(formula, x, warp, NULL, row, rest);
}

int xpbd_formula_count(void) {
  return formula_count;
}

xpbd_status xpbd_formula_append(const xpbd_formula *more, int count, int *index) {
  const int room = XPBD_BUILTIN_FORMULAS + XPBD_MAX_FILE_FORMULAS - formula_count;
  XPBD_REQUIRE(count <= room, XPBD_ERR_INVALID_ARGUMENT, "formulas of files: %d more do not fit, at most %d do", count,
               XPBD_MAX_FILE_FORMULAS);
  *index = formula_count;
  memcpy(&formulas[formula_count], more, (size_t)count * sizeof *more);
  formula_count += count;
  return XPBD_OK;
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
void xpbd_log_array_f32(int count, const float *in, float *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_log_f32(in[i]);
}
void xpbd_log_array_f64(int count, const double *in, double *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_log_f64(in[i]);
}
void xpbd_acos_array_f32(int count, const float *in, float *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_acos_f32(in[i]);
}
void xpbd_acos_array_f64(int count, const double *in, double *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_acos_f64(in[i]);
}
void xpbd_atan2_array_f32(int count, const float *y, const float *x, float *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_atan2_f32(y[i], x[i]);
}
void xpbd_atan2_array_f64(int count, const double *y, const double *x, double *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_atan2_f64(y[i], x[i]);
}
void xpbd_sin_array_f32(int count, const float *in, float *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_sin_f32(in[i]);
}
void xpbd_sin_array_f64(int count, const double *in, double *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_sin_f64(in[i]);
}
void xpbd_cos_array_f32(int count, const float *in, float *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_cos_f32(in[i]);
}
void xpbd_cos_array_f64(int count, const double *in, double *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_cos_f64(in[i]);
}
void xpbd_tanh_array_f32(int count, const float *in, float *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_tanh_f32(in[i]);
}
void xpbd_tanh_array_f64(int count, const double *in, double *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_tanh_f64(in[i]);
}
void xpbd_pow_array_f32(int count, const float *y, const float *x, float *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_pow_f32(y[i], x[i]);
}
void xpbd_pow_array_f64(int count, const double *y, const double *x, double *out) {
  for (int i = 0; i < count; i++) out[i] = xpbd_pow_f64(y[i], x[i]);
}
