/* Why this file exists: the shapes on which gradients are compared, whether the exact one can be trusted, and in which
 * shapes they differ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gradient.h"

/* What a mistake is larger than: positions are known to 1e-16, and a formula may lose half of its digits. */
static const double relative = 1e-8;

/// Central differences, extrapolated: an error of the fourth order in h.
static void differences(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e) {
  xpbd_vec3_f64 half[XPBD_MAX_ARITY];
  const double h = 2e-3 * at->size;
  sample_differences(formula, at, h, e);
  sample_differences(formula, at, 0.5 * h, half);
  for (int i = 0; i < formula->info.arity; i++)
    e[i] = xpbd_v_scale_f64(1.0 / 3.0, xpbd_v_sub_f64(xpbd_v_scale_f64(4.0, half[i]), e[i]));
}

void gradient_add(gradient_set *set, sample_random *random, bool by_differences) {
  const xpbd_formula *formula = set->formula;
  gradient_pair *p = &set->pair[set->count];
  const double coded = sample_f64(formula, &p->at, p->g);
  p->c = sample_exact(formula, &p->at, p->e);
  if (by_differences) differences(formula, &p->at, p->e);
  p->norm = sample_norm(set->arity, p->e);
  if (!sample_finite(set->arity, p->c, p->e) || !sample_finite(set->arity, coded, p->g)) {
    set->strange++;
    set->rough += sample_finite(set->arity, coded, p->g);
  } else if (!(p->norm > 0)) {
    *(sample_norm(set->arity, p->g) > 0 ? &set->phantom : &set->still) += 1;
  } else {
    p->tolerance =
        by_differences ? 1e-5 * p->norm : relative * p->norm + 1000 * sample_noise(formula, random, &p->at, p->e);
    set->count++;
  }
}

/// One more ordinary shape; false when there is none, which arrays.c says.
static bool take(gradient_set *set, sample_random *random, bool by_differences) {
  gradient_pair *p = &set->pair[set->count];
  const sample_way way = {.amplitude = 0.25, .least = 0.4, .most = 2.5, .vary_material = true};
  p->number = p->way = -1;
  if (!sample_draw(set->formula, random, &way, &p->at)) return false;
  gradient_add(set, random, by_differences);
  return true;
}

/// Whether the complex reading of the value is not that of the double one: a function or a cast outside the scalar's words
/// takes the real part alone. Then there is no exact gradient, and differences serve instead.
static bool reads_otherwise(verdict *v, const xpbd_formula *formula, sample_random *random) {
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  int strange = 0, looked = 0;
  for (int k = 0; k < 60; k++) {
    sample at;
    xpbd_vec3_f64 e[XPBD_MAX_ARITY], d[XPBD_MAX_ARITY];
    if (!sample_draw(formula, random, &way, &at)) break;
    const double c = sample_exact(formula, &at, e);
    differences(formula, &at, d);
    if (!sample_finite(formula->info.arity, c, e) || !sample_finite(formula->info.arity, c, d)) continue;
    const double size = sample_norm(formula->info.arity, d) + sample_norm(formula->info.arity, e);
    strange += !(sample_distance(formula->info.arity, e, d) <= 1e-3 * size);
    looked++;
  }
  if (looked == 0 || 3 * strange < looked) return false;
  verdict_say(v, VERDICT_PRECISION, false,
              "C reads otherwise as a complex number: its derivative by differences is another in %d of %d shapes; a "
              "function of the C library, a cast or a branch drops the imaginary part (use the words of scalar.h)",
              strange, looked);
  return true;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// An error far below the usual gradient is rounding, even where the exact one vanishes.
void gradient_compare(gradient_set *set) {
  double norms[GRADIENT_PAIRS];
  for (int k = 0; k < set->count; k++) norms[k] = set->pair[k].norm;
  qsort(norms, (size_t)set->count, sizeof *norms, ascending);
  for (int k = 0; k < set->count; k++) {
    gradient_pair *p = &set->pair[k];
    p->tolerance += 1e-12 * norms[set->count / 2];
    p->wrong = !(sample_distance(set->arity, p->g, p->e) <= p->tolerance);
    set->wrong += p->wrong;
  }
}

/// The error of differences against their step, and the floor that the complex step shows.
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
  facts->at_c = p->c;
  for (int i = 0; i < set->arity; i++) {
    memcpy(facts->at_x[i], &p->at.x[i], sizeof facts->at_x[i]);
    memcpy(facts->at_g[i], &p->g[i], sizeof facts->at_g[i]);
    memcpy(facts->at_e[i], &p->e[i], sizeof facts->at_e[i]);
  }
}

