/* Why this file exists: meshes made by a program have features that random shapes never have: edges exactly along an
 * axis, right angles, flat hinges, equal edges, corners of a box. Branches for such shapes need a right gradient too.
 * */
#include "real.h"

#include <string.h>

static int one_of(sample_random *random, int count) {
  const int k = (int)sample_between(random, 0, count);
  return k < count ? k : count - 1;
}

/// Whether an element can have these corners: they are apart, and no area or volume is 0.
static bool is_good(const xpbd_formula *formula, const xpbd_vec3_f64 *x) {
  const int arity = formula->info.arity;
  for (int i = 0; i < arity; i++)
    for (int j = 0; j < i; j++)
      if (!(sample_distance(1, &x[i], &x[j]) > 0)) return false;
  if (arity == 2) return true;
  if (!(sample_doubled_area(x, 0, 1, 2) > 0)) return false;
  if (arity == 3) return true;
  if (formula->info.element == XPBD_ON_TETS) return sample_triple(x) != 0;
  return sample_doubled_area(x, 0, 1, 3) > 0 && fabs(real_fold_of(x)) < REAL_FOLD;
}

/// Draws corners of a unit cube, or of a cube of twice that size; triangles and hinges often in one plane.
static bool draw_corners(const xpbd_formula *formula, sample_random *random, xpbd_vec3_f64 *x) {
  for (int round = 0; round < 100; round++) {
    const int sides = formula->info.element == XPBD_ON_HINGES || one_of(random, 2) ? 3 : 2;
    const bool plane = formula->info.element != XPBD_ON_TETS && one_of(random, 2);
    x[0] = (xpbd_vec3_f64){0, 0, 0};
    for (int i = 1; i < formula->info.arity; i++)
      x[i] = (xpbd_vec3_f64){one_of(random, sides) - (sides == 3), one_of(random, sides) - (sides == 3),
                             plane ? 0 : one_of(random, sides) - (sides == 3)};
    if (formula->info.element == XPBD_ON_HINGES) x[1] = (xpbd_vec3_f64){1, x[1].y * one_of(random, 2), 0};
    if (formula->info.element == XPBD_ON_CORNERS) real_apex_first(x);
    if (is_good(formula, x)) return true;
  }
  return false;
}

/// Stretched along the axes, sheared in one plane, or not at all. A hinge whose edge is along x is also folded by a
/// quarter turn.
static void deform(const xpbd_formula *formula, sample_random *random, xpbd_vec3_f64 *x) {
  static const double stretch[] = {0.5, 0.75, 1, 1, 1.25, 1.5}, shear[] = {-1, -0.5, -0.25, 0.25, 0.5, 1};
  const int kind = one_of(random, 4), arity = formula->info.arity;
  const double a = kind & 1 ? shear[one_of(random, 6)] : 0;
  double s[3];
  for (int i = 0; i < 3; i++) s[i] = kind & 2 ? stretch[one_of(random, 6)] : 1;
  for (int i = 0; i < arity; i++) x[i] = (xpbd_vec3_f64){s[0] * x[i].x + a * x[i].y, s[1] * x[i].y, s[2] * x[i].z};
  if (formula->info.element != XPBD_ON_HINGES || x[1].y != 0 || one_of(random, 2)) return;
  const xpbd_vec3_f64 kept = x[3];
  const double side = one_of(random, 2) ? 1 : -1;
  x[3] = (xpbd_vec3_f64){kept.x, -side * kept.z, side * kept.y};
  if (!(fabs(real_fold_of(x)) < REAL_FOLD)) x[3] = kept;
}

/// Rotates a vector without rounding: exchanges the axes in a cycle and turns two signs.
static xpbd_vec3_f64 exchanged(xpbd_vec3_f64 a, int turn) {
  const xpbd_vec3_f64 b = turn % 3 == 0   ? a
                          : turn % 3 == 1 ? (xpbd_vec3_f64){a.y, a.z, a.x}
                                          : (xpbd_vec3_f64){a.z, a.x, a.y};
  const double p = turn & 4 ? -1 : 1, q = turn & 8 ? -1 : 1;
  return (xpbd_vec3_f64){p * b.x, q * b.y, p * q * b.z};
}

bool real_special(const xpbd_formula *formula, sample_random *random, int k, sample *out) {
  static const double sizes[] = {0.001, 0.0078125, 0.01, 0.1, 0.125, 0.5, 1, 1, 2, 10};
  xpbd_vec3_f64 corner[XPBD_MAX_ARITY] = {{0}}, x[XPBD_MAX_ARITY];
  *out = (sample){.row = k % formula->info.rows, .size = sizes[one_of(random, 10)]};
  if (!draw_corners(formula, random, corner)) return false;
  memcpy(x, corner, sizeof x);
  deform(formula, random, x);
  const int from = one_of(random, 16), to = one_of(random, 2) ? from : one_of(random, 16);
  const xpbd_vec3_f64 offset = one_of(random, 2) ? (xpbd_vec3_f64){3, -2, 5} : (xpbd_vec3_f64){0, 0, 0};
  for (int i = 0; i < formula->info.arity; i++) {
    out->from[i] = xpbd_v_scale_f64(out->size, xpbd_v_add_f64(exchanged(corner[i], from), offset));
    out->x[i] = xpbd_v_scale_f64(out->size, xpbd_v_add_f64(exchanged(x[i], to), offset));
  }
  sample_material(formula, out->material);
  if (one_of(random, 3) == 0) real_material(formula, random, out->material);
  sample_fields(formula, random, out->fields);
  return sample_shape(formula, out);
}
