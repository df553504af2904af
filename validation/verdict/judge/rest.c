/* Why this file exists: at the rest shape, C must be 0, must depend on that shape, and must behave as the entry says:
 * with a slope, or flat like an energy. */
#include <stdio.h>

#include "differences.h"
#include "real.h"

enum { ROUNDS = 24, REAL_RESTS = 60 };

/// The largest C at rest, relative to the usual C, that counts as 0.
static double accepted(void) {
  return fmax(1e-6, differences_known);
}

/// Mean |C| of ordinary deformed shapes with the same rest shape, for comparison.
static double typical(const xpbd_formula *formula, sample_random *random, const sample *rest) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < 16; i++) {
    const sample at = sample_near(formula, random, rest, 0.25 * rest->size);
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    const double c = fabs(sample_f64(formula, &at, g));
    if (isfinite(c)) sum += c, count++;
  }
  return count > 0 ? sum / count : NAN;
}

/// The scale of the rest shape at which C changes its sign. The formula takes this for the rest shape. NaN = none
/// between a quarter and four times.
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

/// Reports C or its gradient (`value` false) as not finite at the rest shape.
static void say_not_finite(verdict *v, bool value, const char *where) {
  verdict_slip *slip = verdict_say(v, VERDICT_NOT_FINITE, false,
                                   "%s is NaN or infinite at the rest shape, where every simulation begins",
                                   value ? "C" : "the gradient");
  snprintf(slip->where, sizeof slip->where, "at rest%s%.32s", where[0] ? ", edges of " : "", where);
  verdict_before(slip, VERDICT_REST); /* without a value there, it has a kink too */
}

static const char *preloaded_advice(const xpbd_formula *formula, char out[VERDICT_ADVICE]) {
  return verdict_advice(formula, XPBD_PRELOADED, "if another formula balances it there,", out);
}

/// At ordinary rest shapes; hinges are flat. False if something was found.
static bool at_flat_rest(verdict *v, const xpbd_formula *formula, sample_random *random) {
  const sample_way way = {.amplitude = 0, .least = 0.5, .most = 2.0, .flat = true};
  double worst = 0, value = 0;
  sample bad = {0};
  for (int i = 0; i < ROUNDS; i++) {
    sample at;
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    if (!sample_draw(formula, random, &way, &at)) return false;
    const double c = sample_f64(formula, &at, g), usual = typical(formula, random, &at);
    if (!sample_finite(formula->info.arity, c, g)) {
      say_not_finite(v, !isfinite(c), "");
      return false;
    }
    if (fabs(c) / usual > worst) worst = fabs(c) / usual, value = c, bad = at;
  }
  if (worst <= accepted()) return true;
  const double scale = scale_of_rest(formula, &bad);
  char found[96] = "", advice[VERDICT_ADVICE], unit[48];
  if (isfinite(scale)) snprintf(found, sizeof found, "; it is 0 at %.3g times the rest size", scale);
  verdict_slip *slip = verdict_say(v, VERDICT_REST, (formula->info.traits & XPBD_PRELOADED) != 0,
                                   "C at the rest shape is %.6g%s, not 0%s%s", value,
                                   verdict_unit(&formula->info, unit), found, preloaded_advice(formula, advice));
  slip->ratio = isfinite(scale) ? scale : NAN;
  snprintf(slip->where, sizeof slip->where, "at rest");
  return false;
}

/// C of a hinge whose fold is so many times its rest fold.
static double folded_value(const xpbd_formula *formula, const sample *rest, double times) {
  sample at = *rest;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  real_fold(at.x, (times - 1) * real_measure(formula, rest, FEATURE_REST_SIDE));
  return sample_f64(formula, &at, g);
}

/// How many times the rest fold a hinge has where C is 0. NaN = nowhere between -0.5 and 1.5.
static double fold_of_rest(const xpbd_formula *formula, const sample *rest, double usual) {
  double before = folded_value(formula, rest, -0.5);
  for (int i = 1; i <= 400; i++) {
    const double c = folded_value(formula, rest, -0.5 + i / 200.0);
    if ((before < 0) != (c < 0) && fabs(before - c) < 0.1 * usual)
      return -0.5 + (i - 1 + before / (before - c)) / 200.0;
    before = c;
  }
  return NAN;
}

/// The rest shapes of real meshes.
typedef struct real_rests {
  int count;
  sample at[REAL_RESTS];
  bool wrong[REAL_RESTS], flat; ///< flat: at all wrong rest shapes, C is 0 where the hinge is flat.
  int worst;                    ///< The rest shape with the largest error.
  double error, value, usual;
} real_rests;

/// How much C at rest changes when positions move by a few rounding errors.
static double noise_of(const xpbd_formula *formula, sample_random *random, const sample *rest, double value) {
  double most = 0;
  for (int round = 0; round < 4; round++) {
    const sample near = sample_near(formula, random, rest, sample_rounding(formula, rest));
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    most = fmax(most, fabs(sample_f64(formula, &near, g) - value));
  }
  return most;
}

/// Evaluates C at rest shapes of real meshes. False if it is not finite at one of them.
static bool take_real_rests(verdict *v, const xpbd_formula *formula, sample_random *random, real_rests *r) {
  const bool hinge = formula->info.element == XPBD_ON_HINGES;
  const real_way way = {.at_rest = true};
  char size[32];
  *r = (real_rests){.flat = hinge};
  for (int k = 0; k < REAL_RESTS; k++) {
    sample *at = &r->at[r->count];
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    if (!real_draw(formula, random, &way, k, at)) continue;
    const double c = sample_f64(formula, at, g), usual = typical(formula, random, at), error = fabs(c) / usual;
    if (!sample_finite(formula->info.arity, c, g) && !(formula->info.traits & XPBD_LITERAL)) {
      real_length(at->size, size);
      say_not_finite(v, !isfinite(c), size);
      return false;
    }
    if (!isfinite(error) || (error > accepted() && fabs(c) <= 30 * noise_of(formula, random, at, c))) continue;
    if (error > r->error) r->error = error, r->worst = r->count, r->value = c, r->usual = usual;
    r->wrong[r->count] = error > accepted();
    if (error > accepted() && hinge) r->flat = r->flat && fabs(folded_value(formula, at, 0)) <= accepted() * usual;
    r->count++;
  }
  return true;
}

