/* Why this file exists: recognises a gradient that is a difference of C (forward, backward or central). Each wrong
 * component is then explained by the same step. */
#include <string.h>

#include "term.h"

enum { MOST_STEPS = GRADIENT_PAIRS * 3 * XPBD_MAX_ARITY };

/// One component of one shape.
typedef struct spot {
  const xpbd_formula *formula;
  sample at;
  int coordinate; ///< As in sample_coordinate().
  double g, e;    ///< Coded and exact.
} spot;

/// C with the coordinate moved by d.
static double value_at(spot *s, double d) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  double *x = sample_coordinate(s->at.x, s->coordinate);
  const double kept = *x;
  *x = kept + d;
  const double c = sample_f64(s->formula, &s->at, g);
  *x = kept;
  return c;
}

/// The exact derivative along the coordinate, with the coordinate moved by d.
static double slope_at(spot *s, double d) {
  xpbd_vec3_f64 velocity[XPBD_MAX_ARITY] = {{0}};
  double slope, *x = sample_coordinate(s->at.x, s->coordinate), kept = *x;
  *sample_coordinate(velocity, s->coordinate) = 1;
  *x = kept + d;
  sample_along(s->formula, &s->at, velocity, &slope);
  *x = kept;
  return slope;
}

static double difference(spot *s, double h, bool central) {
  return central ? (value_at(s, h) - value_at(s, -h)) / (2 * h) : (value_at(s, h) - value_at(s, 0)) / h;
}

/// The step [m] that explains the component, negative for a backward difference; NaN = none.
static double step_of(spot *s, bool central) {
  const double d = 1e-3 * s->at.size, up = slope_at(s, d), down = slope_at(s, -d), error = s->g - s->e;
  const double bend = central ? (up - 2 * s->e + down) / (d * d) : (up - down) / (2 * d);
  double h = central ? sqrt(6 * error / bend) : 2 * error / bend;
  for (int i = 0; i < 6 && isfinite(h) && h != 0; i++) {
    const double here = difference(s, h, central) - s->g, there = difference(s, 1.001 * h, central) - s->g;
    const double change = 0.001 * h * here / (there - here);
    if (!isfinite(change) || fabs(change) > fabs(h)) break; /* rounding */
    h -= change;
  }
  return isfinite(h) && fabs(h) < 0.5 * s->at.size ? h : NAN;
}

/// Collects the wrong components of particle i. Returns their number.
static int visit(const gradient_set *set, int i, spot *out) {
  int count = 0;
  for (int k = 0; k < set->count && count < 60; k++) {
    const gradient_pair *p = &set->pair[k];
    for (int axis = 0; p->wrong && axis < 3; axis++) {
      const double g = gradient_component(&p->g[i], axis), e = gradient_component(&p->e[i], axis);
      if (fabs(g - e) > 10 * p->tolerance || (set->arity == 2 && fabs(g - e) > p->tolerance))
        out[count++] = (spot){set->formula, p->at, 3 * i + axis, g, e};
    }
  }
  return count;
}

/// The step that explains particle i in each shape; NaN = none. `scaled`: as a part of the rest edge.
static double step_of_particle(const gradient_set *set, int i, bool central, bool scaled) {
  static spot spots[64];
  double steps[64];
  const int count = visit(set, i, spots);
  int good = 0, far = 0;
  for (int k = 0; k < count; k++) {
    const xpbd_vec3_f64 *from = spots[k].at.from;
    const double h = step_of(&spots[k], central) / (scaled ? sample_distance(1, &from[1], &from[0]) : 1);
    if (isfinite(h)) steps[good++] = h;
  }
  if (good < 8 || 4 * good < 3 * count) return NAN;
  double sorted[64];
  memcpy(sorted, steps, sizeof sorted);
  const double middle = sample_median(sorted, good);
  /* rounding spreads small steps */
  for (int k = 0; k < good; k++) far += !(fabs(steps[k] / middle - 1) < (fabs(middle) < 1e-6 ? 0.3 : 0.02));
  return 10 * far <= good ? middle : NAN;
}

/// The step that explains all wrong particles, or all but one that is minus the sum of the others; NaN = none.
static double common_step(const gradient_set *set, bool central, bool scaled) {
  double found = NAN, linear, angular;
  int without = 0, with = 0;
  for (int k = 0; k < set->arity; k++) {
    const int i = set->arity - 1 - k; /* most often it is x0 that has the sum */
    if (!gradient_wrong_axes(set, i)) continue;
    const double h = step_of_particle(set, i, central, scaled);
    if (isnan(h) && ++without > 1) return NAN;
    if (isnan(h)) continue;
    if (with == 0) found = h;
    if (fabs(h / found - 1) < (fabs(h) < 1e-6 ? 0.2 : 0.02))
      with++;
    else if (++without > 1) /* x1 forward is x0 backward */
      return NAN;
  }
  gradient_sums(set, false, &linear, &angular);
  return with > 0 && (without == 0 || linear < 1e-9) ? found : NAN;
}

/// A rounded step as it was written, 0.001 for 0.00099998.
static double as_written(double h) {
  const double size = pow(10, floor(log10(fabs(h)) + 0.02)), digits = rint((fabs(h) < 1e-6 ? 1 : 10) * fabs(h) / size);
  return digits * size / (fabs(h) < 1e-6 ? 1 : 10);
}

/// Reports an error that is noise, as differences with too small a step have.
static bool name_noise(verdict *v, const gradient_set *set) {
  sample_random random = {45};
  int noisy = 0, looked = 0;
  double errors[40];
  for (int k = 0; k < set->count && looked < 40; k++) {
    const gradient_pair *p = &set->pair[k];
    if (!p->wrong) continue;
    noisy += gradient_is_noise(set, &random, p, 1e-11);
    errors[looked++] = sample_distance(set->arity, p->g, p->e) / p->norm;
  }
  if (looked < 4 || 2 * noisy < looked) return false;
  const double usual = sample_median(errors, looked);
  verdict_say(
      v, VERDICT_WRONG_COMPONENT, false,
      "the error of the gradient, about %.1e of its length, is noise: it changes at random when particles move by "
      "1e-11 of an edge. This looks like a difference of C with too small a step, about %.0e m",
      usual, 3e-16 / usual);
  return true;
}

bool term_difference(verdict *v, const gradient_set *set) {
  for (int central = 0; central < 2; central++)
    for (int scaled = 0; scaled < 2; scaled++) {
      const double h = common_step(set, central, scaled);
      if (isnan(h)) continue;
      verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                  "the gradient is a %s difference of C with the step %.4g%s, which explains its error (up to %.1e of "
                  "the gradient): write the derivative, or XPBD_VALUE instead of XPBD_FORMULA",
                  central ? "central"
                  : h > 0 ? "forward"
                          : "backward",
                  as_written(h), scaled ? " x |x1 - x0| at rest" : " m", v->facts.worst_gradient)
          ->ratio = NAN;
      return true;
    }
  return name_noise(v, set);
}
