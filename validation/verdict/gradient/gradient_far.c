/* Why this file exists: a simulation stretches, folds and crushes elements far beyond their initial shapes, and users
 * write any number of the material that the entry allows. Branches that only those cases reach need a right gradient
 * too. */
#include <stdio.h>

#include "gradient.h"
#include "verdict/judge/ways.h"

static const double least = 0.05, most = 8; /* in rest sizes */

/// A shape drawn near rest, moved along a way by step k of n.
static void move_far(const way *one, int k, int n, gradient_pair *p, int arity) {
  const double t = (double)k / (n - 1);
  xpbd_vec3_f64 corner[XPBD_MAX_ARITY], x[XPBD_MAX_ARITY], velocity[XPBD_MAX_ARITY];
  const xpbd_vec3_f64 origin = p->at.from[0];
  for (int i = 0; i < arity; i++) corner[i] = xpbd_v_scale_f64(1 / p->at.size, xpbd_v_sub_f64(p->at.x[i], origin));
  const double s = way_is_size(one) ? least * pow(most / least, t) : one->from + (one->to - one->from) * t;
  one->at(corner, arity, s, x, velocity);
  for (int i = 0; i < arity; i++) p->at.x[i] = xpbd_v_madd_f64(p->at.size, x[i], origin);
}

/// The same number of shapes along every way.
static int take_far(gradient_set *set, sample_random *random) {
  static const way *const edge[] = {&way_size, NULL}; /* its other corner is not on the axis of a stretch */
  const way *const *ways = set->arity == 2 ? edge : ways_of(set->formula);
  const sample_way near = {.amplitude = 0.25, .least = 0.4, .most = 2.5, .vary_material = true};
  int count = 0, drawn = 0;
  while (ways[count]) count++;
  const int each = sample_fewer(GRADIENT_PAIRS) / count;
  for (int w = 0; w < count; w++)
    for (int k = 0; k < each; k++) {
      gradient_pair *p = &set->pair[set->count];
      if (!sample_draw(set->formula, random, &near, &p->at)) return drawn;
      p->number = -1, p->way = w;
      const double usual = gradient_length(set->formula, &p->at); /* a gradient far below it has lost its digits */
      move_far(ways[w], k, each, p, set->arity);
      gradient_add(set, random);
      p->tolerance += 1e-12 * usual;
      drawn++;
    }
  return drawn;
}

/// One number after another; the rest of the material keeps its standard values.
static int take_range(gradient_set *set, sample_random *random) {
  const xpbd_formula_info *info = &set->formula->info;
  const sample_way near = {.amplitude = 0.25, .least = 0.4, .most = 2.5};
  int drawn = 0;
  for (int m = 0; m < info->material_count; m++)
    for (int each = sample_fewer(GRADIENT_PAIRS) / info->material_count, k = 0; k < each; k++) {
      gradient_pair *p = &set->pair[set->count];
      if (!sample_draw(set->formula, random, &near, &p->at)) return drawn;
      p->number = m, p->way = -1;
      p->at.material[m] =
          k == 0 ? info->material[m].minimum : sample_in_range(&info->material[m], (double)k / (each - 1));
      if (xpbd_formula_violates(set->formula, p->at.material)) continue;
      gradient_add(set, random);
      drawn++;
    }
  return drawn;
}

/// Names the mistake in a set whose ordinary shapes are right; true if there is one.
static bool judge(verdict *v, gradient_set *set, int drawn, const char *which) {
  gradient_compare(set);
  if (set->phantom > 0) gradient_say_phantom(v, set, drawn, which);
  if (set->wrong > 0 && !gradient_say_cancelled(v, set)) gradient_name(v, set);
  return set->phantom > 0 || set->wrong > 0;
}

void gradient_far(verdict *v, const xpbd_formula *formula, gradient_set *work) {
  sample_random random = {31};
  verdict_at(v, "comparing gradients far from rest");
  *work = (gradient_set){.formula = formula, .arity = formula->info.arity};
  int drawn = take_far(work, &random);
  if (judge(v, work, drawn, "far ")) return;
  v->facts.far_shapes = work->count;
  verdict_at(v, "comparing gradients over the ranges of the material");
  *work = (gradient_set){.formula = formula, .arity = formula->info.arity};
  drawn = take_range(work, &random);
  if (judge(v, work, drawn, "ordinary ")) return;
  v->facts.range_shapes = work->count;
  gradient_real(v, formula, work);
}
