/* Why this file exists: solvers compute C in float. In shapes of real meshes it must keep some digits, and so must its
 * gradient: a difference of two large numbers loses them, and so do positions far from the origin that are multiplied
 * before they are subtracted. */
#include <stdio.h>

#include "real.h"

enum { SHAPES = REAL_SHAPES };

static const double fewest[2] = {2e-3, 1e-2}; /* of C, of the gradient: about two digits must be left */

/// How far float is from double in one shape.
typedef struct loss {
  double c, g;           ///< Relative errors of C and of the gradient.
  double c_sure, g_sure; ///< What the rounding of positions explains.
} loss;

/// Moves every particle by about a rounding error of float, of its distance from the first one.
static sample disturbed(const xpbd_formula *formula, sample_random *random, const sample *at) {
  sample near = *at;
  for (int i = 0; i < formula->info.arity; i++) {
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(at->x[i], at->x[0]);
    const double h = 0x1p-23 * (at->size + sqrt(xpbd_v_dot_f64(d, d)));
    near.x[i].x += sample_between(random, -h, h);
    near.x[i].y += sample_between(random, -h, h);
    near.x[i].z += sample_between(random, -h, h);
  }
  return near;
}

static bool loss_of(const xpbd_formula *formula, sample_random *random, const sample *at, loss *out) {
  const int arity = formula->info.arity;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY], h[XPBD_MAX_ARITY];
  const double c = sample_f64(formula, at, g), d = sample_f32(formula, at, h);
  const double norm = sample_norm(arity, g), height = at->size / real_measure(formula, at, FEATURE_SLENDER);
  if (!sample_finite(arity, c, g) || !sample_finite(arity, d, h) || !(norm > 0)) return false;
  *out = (loss){.c = fabs(c - d) / (fabs(c) + norm * height), .g = sample_distance(arity, g, h) / norm};
  for (int round = 0; round < 3; round++) {
    const sample near = disturbed(formula, random, at);
    const double e = sample_f64(formula, &near, h);
    out->c_sure = fmax(out->c_sure, fabs(c - e) / (fabs(c) + norm * height));
    out->g_sure = fmax(out->g_sure, sample_distance(arity, g, h) / norm);
  }
  return true;
}

void verdict_real_floats(verdict *v, const xpbd_formula *formula) {
  static sample at[SHAPES];
  static bool wrong[2][SHAPES];
  sample_random random = {103};
  const real_way way = {.gentle = true};
  const bool summed = (formula->info.traits & XPBD_SUMMED) != 0;
  double worst[2] = {0, 0};
  int count = 0, lost[2] = {0, 0};
  verdict_at(v, "comparing float with double in shapes of real meshes");
  for (int k = 0; k < SHAPES; k++) {
    loss one;
    if (!real_draw(formula, &random, &way, k, &at[count])) continue;
    if (summed && real_measure(formula, &at[count], FEATURE_FAR) > 1) continue; /* only the sum does not depend on it */
    sample_round(formula, &at[count]);
    if (!loss_of(formula, &random, &at[count], &one)) continue;
    const double error[2] = {one.c, one.g}, sure[2] = {one.c_sure, one.g_sure};
    for (int i = 0; i < 2; i++) {
      wrong[i][count] = error[i] > fewest[i] && error[i] > 30 * sure[i];
      lost[i] += wrong[i][count];
      if (wrong[i][count]) worst[i] = fmax(worst[i], error[i]);
    }
    count++;
  }
  const bool declared = (formula->info.traits & XPBD_SINGULAR) != 0;
  for (int i = 0; i < 2; i++) {
    char traits[VERDICT_TRAITS], advice[VERDICT_TRAITS + 80];
    if (lost[i] == 0) continue;
    snprintf(advice, sizeof advice,
             "; write the difference without cancellation, or write %s as the traits in the entry",
             verdict_traits(formula, XPBD_SINGULAR, 0, traits));
    verdict_slip *slip = verdict_say(
        v, VERDICT_PRECISION, declared,
        "in float %s keeps only %.1f digits in %d of %d shapes of real meshes: nearly equal numbers are subtracted%s",
        i == 0 ? "C" : "the gradient", fmax(0, -log10(worst[i])), lost[i], count,
        declared ? ", as XPBD_SINGULAR says" : advice);
    real_where(formula, count, at, sizeof *at, wrong[i], slip->where);
    return;
  }
}
