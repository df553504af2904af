/* Why this file exists: deforms a whole mesh uniformly and compares the energies that two formulas have then. */
#include "stiffness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "verdict/judge/verdict.h"

enum { MODES = 4 };

static const char *const mode_words[MODES] = {"stretched along its length", "sheared", "grown in all directions",
                                              "bent"};

/// Of deformations; the energies of two small ones show the power of C at rest.
#define SMALL 1e-4
#define LARGE 0.1

double stiffness_energy(const xpbd_scene *scene, const double *x) {
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const int arity = formula->info.arity;
  double squares = 0, sum = 0;
  for (int64_t c = 0; c < set->count; c++) {
    xpbd_vec3_f64 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
    for (int k = 0; k < arity; k++) {
      const double *p = &x[3 * (int64_t)set->particles[c * arity + k]];
      at[k] = (xpbd_vec3_f64){p[0], p[1], p[2]};
    }
    const double value = formula->f64(at, &set->rest[c * formula->info.rest_count], set->material, g);
    squares += value * value, sum += value;
  }
  const double square = formula->info.traits & XPBD_SUMMED ? sum * sum : squares;
  return square > 0 ? square / (2 * set->compliance) : square;
}

/// The box around a mesh: its axes by falling length, the centre, the largest length.
typedef struct box {
  int axis[3];
  double centre[3], length;
} box;

static box box_of(const xpbd_scene *scene) {
  const double *x = xpbd_scene_positions(scene);
  double extent[3];
  box b = {{0, 1, 2}, {0, 0, 0}, 0};
  for (int k = 0; k < 3; k++) {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++)
      low = fmin(low, x[3 * (int64_t)i + k]), high = fmax(high, x[3 * (int64_t)i + k]);
    extent[k] = high - low, b.centre[k] = 0.5 * (low + high);
  }
  for (int k = 1; k < 3; k++)
    for (int j = k; j > 0 && extent[b.axis[j]] > extent[b.axis[j - 1]]; j--) {
      const int kept = b.axis[j];
      b.axis[j] = b.axis[j - 1], b.axis[j - 1] = kept;
    }
  b.length = extent[b.axis[0]];
  return b;
}

/// Energy when the mesh is deformed by s. `x` [n, 3] is working space.
static double energy_at(const xpbd_scene *scene, const box *b, int mode, double s, double *x) {
  const double *start = xpbd_scene_positions(scene);
  const int along = b->axis[0], across = b->axis[1], thin = b->axis[2];
  for (int32_t i = 0; i < xpbd_scene_particle_count(scene); i++) {
    const double *from = &start[3 * (int64_t)i];
    double *to = &x[3 * (int64_t)i], r[3];
    for (int k = 0; k < 3; k++) to[k] = from[k], r[k] = from[k] - b->centre[k];
    if (mode == 0) to[along] += s * r[along];
    if (mode == 1) to[along] += s * r[across];
    for (int k = 0; k < 3 && mode == 2; k++) to[k] += s * r[k];
    if (mode == 3) to[thin] += 0.5 * s * r[along] * r[along] / b->length;
  }
  return stiffness_energy(scene, x);
}

/// Whether C grows linearly from 0 at rest in this deformation. The energy is then quadratic and has a stiffness.
static bool is_stiff(const xpbd_scene *scene, const box *b, int mode, double *x) {
  const double rest = energy_at(scene, b, mode, 0, x), whole = energy_at(scene, b, mode, SMALL, x);
  const double half = energy_at(scene, b, mode, 0.5 * SMALL, x);
  return whole > 0 && isfinite(whole) && rest < 1e-6 * whole && fabs(whole / half - 4) < 0.2;
}

/// The compliance of `other` for equal energies at this deformation; NaN if one of them has none.
static double equal_at(const xpbd_scene *scene, const xpbd_scene *other, const box *b, int mode, double s, double *x) {
  const double one = energy_at(scene, b, mode, s, x), two = energy_at(other, b, mode, s, x);
  if (!(one > 0 && two > 0 && isfinite(one) && isfinite(two))) return NAN;
  return xpbd_scene_set(other, 0)->compliance * two / one;
}

double stiffness_match(const xpbd_scene *scene, const xpbd_scene *other, char *words, size_t capacity) {
  double *x = malloc(3 * ((size_t)xpbd_scene_particle_count(scene) + 1) * sizeof *x), found = NAN;
  const box b = box_of(scene);
  snprintf(words, capacity, "%s", x ? "" : "no memory to compare stiffnesses");
  for (int mode = 0; mode < MODES && x && isnan(found); mode++)
    if (is_stiff(scene, &b, mode, x) && is_stiff(other, &b, mode, x)) {
      found = equal_at(scene, other, &b, mode, SMALL, x);
      snprintf(words, capacity, "the same stiffness at rest when the mesh is %s", mode_words[mode]);
    }
  for (int mode = 0; mode < MODES && x && isnan(found); mode++) {
    found = equal_at(scene, other, &b, mode, LARGE, x);
    snprintf(words, capacity,
             "the same energy when the mesh is %s by 10 %%, because one of the two has no stiffness at rest",
             mode_words[mode]);
  }
  if (x && isnan(found))
    snprintf(words, capacity, "not compared: no uniform deformation of the mesh changes C of both formulas");
  free(x);
  return found;
}
