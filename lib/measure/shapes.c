/* Why this file exists: makes the random elements and materials for testing formulas, the same for all measurements. */
#include "measure/shapes.h"

#include <math.h>

#include "formula/fields.h"

/* An element as in meshes: no unnecessary right angles, no side of length 1, flat hinges. */
static const double elements[XPBD_ELEMENTS][XPBD_MAX_ARITY][3] = {
    [XPBD_ON_EDGES] = {{0.1, 0.2, 0.3}, {0.9, 0.5, -0.1}},
    [XPBD_ON_OPPOSITES] = {{0.1, 0.2, 0.3}, {1.5, 0.4, 0.2}},
    [XPBD_ON_CORNERS] = {{0.0, 0.0, 0.0}, {0.9, 0.1, 0.0}, {-0.1, 1.1, 0.0}},
    [XPBD_ON_TRIANGLES] = {{0.1, 0.1, 0.0}, {1.1, 0.2, 0.0}, {0.4, 1.0, 0.0}},
    [XPBD_ON_HINGES] = {{0.0, 0.0, 0.0}, {1.1, 0.0, 0.0}, {0.5, 0.9, 0.0}, {0.6, -0.8, 0.0}},
    [XPBD_ON_TETS] = {{0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {0.2, 0.9, 0.1}, {0.3, 0.2, 1.1}},
};

/* The same sequence everywhere, in [-1, 1). */
static double next_number(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

/* The default times 2^exponent. If the default is 0, a value of either sign. */
static double moved_number(const xpbd_material *m, double exponent) {
  const double value = m->standard != 0.0 ? m->standard * exp2(exponent) : 0.5 * exponent;
  return fmin(fmax(value, m->minimum), m->maximum);
}

enum { RANGE = 4 }; /* values over the range of a number */

/* Both ends, and geometrically halfway from the default. */
static double ranged_number(const xpbd_material *m, int k) {
  const double most = fmin(m->maximum, 1e30), usual = m->standard > 0.0 ? m->standard : most;
  const double least = m->minimum > 0.0 ? m->minimum : 1e-6 * usual;
  const double values[RANGE] = {m->minimum, most, most > 0.0 ? sqrt(usual * most) : 0.5 * (m->standard + most),
                                m->minimum < 0.0 ? 0.5 * (m->standard + m->minimum) : sqrt(usual * least)};
  return fmin(fmax(values[k], m->minimum), m->maximum);
}

int xpbd_shape_materials(const xpbd_formula *formula) {
  const int count = formula->info.material_count;
  return 1 + (2 + RANGE) * count + (count > 1);
}

bool xpbd_shape_material_is_ranged(const xpbd_formula *formula, int material) {
  const int count = formula->info.material_count;
  return material > 2 * count && material <= (2 + RANGE) * count;
}

static bool make_material(const xpbd_formula *formula, int material, uint64_t *seed, xpbd_shape *out) {
  const int count = formula->info.material_count, single = material - 1, ranged = single - 2 * count;
  const int number = ranged < 0 ? single / 2 : ranged / RANGE;
  bool other = material == 0;
  out->number = material > 0 && number < count ? number : -1;
  for (int k = 0; k < count; k++) {
    const xpbd_material *m = &formula->info.material[k];
    const double exponent = out->number < 0 ? next_number(seed) : single % 2 ? 1.0 : -1.0;
    out->material[k] = m->standard;
    if (material > 0 && out->number < 0)
      out->material[k] = moved_number(m, exponent);
    else if (out->number == k)
      out->material[k] = ranged < 0 ? moved_number(m, exponent) : ranged_number(m, ranged % RANGE);
    other = other || out->material[k] != m->standard;
  }
  return other && !xpbd_formula_violates(formula, out->material);
}

/* How far from rest, and in which direction. */
typedef enum far_way { ALL_WAYS, ALONG, TURNED } far_way;
static const struct {
  far_way way;
  double factor;
} far_shapes[XPBD_FAR_SHAPES] = {
    {ALL_WAYS, 0.05}, {ALL_WAYS, 0.12}, {ALL_WAYS, 0.3}, {ALL_WAYS, 1.8}, {ALL_WAYS, 2.5}, {ALL_WAYS, 4.0},
    {ALL_WAYS, 6.0},  {ALL_WAYS, 8.0},  {ALONG, 0.05},   {ALONG, 0.3},    {ALONG, 1.8},    {ALONG, 4.0},
    {ALONG, 8.0},     {TURNED, -0.4},   {TURNED, -1.0},  {TURNED, -2.5},
};

static double length(xpbd_vec3_f64 d) {
  return sqrt(xpbd_v_dot_f64(d, d));
}

static void move_far(const xpbd_formula *formula, int k, xpbd_shape *out) {
  const double factor = far_shapes[k].factor;
  const far_way way = far_shapes[k].way;
  const xpbd_vec3_f64 axis = xpbd_v_sub_f64(out->start[1], out->start[0]), origin = out->x[0];
  const double square = xpbd_v_dot_f64(axis, axis);
  for (int i = 0; i < formula->info.arity; i++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(out->x[i], origin);
    const double along = (factor - 1.0) * xpbd_v_dot_f64(d, axis) / square;
    if (way == ALONG)
      out->x[i] = xpbd_v_add_f64(out->x[i], xpbd_v_scale_f64(along, axis));
    else if (way == ALL_WAYS || i == formula->info.arity - 1)
      out->x[i] = xpbd_v_add_f64(origin, xpbd_v_scale_f64(factor, d));
  }
  out->stretch = length(xpbd_v_sub_f64(out->x[1], out->x[0])) / length(axis);
}

static void make_fields(const xpbd_formula_info *info, int k, uint64_t *seed, xpbd_shape *out) {
  xpbd_fields_standard(info, out->fields);
  for (const xpbd_formula_field *field = info->fields; k % 2 && field && field->name; field++) {
    double random[3];
    for (int i = 0; i < 3; i++) random[i] = next_number(seed);
    xpbd_field_usual(field, random, &out->fields[field->at]);
  }
}

bool xpbd_shape_make(const xpbd_formula *formula, int material, int k, xpbd_shape *out) {
  const double size = pow(2.0, 0.25 * (k % 9) - 1.0); /* a missing power of the rest length would not show at 1 */
  uint64_t seed = (uint64_t)k + 1;
  *out = (xpbd_shape){.row = k % formula->info.rows};
  for (int i = 0; i < formula->info.arity; i++) {
    const double *at = elements[formula->info.element][i];
    double moved[3];
    for (int axis = 0; axis < 3; axis++) moved[axis] = size * (at[axis] + 0.15 * next_number(&seed));
    out->start[i] = (xpbd_vec3_f64){size * at[0], size * at[1], size * at[2]};
    out->x[i] = (xpbd_vec3_f64){moved[0], moved[1], moved[2]};
  }
  if (k >= XPBD_SHAPES && formula->info.arity > 1) move_far(formula, k - XPBD_SHAPES, out);
  if (!make_material(formula, material, &seed, out)) return false;
  make_fields(&formula->info, k, &seed, out);
  return true;
}

double xpbd_shape_longest(int arity, const xpbd_vec3_f64 *x) {
  double longest = 0.0;
  for (int i = 0; i < arity; i++)
    for (int j = 0; j < i; j++) longest = fmax(longest, length(xpbd_v_sub_f64(x[i], x[j])));
  return longest;
}

static xpbd_vec3_f64 normal_of(const xpbd_vec3_f64 *x, int i, int j, int k) {
  return xpbd_v_cross_f64(xpbd_v_sub_f64(x[j], x[i]), xpbd_v_sub_f64(x[k], x[i]));
}

/* The smallest height: the length of an edge, the height of the flatter triangle of a hinge. */
static double height_of(int arity, const xpbd_vec3_f64 *x) {
  const double longest = xpbd_shape_longest(arity, x);
  if (arity < 3) return longest;
  double least = INFINITY, widest = 0.0;
  for (int i = 0; i < (arity == 4 ? 4 : 1); i++) { /* the faces, without corner 3 - i */
    const double area = length(normal_of(x, i == 3, 1 + (i >= 2), 2 + (i >= 1)));
    least = fmin(least, area), widest = fmax(widest, area);
  }
  if (arity == 3) return least / longest;
  const double volume = fabs(xpbd_v_dot_f64(normal_of(x, 0, 1, 2), xpbd_v_sub_f64(x[3], x[0])));
  /* a hinge may be flat: its triangles are what must not be */
  return volume > 1e-3 * widest * longest ? fmin(volume / widest, least / longest) : least / longest;
}

void xpbd_shape_disturb(int arity, double amplitude, double scale, uint64_t *seed, xpbd_vec3_f64 *x) {
  const double most = amplitude * height_of(arity, x);
  const xpbd_vec3_f64 origin = x[0];
  for (int i = 0; i < arity; i++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(x[i], origin);
    const xpbd_vec3_f64 move = {most * next_number(seed), most * next_number(seed), most * next_number(seed)};
    x[i] = xpbd_v_add_f64(xpbd_v_madd_f64(scale, d, origin), move);
  }
}
