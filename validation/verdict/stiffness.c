/* Why this file exists: deforms a whole mesh uniformly and compares the energies of two formulas on it. */
#include "stiffness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "verdict/judge/verdict.h"

enum { MODES = 4 };

static const char *const mode_words[MODES] = {"stretched along its length", "sheared", "grown in all directions",
                                              "bent"};

/// Sizes of deformations. The small one is linear, but large enough for angles that lose half of their digits.
#define SMALL 1e-3
#define LARGE 0.1

/// C of a row of an element.
static double value_of(const xpbd_constraints *set, int64_t c, int row, const double *x) {
  const xpbd_formula *formula = xpbd_formula_entry(set->formula);
  const int arity = formula->info.arity;
  xpbd_vec3_f64 at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
  double room[XPBD_MAX_REST];
  for (int k = 0; k < arity; k++) {
    const double *p = &x[3 * (int64_t)set->particles[c * arity + k]];
    at[k] = (xpbd_vec3_f64){p[0], p[1], p[2]};
  }
  return formula->f64(at, xpbd_rest_of(set, c, row, room), set->material, g);
}

/// C of the constraint of particle i, 0 if it has none.
static double value_at(const xpbd_constraints *set, int32_t i, const double *x) {
  const xpbd_patches *patches = &set->patches;
  double sum = 0;
  for (int32_t at = patches->first[i]; at < patches->first[i + 1]; at++)
    sum += value_of(set, patches->element[at], 0, x);
  return patches->size[i] > 0 ? sum / sqrt(patches->size[i]) : 0;
}

stiffness_sums stiffness_sum(const xpbd_scene *scene, const double *x) {
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  const int rows = xpbd_formula_at(set->formula)->rows;
  const bool nodal = set->patches.count > 0;
  stiffness_sums sums = {0};
  for (int64_t c = 0; c < (nodal ? set->patches.count : (int64_t)set->count * rows); c++) {
    const double value = nodal ? value_at(set, (int32_t)c, x) : value_of(set, c / rows, (int)(c % rows), x);
    sums.squares += value * value, sums.sizes += fabs(value), sums.whole += value;
  }
  return sums;
}

double stiffness_energy(const xpbd_scene *scene, const double *x) {
  const xpbd_constraints *set = xpbd_scene_set(scene, 0);
  const stiffness_sums sums = stiffness_sum(scene, x);
  const bool summed = xpbd_formula_is_whole(xpbd_formula_at(set->formula));
  const double square = summed ? sums.whole * sums.whole : sums.squares;
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

/// Energies of a formula in each deformation, small and large. 0 where the energy is only rounding.
typedef struct response {
  double small[MODES]; ///< Only where C grows linearly from 0 at rest. The energy is then quadratic: a stiffness.
  double large[MODES];
} response;

static void drop_rounding(double energy[MODES]) {
  double most = 0;
  for (int mode = 0; mode < MODES; mode++)
    if (isfinite(energy[mode])) most = fmax(most, energy[mode]);
  for (int mode = 0; mode < MODES; mode++)
    if (!(energy[mode] > 1e-3 * most && isfinite(energy[mode]))) energy[mode] = 0;
}

/// `x` [n, 3] is working space.
static response response_of(const xpbd_scene *scene, const box *b, double *x) {
  response r;
  for (int mode = 0; mode < MODES; mode++) {
    r.small[mode] = energy_at(scene, b, mode, SMALL, x);
    r.large[mode] = energy_at(scene, b, mode, LARGE, x);
  }
  drop_rounding(r.small);
  drop_rounding(r.large);
  for (int mode = 0; mode < MODES; mode++) {
    const double rest = energy_at(scene, b, mode, 0, x), half = energy_at(scene, b, mode, 0.5 * SMALL, x);
    if (!(rest < 1e-6 * r.small[mode] && fabs(r.small[mode] / half - 4) < 0.2)) r.small[mode] = 0;
  }
  return r;
}

/// The first deformation with energies of both, -1 = none.
static int common(const double one[MODES], const double two[MODES]) {
  for (int mode = 0; mode < MODES; mode++)
    if (one[mode] > 0 && two[mode] > 0) return mode;
  return -1;
}

double stiffness_match(const xpbd_scene *scene, const xpbd_scene *other, char *words, size_t capacity) {
  double *x = malloc(3 * ((size_t)xpbd_scene_particle_count(scene) + 1) * sizeof *x);
  snprintf(words, capacity, "not compared: no memory");
  if (!x) return NAN;
  const box b = box_of(scene);
  const response one = response_of(scene, &b, x), two = response_of(other, &b, x);
  const double compliance = xpbd_scene_set(other, 0)->compliance;
  const int small = common(one.small, two.small), large = common(one.large, two.large);
  free(x);
  if (small >= 0) {
    snprintf(words, capacity, "the same stiffness at rest when the mesh is %s", mode_words[small]);
    return compliance * two.small[small] / one.small[small];
  }
  if (large >= 0) {
    snprintf(words, capacity,
             "one of the two has no stiffness at rest, so the energies at 10 %% are equal (the mesh is %s)",
             mode_words[large]);
    return compliance * two.large[large] / one.large[large];
  }
  snprintf(words, capacity, "not comparable: no uniform stretch or shear of the mesh changes both formulas");
  return NAN;
}
