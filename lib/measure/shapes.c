/* Why this file exists: see shapes.h. */
#include "measure/shapes.h"

#include <math.h>
#include <string.h>

/* An element as meshes have them: no right angle where none is needed, no side of length 1, hinges flat. */
static const double elements[XPBD_ELEMENTS][XPBD_MAX_ARITY][3] = {
    [XPBD_ON_EDGES] = {{0.1, 0.2, 0.3}, {0.9, 0.5, -0.1}},
    [XPBD_ON_OPPOSITES] = {{0.1, 0.2, 0.3}, {1.5, 0.4, 0.2}},
    [XPBD_ON_CORNERS] = {{0.0, 0.0, 0.0}, {0.9, 0.1, 0.0}, {-0.1, 1.1, 0.0}},
    [XPBD_ON_TRIANGLES] = {{0.1, 0.1, 0.0}, {1.1, 0.2, 0.0}, {0.4, 1.0, 0.0}},
    [XPBD_ON_HINGES] = {{0.0, 0.0, 0.0}, {1.1, 0.0, 0.0}, {0.5, 0.9, 0.0}, {0.6, -0.8, 0.0}},
    [XPBD_ON_TETS] = {{0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {0.2, 0.9, 0.1}, {0.3, 0.2, 1.1}},
};

/* The same sequence everywhere: numbers in [-1, 1). */
static double next_number(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

/* The standard value times 2^exponent; beside a standard value of 0, which has no multiples, a value of either sign. */
static double moved_number(const xpbd_material *m, double exponent) {
  const double value = m->standard != 0.0 ? m->standard * exp2(exponent) : 0.5 * exponent;
  return fmin(fmax(value, m->minimum), m->maximum);
}

int xpbd_shape_materials(const xpbd_formula *formula) {
  const int count = formula->info.material_count;
  return 1 + 2 * count + (count > 1);
}

static bool make_material(const xpbd_formula *formula, int material, uint64_t *seed, xpbd_shape *out) {
  const int count = formula->info.material_count, number = (material - 1) / 2;
  bool other = material == 0;
  out->number = material > 0 && number < count ? number : -1;
  for (int k = 0; k < count; k++) {
    const xpbd_material *m = &formula->info.material[k];
    const double exponent = material == 0        ? 0.0
                            : out->number < 0    ? next_number(seed)
                            : out->number != k   ? 0.0
                            : (material - 1) % 2 ? 1.0
                                                 : -1.0;
    out->material[k] = exponent == 0.0 ? m->standard : moved_number(m, exponent);
    other = other || out->material[k] != m->standard;
  }
  return other && !xpbd_formula_violates(formula, out->material);
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
  return make_material(formula, material, &seed, out);
}
