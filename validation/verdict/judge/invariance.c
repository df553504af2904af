/* Why this file exists: tests whether C changes when the whole element is moved or turned. A gradient that is right for
 * such a C still breaks momentum. A summed formula is tested over a closed surface, because only its sum must not
 * change. */
#include <stdio.h>

#include "differences.h"

enum { ROUNDS = 40 };

/// A closed surface for summed formulas: an octahedron.
static const int faces[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};

/// |sum e| / |e| and |sum x cross e| / (|e| size) of the exact gradient.
typedef struct sums {
  double linear, angular;
} sums;

static sums sums_of(int count, const xpbd_vec3_f64 *x, const xpbd_vec3_f64 *e, double size) {
  const double norm = sample_norm(count, e);
  sums s = {0, 0};
  if (norm > 0) sample_sums(count, x, e, norm, size, &s.linear, &s.angular);
  return s;
}

static sums of_surface(const xpbd_formula *formula, sample_random *random) {
  xpbd_vec3_f64 x[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}, e[6] = {{0}};
  for (int i = 0; i < 6; i++) {
    x[i] = sample_moved(random, xpbd_v_add_f64(x[i], (xpbd_vec3_f64){0.7, -1.3, 2.1}), 0.2);
  }
  for (int f = 0; f < 8; f++) {
    sample at = {.size = 1};
    xpbd_vec3_f64 part[XPBD_MAX_ARITY];
    for (int k = 0; k < 3; k++) at.x[k] = at.from[k] = x[faces[f][k]];
    sample_material(formula, at.material);
    sample_rest(formula, at.from, 0, at.rest);
    sample_exact(formula, &at, part);
    for (int k = 0; k < 3; k++) e[faces[f][k]] = xpbd_v_add_f64(e[faces[f][k]], part[k]);
  }
  return sums_of(6, x, e, 1);
}

static sums of_element(const xpbd_formula *formula, sample_random *random) {
  sample at;
  xpbd_vec3_f64 e[XPBD_MAX_ARITY];
  const sample_way way = {.amplitude = 0.25, .least = 0.5, .most = 2.0, .vary_material = true};
  if (!sample_draw(formula, random, &way, &at)) return (sums){0, 0};
  const double c = sample_exact(formula, &at, e);
  if (!sample_finite(formula->info.arity, c, e)) return (sums){0, 0};
  return sums_of(formula->info.arity, at.x, e, at.size);
}

/// Whether C does not change when a closed mesh of triangles is moved, like the volume inside.
static bool is_of_surface(const xpbd_formula *formula) {
  sample_random random = {53};
  if (formula->info.element != XPBD_ON_TRIANGLES) return false;
  for (int i = 0; i < 3; i++)
    if (!(of_surface(formula, &random).linear < 1e-9)) return false;
  return true;
}

void verdict_invariance(verdict *v, const xpbd_formula *formula) {
  const unsigned traits = formula->info.traits;
  const bool summed = xpbd_formula_is_whole(&formula->info), turning = (traits & XPBD_TURNING) != 0;
  sample_random random = {47};
  double linear = 0, angular = 0;
  if (verdict_has(v, VERDICT_PRECISION)) return; /* no exact gradient */
  verdict_at(v, "moving and turning the whole element");
  const double kept = fmax(1e-9, 100 * differences_known);
  for (int i = 0; i < sample_fewer(ROUNDS); i++) {
    const sums s = summed ? of_surface(formula, &random) : of_element(formula, &random);
    linear = fmax(linear, s.linear), angular = fmax(angular, s.angular);
  }
  char words[VERDICT_ADVICE];
  verdict_slip *slip = NULL;
  if (linear > kept)
    slip =
        verdict_say(v, VERDICT_MOMENTUM, false,
                    "C itself changes when %s is moved as a whole: its exact gradients add up to %.3g of |g|; %s",
                    summed ? "a closed mesh" : "the element", linear,
                    !summed && is_of_surface(formula)
                        ? "if C is for a closed mesh as a whole, write XPBD_SUMMED_ENTRY, and XPBD_SUMMED as its traits"
                        : "use differences of positions, such as V_SUB(x[1], x[0])"),
    slip->ratio = linear;
  else if (!turning && angular > kept)
    slip = verdict_say(v, VERDICT_ANGULAR_MOMENTUM, false,
                       "C itself changes when %s is turned as a whole: its exact gradients do not conserve angular "
                       "momentum (%.3g of |g| size)%s",
                       summed ? "a closed mesh" : "the element", angular,
                       verdict_advice(formula, XPBD_TURNING, NULL, words)),
    slip->ratio = angular;
  else if (turning && angular < kept)
    verdict_say(v, VERDICT_TRAIT, false,
                "the entry says XPBD_TURNING, but C does not change when the element is turned (angular momentum is "
                "conserved to %.1e): "
                "write %s as its traits",
                angular, verdict_traits(formula, 0, XPBD_TURNING, words));
}
