/* Why this file exists: see formula_subject.h: shapes to evaluate formulas on, and the several ways to get a
 * gradient. */
#include "formula_subject.h"

#include <math.h>

double worse_of(double a, double b) {
  return isnan(a) || b <= a ? a : b;
}

subject subject_of(int formula) {
  return (subject){.formula = xpbd_formula_entry(formula), .size = 1.0, .amplitude = 0.25};
}

double gradient_norm(int arity, const xpbd_vec3_f64 *g) {
  double sum = 0;
  for (int i = 0; i < arity; i++) sum += g[i].x * g[i].x + g[i].y * g[i].y + g[i].z * g[i].z;
  return sqrt(sum);
}

double gradient_distance(int arity, const xpbd_vec3_f64 *a, const xpbd_vec3_f64 *b) {
  xpbd_vec3_f64 d[XPBD_MAX_ARITY];
  for (int i = 0; i < arity; i++) d[i] = xpbd_v_sub_f64(a[i], b[i]);
  return gradient_norm(arity, d);
}

static xpbd_vec3_f64 moved(check *self, xpbd_vec3_f64 at, double distance) {
  at.x += check_random(self, -distance, distance);
  at.y += check_random(self, -distance, distance);
  at.z += check_random(self, -distance, distance);
  return at;
}

static double nearest_pair(int arity, const xpbd_vec3_f64 *x) {
  double least = HUGE_VAL;
  for (int i = 0; i < arity; i++)
    for (int j = 0; j < i; j++) {
      const xpbd_vec3_f64 d = xpbd_v_sub_f64(x[i], x[j]);
      least = fmin(least, sqrt(d.x * d.x + d.y * d.y + d.z * d.z));
    }
  return least;
}

static double as_float(double a) {
  return (double)(float)a;
}

static void set_material(const subject *s, double *material) {
  for (int i = 0; i < s->formula->info.material_count; i++) {
    const xpbd_material *m = &s->formula->info.material[i];
    material[i] = s->material == 1 ? m->minimum : s->material == 2 ? m->maximum : m->standard;
  }
}

shape subject_shape(check *self, const subject *s) {
  /* regular tetrahedron of edge 1; its first two or three corners serve smaller elements */
  static const xpbd_vec3_f64 simplex[XPBD_MAX_ARITY] = {
      {0, 0, 0}, {1, 0, 0}, {0.5, 0.8660254037844386, 0}, {0.5, 0.28867513459481287, 0.816496580927726}};
  const int arity = s->formula->info.arity;
  shape at = {0};
  xpbd_vec3_f64 rest[XPBD_MAX_ARITY];
  do {
    const xpbd_vec3_f64 offset = moved(self, (xpbd_vec3_f64){0, 0, 0}, 2 * s->size);
    for (int i = 0; i < arity; i++) {
      rest[i] = moved(self, xpbd_v_madd_f64(s->size, simplex[i], offset), 0.25 * s->size);
      at.x[i] = moved(self, rest[i], s->amplitude * s->size);
    }
  } while (nearest_pair(arity, rest) < 0.3 * s->size || nearest_pair(arity, at.x) < 0.3 * s->size);
  s->formula->rest_f64(rest, at.rest);
  set_material(s, at.material);
  if (s->of_floats) {
    for (int i = 0; i < arity; i++)
      at.x[i] = (xpbd_vec3_f64){as_float(at.x[i].x), as_float(at.x[i].y), as_float(at.x[i].z)};
    for (int i = 0; i < s->formula->info.rest_count; i++) at.rest[i] = as_float(at.rest[i]);
    for (int i = 0; i < s->formula->info.material_count; i++) at.material[i] = as_float(at.material[i]);
  }
  return at;
}

