/* Why this file exists: at the rest shape, C must be 0, must depend on that shape, and must behave as the entry says:
 * with a slope, or flat like an energy. */
#include <stdio.h>
#include <string.h>

#include "differences.h"

enum { ROUNDS = 24 };

/// Mean |C| of ordinary deformed shapes with the same rest shape, for comparison.
static double typical(const xpbd_formula *formula, sample_random *random, const sample *rest) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < 16; i++) {
    sample at = *rest;
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    for (int k = 0; k < formula->info.arity; k++) {
      at.x[k].x += sample_between(random, -0.25, 0.25) * at.size;
      at.x[k].y += sample_between(random, -0.25, 0.25) * at.size;
      at.x[k].z += sample_between(random, -0.25, 0.25) * at.size;
    }
    const double c = fabs(sample_f64(formula, &at, g));
    if (isfinite(c)) sum += c, count++;
  }
  return count > 0 ? sum / count : NAN;
}

/// Where C changes its sign, or is least, when the rest shape is scaled. This is what the formula takes for the rest
/// shape. NaN = nowhere between a quarter and four times.
static double scale_of_rest(const xpbd_formula *formula, const sample *rest) {
  double before = NAN, smaller = NAN;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  for (int i = 0; i <= 4000; i++) {
    sample at = *rest;
    const double s = 0.25 * exp(log(16.0) * i / 4000.0);
    for (int k = 0; k < formula->info.arity; k++)
      at.x[k] = xpbd_v_madd_f64(s, xpbd_v_sub_f64(rest->x[k], rest->x[0]), rest->x[0]);
    const double c = sample_f64(formula, &at, g);
    if ((before < 0) != (c < 0) && i > 0 && isfinite(before) && isfinite(c))
      return smaller + (s - smaller) * before / (before - c); /* between the two: the steps are 0.07 % wide */
    before = c, smaller = s;
  }
  return NAN;
}

static bool knows_rest(const xpbd_formula *formula, sample_random *random) {
  const sample_way way = {.amplitude = 0.25, .least = 0.5, .most = 2.0};
  for (int i = 0; i < 12; i++) {
    sample at;
    if (!sample_draw(formula, random, &way, &at)) return true;
    for (int k = 0; k < formula->info.rest_count; k++)
      if (sample_rest_slope(formula, &at, k) != 0) return true;
  }
  return formula->info.rest_count == 0;
}

static void at_rest(verdict *v, const xpbd_formula *formula, sample_random *random) {
  const bool declared = (formula->info.traits & XPBD_PRELOADED) != 0;
  const double rounding = fmax(1e-6, differences_known);
  double worst = 0, value = 0;
  bool curved = false;
  sample bad = {0};
  for (int i = 0; i < 2 * ROUNDS; i++) {
    sample at;
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    const bool flat = i < ROUNDS;
    const sample_way way = {.amplitude = 0, .least = 0.5, .most = 2.0, .flat = flat};
    if (!sample_draw(formula, random, &way, &at)) return;
    const double c = sample_f64(formula, &at, g), usual = typical(formula, random, &at);
    if (!sample_finite(formula->info.arity, c, g)) {
      verdict_slip *slip = verdict_say(v, VERDICT_NOT_FINITE, false,
                                       "%s is NaN or infinite at the rest shape, where every simulation begins",
                                       isfinite(c) ? "the gradient" : "C");
      snprintf(slip->where, sizeof slip->where, "at rest");
      verdict_before(slip, VERDICT_REST); /* without a value there, it has a kink too */
      return;
    }
    const double error = fabs(c) / usual;
    if (!flat && worst <= rounding) curved = curved || error > rounding;
    if (flat && error > worst) worst = error, value = c, bad = at;
  }
  if (worst > rounding) {
    const double scale = scale_of_rest(formula, &bad);
    char found[96] = "";
    if (isfinite(scale)) snprintf(found, sizeof found, "; it is 0 at %.3g times the rest size", scale);
    char traits[VERDICT_TRAITS], advice[VERDICT_TRAITS + 80];
    snprintf(advice, sizeof advice, "; if another formula balances it there, write %s as the traits in the entry",
             verdict_traits(formula, XPBD_PRELOADED, 0, traits));
    verdict_slip *slip = verdict_say(v, VERDICT_REST, declared, "C at the rest shape is %.6g %s, not 0%s%s", value,
                                     formula->info.unit, found, declared ? ", as XPBD_PRELOADED says" : advice);
    slip->ratio = isfinite(scale) ? scale : NAN;
    snprintf(slip->where, sizeof slip->where, "at rest");
  } else if (curved) {
    verdict_say(v, VERDICT_REST, true, "C is 0 only at flat rest shapes: hinges that are folded at rest pull flat");
  }
  if (!verdict_has(v, VERDICT_PRECISION) && !knows_rest(formula, random))
    verdict_say(v, VERDICT_REST, worst <= rounding || declared,
                "C does not use the rest shape: no number in rest[] changes it%s",
                worst > rounding ? "" : " (which is right only if the rest shape is always the same)");
}

