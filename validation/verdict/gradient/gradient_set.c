/* Why this file exists: makes pairs of coded and exact gradients in many shapes and finds which differ by more than
 * rounding explains. */

#include "gradient.h"

#include <stdio.h>
#include <string.h>

/* A mistake is larger than this: positions are known to 1e-16, and a formula may lose half of its digits. */
static const double relative = 1e-8;

void gradient_differences(const xpbd_formula *formula, const sample *at, xpbd_vec3_f64 *e) {
  xpbd_vec3_f64 half[XPBD_MAX_ARITY];
  const double h = 2e-3 * at->size;
  sample_differences(formula, at, h, e);
  sample_differences(formula, at, 0.5 * h, half);
  for (int i = 0; i < formula->info.arity; i++)
    e[i] = xpbd_v_scale_f64(1.0 / 3.0, xpbd_v_sub_f64(xpbd_v_scale_f64(4.0, half[i]), e[i]));
}

/// The length of the exact gradient at the rest shape; 0 if it has none.
static double length_at_rest(const xpbd_formula *formula, const sample *drawn) {
  sample at = *drawn;
  xpbd_vec3_f64 e[XPBD_MAX_ARITY];
  memcpy(at.x, at.from, sizeof at.x);
  sample_exact(formula, &at, e);
  const double length = sample_norm(formula->info.arity, e);
  return isfinite(length) ? length : 0;
}

void gradient_add(gradient_set *set, sample_random *random, bool by_differences) {
  const xpbd_formula *formula = set->formula;
  gradient_pair *p = &set->pair[set->count];
  const double coded = sample_f64(formula, &p->at, p->g);
  double unknown = 0;
  p->c = formula->c64 ? sample_exact(formula, &p->at, p->e) : differences_exact(formula, &p->at, p->e, &unknown);
  if (by_differences) gradient_differences(formula, &p->at, p->e);
  p->norm = sample_norm(set->arity, p->e);
  if (!sample_finite(set->arity, p->c, p->e) || !sample_finite(set->arity, coded, p->g)) {
    set->strange++;
    set->rough += sample_finite(set->arity, coded, p->g);
  } else if (!(p->norm > 0)) {
    *(sample_norm(set->arity, p->g) > 0 ? &set->phantom : &set->still) += 1;
  } else if (unknown > 1e-3 * fmax(p->norm, sample_norm(set->arity, p->g))) {
    return; /* nearer to a kink or a pole than the steps of differences: nothing is known */
  } else if (!formula->c64) {
    p->tolerance = (relative + 10 * differences_known) * p->norm + 10 * unknown;
    set->count++;
  } else {
    p->tolerance =
        by_differences ? 1e-5 * p->norm : relative * p->norm + 1000 * sample_noise(formula, random, &p->at, p->e);
    p->tolerance += 1e-12 * length_at_rest(formula, &p->at); /* what is far below it has lost its digits */
    set->count++;
  }
}

/// An error far below the usual gradient is rounding, even where the exact one vanishes.
void gradient_compare(gradient_set *set) {
  double norms[GRADIENT_PAIRS];
  for (int k = 0; k < set->count; k++) norms[k] = set->pair[k].norm;
  const double usual = sample_median(norms, set->count);
  for (int k = 0; k < set->count; k++) {
    gradient_pair *p = &set->pair[k];
    p->tolerance += 1e-12 * usual;
    p->wrong = !(sample_distance(set->arity, p->g, p->e) <= p->tolerance);
    set->wrong += p->wrong;
  }
}

void gradient_span(double from, double to, int digits, char out[GRADIENT_SPAN]) {
  char first[24], last[24];
  snprintf(first, sizeof first, "%.*g", digits, from);
  snprintf(last, sizeof last, "%.*g", digits, to);
  if (strcmp(first, last) == 0)
    snprintf(out, GRADIENT_SPAN, "near %s", first);
  else
    snprintf(out, GRADIENT_SPAN, "%s to %s", first, last);
}

double gradient_stretch(const gradient_pair *p) {
  const xpbd_vec3_f64 d = xpbd_v_sub_f64(p->at.x[1], p->at.x[0]), r = xpbd_v_sub_f64(p->at.from[1], p->at.from[0]);
  return sqrt(xpbd_v_dot_f64(d, d) / xpbd_v_dot_f64(r, r));
}

void gradient_say_phantom(verdict *v, const gradient_set *set, int drawn, const char *which) {
  verdict_say(v, VERDICT_WRONG_COMPONENT, false, "C is constant in %d of %d %sshapes, but your gradient is not 0 there",
              set->phantom, drawn, which);
}

double gradient_component(const xpbd_vec3_f64 *g, int axis) {
  return axis == 0 ? g->x : axis == 1 ? g->y : g->z;
}

int gradient_wrong_axes(const gradient_set *set, int i) {
  int wrong = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    for (int c = 0; p->wrong && c < 3; c++)
      if (!(fabs(gradient_component(&p->g[i], c) - gradient_component(&p->e[i], c)) <= p->tolerance)) wrong |= 1 << c;
  }
  return wrong;
}
