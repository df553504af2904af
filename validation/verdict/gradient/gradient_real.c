/* Why this file exists: a gradient may be right in ordinary shapes and wrong in those of real meshes: small or large
 * elements, slivers, rest shapes that are folded or mirrored, far from the origin. */
#include <stdio.h>
#include <string.h>

#include "gradient.h"
#include "verdict/judge/real.h"

/// Relative to the gradient near rest. Anything far below it has lost its digits.
static double usual_length(const xpbd_formula *formula, sample at) {
  xpbd_vec3_f64 e[XPBD_MAX_ARITY];
  for (int i = 0; i < formula->info.arity; i++) { /* stretched, sheared and turned a little */
    const xpbd_vec3_f64 d = xpbd_v_sub_f64(at.from[i], at.from[0]);
    const xpbd_vec3_f64 moved = {1.12 * d.x + 0.07 * d.y - 0.04 * d.z, 0.9 * d.y - 0.05 * d.x + 0.08 * d.z,
                                 1.06 * d.z + 0.09 * d.x + 0.03 * d.y};
    at.x[i] = xpbd_v_add_f64(at.from[0], moved);
  }
  sample_exact(formula, &at, e);
  const double length = sample_norm(formula->info.arity, e);
  return isfinite(length) ? length : 0;
}

/// A law as printed may refuse a mirrored or inverted shape by a *scale that is not above 0. Nothing is said about it.
static bool is_refused(const gradient_set *set, const gradient_pair *p) {
  if (!(set->formula->info.traits & XPBD_LITERAL) || set->formula->info.element != XPBD_ON_TETS) return false;
  const bool mirrored = sample_triple(p->at.from) < 0 || sample_triple(p->at.x) < 0;
  return mirrored && !(sample_norm(set->arity, p->g) > 0);
}

/// Draws the shapes; *drawn = how many have a rest shape.
static void take(gradient_set *set, int *drawn) {
  sample_random random = {37};
  for (int k = 0; k < sample_fewer(GRADIENT_PAIRS); k++) {
    gradient_pair *p = &set->pair[set->count];
    const real_way way = {.gentle = k % 3 == 2, .vary_material = true};
    const int before = set->count;
    if (!real_draw(set->formula, &random, &way, k, &p->at)) continue;
    p->number = p->way = -1;
    ++*drawn;
    const double usual = usual_length(set->formula, p->at);
    gradient_add(set, &random, false);
    if (set->count == before) continue;
    if (is_refused(set, p)) {
      set->count--;
      continue;
    }
    p->tolerance += 1e-12 * usual;
    p->wrong = !(sample_distance(set->arity, p->g, p->e) <= p->tolerance) && !gradient_is_rounding(set, &random, p);
    set->wrong += p->wrong;
  }
}

bool gradient_real(verdict *v, const xpbd_formula *formula, gradient_set *work) {
  static bool wrong[GRADIENT_PAIRS];
  int drawn = 0;
  real_ranges ranges = {0};
  verdict_at(v, "comparing gradients in shapes of real meshes");
  *work = (gradient_set){.formula = formula, .arity = formula->info.arity};
  take(work, &drawn);
  const int before = v->slip_count;
  if (work->phantom > 0) gradient_say_phantom(v, work, drawn, "drawn ");
  for (int k = 0; k < work->count; k++) {
    wrong[k] = work->pair[k].wrong;
    real_include(formula, &work->pair[k].at, &ranges);
  }
  if (work->wrong > 0) {
    if (!gradient_say_cancelled(v, work)) gradient_name(v, work);
    for (int i = before; i < v->slip_count; i++)
      real_where(formula, work->count, &work->pair[0].at, sizeof *work->pair, wrong, v->slip[i].where);
  }
  /* what is wrong in ordinary shapes comes first, and may be the reason */
  for (int i = before; i < v->slip_count; i++) verdict_before(&v->slip[i], VERDICT_UNIT);
  if (work->phantom > 0 || work->wrong > 0) return true;
  real_words(formula, &ranges, v->facts.holds);
  return false;
}