/// At rest shapes of real meshes, if the ordinary ones are right.
static void at_real_rest(verdict *v, const xpbd_formula *formula, sample_random *random) {
  static real_rests r; /* too large for a stack */
  char where[VERDICT_WHERE] = "", advice[VERDICT_ADVICE], found[96] = "", unit[48];
  if (!take_real_rests(v, formula, random, &r) || r.error <= accepted()) return;
  if (r.flat) {
    const unsigned preloaded = formula->info.traits & XPBD_PRELOADED, trait = preloaded ? preloaded : XPBD_FLAT_REST;
    verdict_slip *slip =
        verdict_say(v, VERDICT_TRAIT, (formula->info.traits & trait) != 0,
                    "C is 0 only at flat rest shapes: hinges that are folded at rest, as on a box, pull flat%s",
                    verdict_advice(formula, trait, NULL, advice));
    snprintf(slip->where, sizeof slip->where, "at rest");
    return;
  }
  const sample *bad = &r.at[r.worst];
  const double times = formula->info.element == XPBD_ON_HINGES ? fold_of_rest(formula, bad, r.usual) : NAN;
  if (isfinite(times)) snprintf(found, sizeof found, "; it is 0 at %.3g times the rest fold", times);
  real_where(formula, r.count, r.at, sizeof *r.at, r.wrong, where);
  verdict_slip *slip =
      verdict_say(v, VERDICT_REST, (formula->info.traits & XPBD_PRELOADED) != 0,
                  "C is not 0 where the element was built: it is %.6g%s at one rest shape%s%s", r.value,
                  verdict_unit(&formula->info, unit), found, preloaded_advice(formula, advice));
  slip->ratio = times;
  verdict_before(slip, VERDICT_UNIT); /* a finding in ordinary shapes comes first, because it may be the reason */
  snprintf(slip->where, sizeof slip->where, "at rest%s%.80s", where[0] ? ", " : "", where);
}

/// With XPBD_ROWS_ALIKE a scene stores the rest shape of row 0 alone, and each row sees it with its own number at the
/// end.
static void rows_alike(verdict *v, const xpbd_formula *formula, sample_random *random) {
  const sample_way way = {.amplitude = 0, .least = 0.5, .most = 2.0};
  const int last = formula->info.rest_count - 1;
  sample at;
  if (!(formula->info.traits & XPBD_ROWS_ALIKE) || !sample_draw(formula, random, &way, &at)) return;
  double first[XPBD_MAX_REST], rest[XPBD_MAX_REST];
  sample_rest(formula, at.from, 0, first);
  for (int row = 0; row < formula->info.rows; row++) {
    sample_rest(formula, at.from, row, rest);
    int wrong = last;
    if (fabs(rest[last] - row) > 0) {
      verdict_say(v, VERDICT_TRAIT, false,
                  "the entry says XPBD_ROWS_ALIKE, but rest[%d] of row %d is %g: the last number must be the row's",
                  last, row, rest[last]);
      return;
    }
    for (int k = last - 1; k >= 0; k--)
      if (fabs(rest[k] - first[k]) > 0) wrong = k;
    if (wrong == last) continue;
    verdict_say(v, VERDICT_TRAIT, false,
                "the entry says XPBD_ROWS_ALIKE, but rest[%d] of row %d differs from row 0: %.6g, not %.6g", wrong, row,
                rest[wrong], first[wrong]);
    return;
  }
}

static void at_rest(verdict *v, const xpbd_formula *formula, sample_random *random) {
  const bool zero = at_flat_rest(v, formula, random), declared = (formula->info.traits & XPBD_PRELOADED) != 0;
  if (verdict_has(v, VERDICT_NOT_FINITE)) return;
  if (zero) at_real_rest(v, formula, random);
  if (!verdict_has(v, VERDICT_PRECISION) && !knows_rest(formula, random))
    verdict_say(v, VERDICT_REST, zero || declared, "C does not use the rest shape: no number in rest[] changes it%s",
                zero ? " (which is right only if the rest shape is always the same)" : "");
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
    sample_shape(formula, &at);
    for (int k = 0; k < formula->info.arity; k++) way_out[k] = sample_moved(random, (xpbd_vec3_f64){0, 0, 0}, 1);
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

/// Compares the trait XPBD_ENERGY with the root of C.
static void trait_of_root(verdict *v, const xpbd_formula *formula, double root) {
  if (formula->info.traits & XPBD_PRELOADED) return; /* no root at rest */
  const bool energy = (formula->info.traits & XPBD_ENERGY) != 0;
  char traits[VERDICT_TRAITS];
  if (energy && root < 1.5)
    verdict_say(v, VERDICT_TRAIT, false,
                "the entry says XPBD_ENERGY, but C is linear at rest (it grows as the distance to the power %.2f): "
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
  rows_alike(v, formula, &(sample_random){67});
  at_rest(v, formula, &random);
  if (verdict_has(v, VERDICT_REST) || verdict_has(v, VERDICT_NOT_FINITE)) return;
  v->facts.root = root_of(formula, &random);
  if (isfinite(v->facts.root)) trait_of_root(v, formula, v->facts.root);
}
