/* Why this file exists: makes pairs of coded and exact gradients in many shapes and finds which differ by more than
 * rounding explains. */

#include "gradient.h"

#include <stdio.h>
#include <string.h>

/* The error of a mistake is larger. Positions are known to 1e-16, and a formula may lose half of the digits. */
static const double relative = 1e-8;

double gradient_length(const xpbd_formula *formula, const sample *at) {
  xpbd_vec3_f64 e[XPBD_MAX_ARITY];
  sample_exact(formula, at, e);
  const double length = sample_norm(formula->info.arity, e);
  return isfinite(length) ? length : 0;
}

double gradient_exact(const gradient_set *set, const sample *at, xpbd_vec3_f64 *e, double *error) {
  *error = 0;
  return set->formula->c64 && !set->by_differences ? sample_exact(set->formula, at, e)
                                                   : differences_exact(set->formula, at, e, error);
}

void gradient_add(gradient_set *set, sample_random *random) {
  const xpbd_formula *formula = set->formula;
  gradient_pair *p = &set->pair[set->count];
  const double coded = sample_f64(formula, &p->at, p->g);
  double unknown;
  p->c = gradient_exact(set, &p->at, p->e, &unknown);
  p->norm = sample_norm(set->arity, p->e);
  if (!sample_finite(set->arity, p->c, p->e) || !sample_finite(set->arity, coded, p->g)) {
    set->strange++;
    set->rough += sample_finite(set->arity, coded, p->g);
  } else if (!(p->norm > 0)) {
    *(sample_norm(set->arity, p->g) > 0 ? &set->phantom : &set->still) += 1;
  } else if (unknown > 1e-3 * fmax(p->norm, sample_norm(set->arity, p->g))) {
    return; /* nearer to a kink or a pole than the steps of differences: nothing is known */
  } else if (!formula->c64 || set->by_differences) {
    p->tolerance = (relative + 10 * differences_known) * p->norm + 10 * unknown;
    set->count++;
  } else {
    sample rest = p->at;
    memcpy(rest.x, rest.from, sizeof rest.x);
    p->tolerance = relative * p->norm + 1000 * sample_noise(formula, random, &p->at, p->e) +
                   1e-12 * gradient_length(formula, &rest); /* a gradient far below it has lost its digits */
    set->count++;
  }
}

/// An error far below the usual gradient is rounding, even where the exact gradient vanishes.
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
  return sample_distance(1, &p->at.x[1], &p->at.x[0]) / sample_distance(1, &p->at.from[1], &p->at.from[0]);
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