double gradient_stretch(const gradient_pair *p) {
  const xpbd_vec3_f64 d = xpbd_v_sub_f64(p->at.x[1], p->at.x[0]), r = xpbd_v_sub_f64(p->at.from[1], p->at.from[0]);
  return sqrt(xpbd_v_dot_f64(d, d) / xpbd_v_dot_f64(r, r));
}

void gradient_where(const gradient_set *set, char *where) {
  /* above and below: of the value, of the stretch; how often it is wrong on either side */
  int wrong[4] = {0}, right[4] = {0};
  where[0] = '\0';
  if (set->wrong == set->count) return;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    const int side[2] = {p->c > 0 ? 0 : 1, gradient_stretch(p) > 1 ? 2 : 3};
    for (int i = 0; i < 2; i++) wrong[side[i]] += p->wrong, right[side[i]] += !p->wrong;
  }
  static const char *const words[4] = {"where C > 0", "where C <= 0", "where x0 x1 is longer than at rest",
                                       "where x0 x1 is shorter than at rest"};
  for (int i = 0; i < 4; i++)
    if (wrong[i] == set->wrong && right[i] == 0) {
      snprintf(where, VERDICT_WHERE, "%s", words[i]);
      return;
    }
  if (!gradient_far_where(set, where)) snprintf(where, VERDICT_WHERE, "in %d of %d shapes", set->wrong, set->count);
}

void gradient_say_phantom(verdict *v, const gradient_set *set, int drawn, const char *which) {
  verdict_say(v, VERDICT_WRONG_COMPONENT, false,
              "there is a gradient in %d of %d %sshapes in which C does not change at all: it must be 0 there",
              set->phantom, drawn, which);
}

void verdict_gradient(verdict *v, const xpbd_formula *formula) {
  static gradient_set set; /* too large for a stack */
  set = (gradient_set){.formula = formula, .arity = formula->info.arity};
  sample_random random = {29};
  verdict_at(v, "comparing gradients in ordinary shapes");
  const bool by_differences = reads_otherwise(v, formula, &random);
  int drawn = 0;
  while (drawn < GRADIENT_PAIRS && take(&set, &random, by_differences)) drawn++;
  v->facts.shapes = set.count;
  if (2 * set.strange > drawn) {
    verdict_slip *slip =
        verdict_say(v, VERDICT_NOT_FINITE, false,
                    "%s in %d of %d ordinary shapes (each corner moved by up to a quarter of an edge)",
                    2 * set.rough > set.strange
                        ? "C is a number, but its derivative is NaN or infinite, as that of the root of 0 is,"
                        : "C or its gradient is NaN or infinite",
                    set.strange, drawn);
    snprintf(slip->where, sizeof slip->where, "ordinary shapes");
    verdict_before(slip, VERDICT_REST);
  }
  if (drawn > 0 && set.still == drawn)
    verdict_say(v, VERDICT_MISSING_PARTICLE, false,
                "C does not change with any particle, and no particle gets a gradient");
  if (set.phantom > 0) gradient_say_phantom(v, &set, drawn, "");
  if (set.count < 8) return;
  gradient_compare(&set);
  for (int k = 0; k < set.count; k++) {
    const gradient_pair *p = &set.pair[k];
    v->facts.worst_gradient = fmax(v->facts.worst_gradient, sample_distance(set.arity, p->g, p->e) / p->norm);
  }
  take_steps(v, &set);
  if (set.wrong > 0)
    gradient_name(v, &set);
  else if (set.phantom == 0 && !by_differences)
    gradient_far(v, formula, &set);
}
