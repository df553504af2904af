/* Why this file exists: draws shapes to evaluate formulas on, and has several ways to get a gradient. */
#include "formula_subject.h"

#include <math.h>
#include <stdlib.h>

#include "formula/fields.h"

enum { MOST_DRAWS = 10000 };

subject subject_of(int formula) {
  return (subject){.formula = xpbd_formula_entry(formula), .size = 1.0, .amplitude = 0.25};
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

int subject_material_ends(const subject *s) {
  const int count = s->formula->info.material_count;
  return count > 1 ? 2 + 2 * count : 2 * count;
}

bool subject_material(const subject *s, double *material) {
  for (int i = 0; i < s->formula->info.material_count; i++) {
    const xpbd_material *m = &s->formula->info.material[i];
    const bool smallest = s->material == 1 || s->material == 3 + 2 * i;
    const bool largest = s->material == 2 || s->material == 4 + 2 * i;
    material[i] = smallest ? m->minimum : largest ? m->maximum : m->standard;
  }
  return xpbd_formula_violates(s->formula, material) == NULL;
}

static bool in_space(const subject *s) {
  return s->formula->info.element == XPBD_ON_TETS;
}

void subject_simplex(const subject *s, xpbd_vec3_f64 *rest) {
  const double high = 0.8660254037844386;
  const xpbd_vec3_f64 corners[XPBD_MAX_ARITY] = {{0, 0, 0},
                                                 {1, 0, 0},
                                                 {0.5, high, 0},
                                                 in_space(s) ? (xpbd_vec3_f64){0.5, high / 3, 0.816496580927726}
                                                             : (xpbd_vec3_f64){0.5, -high, 0}};
  for (int i = 0; i < s->formula->info.arity; i++) rest[i] = xpbd_v_scale_f64(s->size, corners[i]);
}

/// How far a shape is from flat: 1 for an equilateral triangle or a regular tetrahedron. For a hinge it is the flatter
/// triangle. Edges are never flat.
static double fullness(const subject *s, const xpbd_vec3_f64 *x) {
  const int arity = s->formula->info.arity;
  if (arity < 3) return 1;
  const double regular = 0.8660254037844386 * s->size * s->size, first = sample_doubled_area(x, 0, 1, 2) / regular;
  if (arity == 3) return first;
  if (!in_space(s)) return fmin(first, sample_doubled_area(x, 0, 1, 3) / regular);
  return fabs(sample_triple(x)) * sqrt(2.0) / (s->size * s->size * s->size);
}

static bool has_rest(const subject *s, const shape *at) {
  for (int i = 0; i < s->formula->info.rest_count; i++)
    if (!isfinite(at->rest[i])) return false;
  return true;
}

/// One draw; false if the shape cannot be used.
static bool draw(check *self, const subject *s, shape *at) {
  const int arity = s->formula->info.arity;
  xpbd_vec3_f64 rest[XPBD_MAX_ARITY];
  subject_simplex(s, rest);
  const xpbd_vec3_f64 offset = random_vector(self, 2 * s->size);
  const bool mirrored = in_space(s) && check_random(self, -1, 1) < 0;
  for (int i = 0; i < arity; i++) {
    if (mirrored) rest[i].z = -rest[i].z;
    rest[i] = xpbd_v_add_f64(xpbd_v_add_f64(rest[i], offset), random_vector(self, 0.25 * s->size));
    at->x[i] = xpbd_v_add_f64(rest[i], random_vector(self, s->amplitude * s->size));
  }
  const int row = (int)check_random(self, 0.0, (double)s->formula->info.rows);
  xpbd_fields_standard(&s->formula->info, at->fields);
  for (const xpbd_formula_field *field = s->formula->info.fields; field && field->name; field++) {
    double random[3];
    for (int k = 0; k < 3; k++) random[k] = check_random(self, -1, 1);
    xpbd_field_usual(field, random, &at->fields[field->at]);
  }
  xpbd_rest_shape_with(s->formula, rest, NULL, at->fields, row, at->rest);
  subject_material(s, at->material);
  if (s->of_floats) sample_round(s->formula, at);
  return nearest_pair(arity, rest) >= 0.3 * s->size && nearest_pair(arity, at->x) >= 0.3 * s->size &&
         fullness(s, rest) >= 0.3 && fullness(s, at->x) >= 0.1 && has_rest(s, at);
}

shape subject_shape(check *self, const subject *s) {
  const bool singular = (s->formula->info.traits & XPBD_SINGULAR) != 0;
  shape at = {0};
  for (int i = 0; i < MOST_DRAWS; i++) {
    if (draw(self, s, &at) && !(singular && subject_loses_digits(s, &at))) return at;
    at = (shape){0};
  }
  check_true(self, false, "%d shapes drawn and none has a rest shape: is it refused everywhere?", MOST_DRAWS);
  exit(EXIT_FAILURE); /* every check runs in its own process; this one has nothing to look at */
}

bool subject_loses_digits(const subject *s, const shape *at) {
  const double unit = 0x1p-51, lost = 1000;
  const int arity = s->formula->info.arity;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY], h[XPBD_MAX_ARITY];
  subject standard = *s;
  double material[XPBD_MAX_MATERIAL]; /* with k = 0 everything would count as lost */
  standard.material = 0;
  subject_material(&standard, material);
  s->formula->f64(at->x, at->rest, material, g);
  const double norm = sample_norm(arity, g);
  for (unsigned pattern = 1; pattern <= 5; pattern++) {
    shape near = *at;
    for (int i = 0; i < arity; i++) {
      const unsigned bits = (pattern * 2654435761u) >> (3 * i + 5); /* signs, another set for each pattern */
      near.x[i].x += (bits & 1 ? unit : -unit) * s->size;
      near.x[i].y += (bits & 2 ? unit : -unit) * s->size;
      near.x[i].z += (bits & 4 ? unit : -unit) * s->size;
    }
    s->formula->f64(near.x, near.rest, material, h);
    if (!(sample_distance(arity, g, h) <= lost * unit * norm) || norm == 0) return true;
  }
  return false;
}

void subject_spoil(const subject *s, const shape *at, xpbd_vec3_f64 *g) {
  const int arity = s->formula->info.arity, last = arity - 1;
  const double norm = sample_norm(arity, g);
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
  case FAULT_CENTRAL:
    for (int i = 0; i < arity; i++) g[i] = (xpbd_vec3_f64){0, 0, 0};
    g[1] = xpbd_v_scale_f64(norm, xpbd_v_sub_f64(at->x[1], at->x[0]));
    g[0] = xpbd_v_neg_f64(g[1]);
    break;
  case FAULT_NAN:
    if (at->x[0].x > 1.5 * s->size) g[last].y = (double)NAN;
    break;
  case FAULT_ZERO:
    for (int i = 0; i < arity; i++) g[i] = (xpbd_vec3_f64){0, 0, 0};
    break;
  }
}

double subject_f64(const subject *s, const shape *at, xpbd_vec3_f64 *g) {
  const double value = sample_f64(s->formula, at, g);
  subject_spoil(s, at, g);
  return value;
}

double subject_f32(const subject *s, const shape *at, xpbd_vec3_f64 *g) {
  const double value = sample_f32(s->formula, at, g);
  subject_spoil(s, at, g);
  return value;
}
