/* Why this file exists: gradients are compared in ordinary shapes first, where the exact one can be trusted, and only
 * then far from rest. */
#include <stdio.h>

#include "gradient.h"

enum { LEAST = 8 }; ///< Pairs of gradients that a verdict needs.

/// One more ordinary shape; false if there is none, which arrays.c reports.
static bool take(gradient_set *set, sample_random *random) {
  gradient_pair *p = &set->pair[set->count];
  const sample_way way = {.amplitude = 0.25, .least = 0.4, .most = 2.5, .vary_material = true};
  p->number = p->way = -1;
  if (!sample_draw(set->formula, random, &way, &p->at)) return false;
  gradient_add(set, random);
  return true;
}

/// Reports how many digits C has left if rounding changes it by `noise`, so that its differences do not settle.
static void say_noise(verdict *v, const xpbd_formula *formula, double *noise, double *usual, int count) {
  const double lost = sample_median(noise, count), size = sample_median(usual, count);
  char unit[48];
  if (!(lost > 1e-9 * size)) return;
  v->facts.noise = noise[count - 1]; /* sorted: the largest */
  verdict_say(v, VERDICT_PRECISION, false,
              "C loses its digits: rounding alone changes it by about %.1e%s in double, so that %.1f of 16 digits are "
              "left, and none in float; this looks like the difference of large numbers",
              lost, verdict_unit(&formula->info, unit), fmax(0, -log10(lost / size)));
}

/// Whether the complex reading of the value differs from the double one. A function or a cast outside the scalar's
/// words takes the real part only. There is then no exact gradient, and differences are used instead.
static bool reads_otherwise(verdict *v, const xpbd_formula *formula, sample_random *random) {
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  int strange = 0, looked = 0, noisy = 0;
  double noise[60], usual[60];
  for (int k = 0; k < 60; k++) {
    sample at;
    xpbd_vec3_f64 e[XPBD_MAX_ARITY], d[XPBD_MAX_ARITY], half[XPBD_MAX_ARITY];
    if (!sample_draw(formula, random, &way, &at)) break;
    const double c = sample_exact(formula, &at, e);
    sample_differences(formula, &at, 1e-3 * at.size, d);
    sample_differences(formula, &at, 5e-4 * at.size, half);
    const double apart = sample_distance(formula->info.arity, d, half);
    if (isfinite(apart + c) && !(apart <= 1e-4 * sample_norm(formula->info.arity, half))) {
      noise[noisy] = apart * 5e-4 * at.size, usual[noisy++] = fabs(c);
      continue;
    }
    double unknown;
    differences_exact(formula, &at, d, &unknown);
    if (!sample_finite(formula->info.arity, c, e) || !sample_finite(formula->info.arity, c, d)) continue;
    const double size = sample_norm(formula->info.arity, d) + sample_norm(formula->info.arity, e);
    strange += !(sample_distance(formula->info.arity, e, d) <= 1e-3 * size);
    looked++;
  }
  if (noisy > looked) say_noise(v, formula, noise, usual, noisy);
  if (looked == 0 || noisy > looked || 3 * strange < looked) return false;
  verdict_say(v, VERDICT_PRECISION, false,
              "C has another value as a complex number: its derivative by differences is different in %d of %d shapes; "
              "a function of the C library, a cast or a branch drops the imaginary part (use the words of scalar.h)",
              strange, looked)
      ->in_text = true;
  return true;
}

/// Keeps the error of differences for each step, and the error of the complex step as their floor.
static void take_steps(verdict *v, const gradient_set *set) {
  const gradient_pair *p = &set->pair[0];
  verdict_facts *facts = &v->facts;
  for (int i = 0; i < VERDICT_STEPS; i++) {
    xpbd_vec3_f64 e[XPBD_MAX_ARITY];
    facts->step[i] = pow(10, -14 + 0.5 * i);
    sample_differences(set->formula, &p->at, facts->step[i] * p->at.size, e);
    facts->difference[i] = sample_distance(set->arity, e, p->e) / p->norm;
  }
  facts->floor = sample_distance(set->arity, p->g, p->e) / p->norm;
  gradient_keep(v, set, p);
}

void verdict_gradient(verdict *v, const xpbd_formula *formula) {
  static gradient_set set; /* too large for a stack */
  set = (gradient_set){.formula = formula, .arity = formula->info.arity};
  sample_random random = {29};
  verdict_at(v, "comparing gradients in ordinary shapes");
  set.by_differences = formula->c64 && reads_otherwise(v, formula, &random);
  if (!differences_suffice(v, formula, !formula->c64 || set.by_differences)) return;
  int drawn = 0;
  while (drawn < sample_fewer(GRADIENT_PAIRS) && take(&set, &random)) drawn++;
  v->facts.shapes = set.count;
  if (2 * set.strange > drawn) {
    verdict_slip *slip = verdict_say(v, VERDICT_NOT_FINITE, false,
                                     "%s in %d of %d ordinary shapes (each corner moved by up to a quarter of an edge)",
                                     2 * set.rough > set.strange
                                         ? "C is a number, but its derivative is NaN or infinite, as for the root of 0,"
                                         : "C or its gradient is NaN or infinite",
                                     set.strange, drawn);
    snprintf(slip->where, sizeof slip->where, "ordinary shapes");
    verdict_before(slip, VERDICT_REST);
  }
  if (drawn > 0 && set.still == drawn)
    verdict_say(v, VERDICT_MISSING_PARTICLE, false,
                "C does not change with any particle, and no particle gets a gradient");
  if (set.phantom > 0) gradient_say_phantom(v, &set, drawn, "");
  if (set.count < LEAST) {
    if (!verdict_has(v, VERDICT_KINDS))
      verdict_say(
          v, VERDICT_NOT_FINITE, false,
          "only %d of %d ordinary shapes have a gradient that can be compared: in the others C is not finite or "
          "does not change",
          set.count, drawn);
    return;
  }
  gradient_compare(&set);
  for (int k = 0; k < set.count; k++) {
    const gradient_pair *p = &set.pair[k];
    v->facts.worst_gradient = fmax(v->facts.worst_gradient, sample_distance(set.arity, p->g, p->e) / p->norm);
  }
  take_steps(v, &set);
  if (set.wrong > 0 && gradient_say_cancelled(v, &set)) return;
  if (set.wrong > 0)
    gradient_name(v, &set);
  else if (set.phantom == 0 && !set.by_differences)
    gradient_far(v, formula, &set);
}