static void add_fault(const subject *s, const shape *at, xpbd_vec3_f64 *g) {
  const int arity = s->formula->info.arity, last = arity - 1;
  const double norm = gradient_norm(arity, g);
  switch (s->fault) {
  case FAULT_NONE: break;
  case FAULT_ONE_COMPONENT: g[last].x *= 1.01; break;
  case FAULT_SIGN:
    for (int i = 0; i < arity; i++) g[i] = xpbd_v_neg_f64(g[i]);
    break;
  case FAULT_ZEROED: g[last] = (xpbd_vec3_f64){0, 0, 0}; break;
  case FAULT_TURNED: {
    const xpbd_vec3_f64 arm = xpbd_v_sub_f64(at->x[last], at->x[0]);
    const xpbd_vec3_f64 across = xpbd_v_cross_f64(arm, (xpbd_vec3_f64){0.3, 0.5, 0.8});
    g[last] = xpbd_v_madd_f64(0.01 * norm, across, g[last]);
    g[0] = xpbd_v_madd_f64(-0.01 * norm, across, g[0]);
    break;
  }
  case FAULT_NAN:
    if (at->x[0].x > 1.5 * s->size) g[last].y = (double)NAN;
    break;
  case FAULT_ZERO:
    for (int i = 0; i < arity; i++) g[i] = (xpbd_vec3_f64){0, 0, 0};
    break;
  }
}

double subject_f64(const subject *s, const shape *at, xpbd_vec3_f64 *g) {
  const double value = s->formula->f64(at->x, at->rest, at->material, g);
  add_fault(s, at, g);
  return value;
}

double subject_f32(const subject *s, const shape *at, xpbd_vec3_f64 *g) {
  xpbd_vec3_f32 x[XPBD_MAX_ARITY], gradient[XPBD_MAX_ARITY];
  float rest[XPBD_MAX_REST] = {0}, material[XPBD_MAX_MATERIAL] = {0};
  const int arity = s->formula->info.arity;
  for (int i = 0; i < arity; i++) x[i] = (xpbd_vec3_f32){(float)at->x[i].x, (float)at->x[i].y, (float)at->x[i].z};
  for (int i = 0; i < s->formula->info.rest_count; i++) rest[i] = (float)at->rest[i];
  for (int i = 0; i < s->formula->info.material_count; i++) material[i] = (float)at->material[i];
  const float value = s->formula->f32(x, rest, material, gradient);
  for (int i = 0; i < arity; i++)
    g[i] = (xpbd_vec3_f64){(double)gradient[i].x, (double)gradient[i].y, (double)gradient[i].z};
  add_fault(s, at, g);
  return (double)value;
}

static double *coordinate(xpbd_vec3_f64 *v, int axis) {
  return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

double subject_complex(const subject *s, const shape *at, xpbd_vec3_f64 *g) {
  const double h = 1e-60; /* its square is far below rounding: no difference is taken, nothing cancels */
  const int arity = s->formula->info.arity;
  xpbd_vec3_c64 x[XPBD_MAX_ARITY], unused[XPBD_MAX_ARITY];
  double _Complex rest[XPBD_MAX_REST] = {0}, material[XPBD_MAX_MATERIAL] = {0};
  for (int i = 0; i < s->formula->info.rest_count; i++) rest[i] = xpbd_of_c64(at->rest[i], 0);
  for (int i = 0; i < s->formula->info.material_count; i++) material[i] = xpbd_of_c64(at->material[i], 0);
  double value = 0;
  for (int k = 0; k < 3 * arity; k++) {
    for (int i = 0; i < arity; i++) {
      x[i].x = xpbd_of_c64(at->x[i].x, k == 3 * i ? h : 0);
      x[i].y = xpbd_of_c64(at->x[i].y, k == 3 * i + 1 ? h : 0);
      x[i].z = xpbd_of_c64(at->x[i].z, k == 3 * i + 2 ? h : 0);
    }
    const double _Complex c = s->formula->c64(x, rest, material, unused);
    *coordinate(&g[k / 3], k % 3) = cimag(c) / h;
    value = creal(c);
  }
  return value;
}

void subject_differences(const subject *s, const shape *at, xpbd_vec3_f64 *g) {
  const double h = 6e-6 * s->size; /* third root of the rounding unit: truncation and rounding alike, both near 1e-10 */
  xpbd_vec3_f64 unused[XPBD_MAX_ARITY];
  shape moving = *at;
  for (int k = 0; k < 3 * s->formula->info.arity; k++) {
    double *const x = coordinate(&moving.x[k / 3], k % 3);
    const double kept = *x;
    *x = kept + h;
    const double high = *x, above = s->formula->f64(moving.x, moving.rest, moving.material, unused);
    *x = kept - h;
    const double low = *x, below = s->formula->f64(moving.x, moving.rest, moving.material, unused);
    *x = kept;
    *coordinate(&g[k / 3], k % 3) = (above - below) / (high - low);
  }
}
