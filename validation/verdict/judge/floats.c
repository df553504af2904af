/* Why this file exists: solvers compute C in float. In shapes of real meshes it must keep some digits, and so must its
 * gradient: a difference of two large numbers loses them, and so do positions far from the origin that are multiplied
 * before they are subtracted. */
#include <stdio.h>

#include "real.h"

static const double fewest[2] = {2e-3, 1e-2}; /* of C, of the gradient: about two digits must be left */

/// How far float is from double in one shape.
typedef struct loss {
  double error[2]; ///< Relative errors of C and of the gradient.
  double sure[2];  ///< The parts of these errors that rounding of the positions explains.
} loss;

/// Moves every particle by about a rounding error in float of its distance to the first particle.
static sample disturbed(const xpbd_formula *formula, sample_random *random, const sample *at) {
  sample near = *at;
  for (int i = 0; i < formula->info.arity; i++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(at->x[i], at->x[0]);
    near.x[i] = sample_moved(random, at->x[i], 0x1p-23 * (at->size + sample_norm(1, &d)));
  }
  return near;
}

/// False if C or |gradient|^2 is not finite in one of the readings.
static bool loss_of(const xpbd_formula *formula, sample_random *random, const sample *at, loss *out) {
  const int arity = formula->info.arity;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY], h[XPBD_MAX_ARITY];
  const double c = sample_f64(formula, at, g), d = sample_f32(formula, at, h);
  const double norm = sample_norm(arity, g), height = at->size / real_measure(formula, at, FEATURE_SLENDER);
  *out = (loss){0};
  if (!sample_finite(arity, c, g) || !isfinite((float)(d + sample_inner(arity, h, h)))) return false;
  if (!(norm > 0)) return true;
  *out = (loss){.error = {fabs(c - d) / (fabs(c) + norm * height), sample_distance(arity, g, h) / norm}};
  for (int round = 0; round < 3; round++) {
    const sample near = disturbed(formula, random, at);
    const double e = sample_f64(formula, &near, h);
    out->sure[0] = fmax(out->sure[0], fabs(c - e) / (fabs(c) + norm * height));
    out->sure[1] = fmax(out->sure[1], sample_distance(arity, g, h) / norm);
  }
  return true;
}

/// The shapes of real meshes, deformed by up to a quarter, and the faults of each.
typedef struct shapes {
  int count;
  sample at[REAL_SHAPES];
  bool infinite[REAL_SHAPES], lost[2][REAL_SHAPES]; ///< lost: digits of C, of the gradient.
  int infinite_count, lost_count[2];
  double worst[2];
} shapes;

static void take_shapes(const xpbd_formula *formula, bool vary_material, shapes *s) {
  sample_random random = {103};
  const real_way way = {.gentle = true, .vary_material = vary_material};
  const bool summed = xpbd_formula_is_whole(&formula->info);
  *s = (shapes){0};
  for (int k = 0; k < REAL_SHAPES; k++) {
    sample *at = &s->at[s->count];
    loss one;
    if (!real_draw(formula, &random, &way, k, at)) continue;
    if (summed && real_measure(formula, at, FEATURE_FAR) > 1) continue; /* only the sum does not depend on it */
    sample_round(formula, at);
    s->infinite[s->count] = !loss_of(formula, &random, at, &one);
    s->infinite_count += s->infinite[s->count];
    for (int i = 0; i < 2; i++) {
      s->lost[i][s->count] = one.error[i] > fewest[i] && one.error[i] > 30 * one.sure[i];
      s->lost_count[i] += s->lost[i][s->count];
      if (s->lost[i][s->count]) s->worst[i] = fmax(s->worst[i], one.error[i]);
    }
    s->count++;
  }
}

static void say_infinite(verdict *v, const xpbd_formula *formula, const shapes *s) {
  char advice[VERDICT_ADVICE];
  verdict_slip *slip = verdict_say(
      v, VERDICT_RANGE, false,
      "C or |gradient|^2 is not finite in float or double in %d of %d shapes of real meshes, each deformed by "
      "up to a quarter%s",
      s->infinite_count, s->count, verdict_advice(formula, XPBD_LITERAL, NULL, advice));
  real_where(formula, s->count, s->at, sizeof *s->at, s->infinite, slip->where);
}

/// Too few digits in some of the shapes; false if there are enough.
static bool say_lost(verdict *v, const xpbd_formula *formula, const shapes *s, const char *with) {
  const bool declared = (formula->info.traits & XPBD_SINGULAR) != 0;
  for (int i = 0; i < 2; i++) {
    char advice[VERDICT_ADVICE];
    if (s->lost_count[i] == 0) continue;
    verdict_slip *slip = verdict_say(
        v, VERDICT_PRECISION, declared,
        "in float %s keeps only %.1f digits in %d of %d shapes of real meshes%s: nearly equal numbers are subtracted%s",
        i == 0 ? "C" : "the gradient", fmax(0, -log10(s->worst[i])), s->lost_count[i], s->count, with,
        verdict_advice(formula, XPBD_SINGULAR, "write the difference without cancellation, or", advice));
    real_where(formula, s->count, s->at, sizeof *s->at, s->lost[i], slip->where);
    return true;
  }
  return false;
}

void verdict_real_floats(verdict *v, const xpbd_formula *formula) {
  static shapes s; /* too large for a stack */
  verdict_at(v, "comparing float with double in shapes of real meshes");
  take_shapes(formula, false, &s);
  if (s.infinite_count > 0 && !(formula->info.traits & (XPBD_LITERAL | XPBD_METRES)) && !verdict_has(v, VERDICT_RANGE))
    say_infinite(v, formula, &s);
  if (say_lost(v, formula, &s, "") || formula->info.traits & XPBD_SINGULAR || formula->info.material_count == 0) return;
  take_shapes(formula, true, &s);
  say_lost(v, formula, &s, ", half of them with other numbers of the material");
}