/// The power of t with which C grows along a random direction away from rest: the median of several. NaN = not a power.
static double root_of(const xpbd_formula *formula, sample_random *random) {
  double powers[ROUNDS];
  int count = 0;
  for (int i = 0; i < ROUNDS; i++) {
    sample at;
    xpbd_vec3_f64 way_out[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
    const sample_way way = {.amplitude = 0, .least = 1.0, .most = 1.0, .flat = true};
    if (!sample_draw(formula, random, &way, &at)) return NAN;
    at.row = i % formula->info.rows;
    sample_rest(formula, at.from, at.row, at.rest);
    for (int k = 0; k < formula->info.arity; k++)
      way_out[k] =
          (xpbd_vec3_f64){sample_between(random, -1, 1), sample_between(random, -1, 1), sample_between(random, -1, 1)};
    double c[2];
    const double t[2] = {1e-3, 1e-4};
    for (int n = 0; n < 2; n++) {
      sample away = at;
      for (int k = 0; k < formula->info.arity; k++) away.x[k] = xpbd_v_madd_f64(t[n], way_out[k], at.from[k]);
      c[n] = fabs(sample_f64(formula, &away, g));
    }
    const double power = log10(c[0] / c[1]);
    if (isfinite(power)) powers[count++] = power;
  }
  return count > 0 ? sample_median(powers, count) : NAN;
}

/// Compares the trait XPBD_ENERGY with what C does.
static void trait_of_root(verdict *v, const xpbd_formula *formula, double root) {
  if (formula->info.traits & XPBD_PRELOADED) return; /* no root at rest */
  const bool energy = (formula->info.traits & XPBD_ENERGY) != 0;
  char traits[VERDICT_TRAITS];
  if (energy && root < 1.5)
    verdict_say(
        v, VERDICT_TRAIT, false,
        "the entry says XPBD_ENERGY, but C leaves rest with a slope (it grows as the distance to the power %.2f): "
        "write %s as its traits",
        root, verdict_traits(formula, 0, XPBD_ENERGY, traits))
        ->ratio = root;
  if (!energy && root >= 1.5)
    verdict_say(v, VERDICT_TRAIT, false,
                "C is flat at rest (it grows as the distance to the power %.2f), so it is an energy: write %s as the "
                "traits in the entry",
                root, verdict_traits(formula, XPBD_ENERGY, 0, traits))
        ->ratio = root;
}

void verdict_rest(verdict *v, const xpbd_formula *formula) {
  sample_random random = {61};
  v->facts.root = NAN;
  /* rest shapes of triangles are turned into their plane: a C that depends on its position is not 0 there */
  if (verdict_has(v, VERDICT_MOMENTUM) || verdict_has(v, VERDICT_ANGULAR_MOMENTUM)) return;
  verdict_at(v, "evaluating C at the rest shape");
  at_rest(v, formula, &random);
  if (verdict_has(v, VERDICT_REST) || verdict_has(v, VERDICT_NOT_FINITE)) return;
  v->facts.root = root_of(formula, &random);
  if (isfinite(v->facts.root)) trait_of_root(v, formula, v->facts.root);
}
