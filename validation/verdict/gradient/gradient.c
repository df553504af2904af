/* Why this file exists: compares the coded gradient with the exact one and names the mistake. Every name is a fit: the
 * exact gradient with the mistake reproduces the coded one to six digits. */
#include "term.h"

#include <stdio.h>
#include <string.h>

/// Least squares over all wrong shapes: the factor of e in g, and the remainder relative to the gradient. A remainder
/// that is large for the error counts too, so that no fit explains an error only because it is small.
typedef struct fit {
  double ratio, rest;
} fit;

static double fitted = 1e-6; /* largest remainder of a good fit; larger if exact gradients come from differences */

static const char *const gradient_axes[3] = {"x", "y", "z"};

/// Sums over wrong shapes: products of g and e, the squared remainder with a factor, the squared error.
typedef struct sums {
  double ge, ee, gg, left, error;
} sums;

/// Particle i alone, or all: -1. Components: one, or all: -1. Of `e` those of particle j.
static sums add_up(const gradient_set *set, int i, int j, int axis, double ratio) {
  sums s = {0};
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    if (!p->wrong) continue;
    const double weight = 1.0 / (p->norm * p->norm);
    for (int a = 0; a < set->arity; a++) {
      if (i >= 0 && a != i) continue;
      for (int c = 0; c < 3; c++) {
        if (axis >= 0 && c != axis) continue;
        const double one = gradient_component(&p->g[a], c), two = gradient_component(&p->e[i >= 0 ? j : a], c);
        const double off = one - gradient_component(&p->e[a], c), left = one - ratio * two;
        s.ge += weight * one * two, s.ee += weight * two * two, s.gg += weight * one * one;
        s.left += weight * left * left, s.error += weight * off * off;
      }
    }
  }
  return s;
}

static fit fit_of(const gradient_set *set, int i, int j, int axis) {
  sums s = add_up(set, i, j, axis, 0);
  fit f = {.ratio = s.ee > 0 ? s.ge / s.ee : NAN};
  s = add_up(set, i, j, axis, f.ratio); /* again, because a difference of the sums would lose half of the digits */
  f.rest = fmax(sqrt(s.left / (s.gg + s.ee)), 1e-4 * sqrt(s.left / s.error));
  return f;
}

/// Whether in one shape the gradient of particle i (-1 = of all) is a multiple of the exact one.
static bool parallel(const gradient_pair *p, int arity, int i) {
  const int count = i < 0 ? arity : 1;
  const xpbd_vec3_f64 *g = i < 0 ? p->g : &p->g[i], *e = i < 0 ? p->e : &p->e[i];
  const double ee = sample_inner(count, e, e), ge = sample_inner(count, g, e), gg = sample_inner(count, g, g);
  double left = 0;
  for (int a = 0; a < count; a++) {
    const xpbd_vec3_f64 d = xpbd_v_madd_f64(-ge / ee, e[a], g[a]);
    left += xpbd_v_dot_f64(d, d);
  }
  const double allowed = fmin(1e-6 * sqrt(gg + ee) + 10 * p->tolerance, 0.05 * sample_distance(count, g, e));
  return ee > 0 && sqrt(left) <= allowed + 1e-15 * sqrt(gg + ee);
}

static bool parallel_everywhere(const gradient_set *set, int i) {
  for (int k = 0; k < set->count; k++)
    if (set->pair[k].wrong && !parallel(&set->pair[k], set->arity, i)) return false;
  return true;
}

/// Whether the gradient of a particle is never set: its previous content then shows.
static bool never_set(const gradient_set *set, int particle) {
  const sample *at = &set->pair[0].at;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY], h[XPBD_MAX_ARITY];
  for (int i = 0; i < XPBD_MAX_ARITY; i++) g[i] = (xpbd_vec3_f64){1, 2, 3}, h[i] = (xpbd_vec3_f64){-5, 7, 11};
  set->formula->f64(at->x, at->rest, at->material, g);
  set->formula->f64(at->x, at->rest, at->material, h);
  return g[particle].x != h[particle].x && g[particle].y != h[particle].y && g[particle].z != h[particle].z;
}

/// A constant factor, of all particles (-1) or of one.
static void say_ratio(verdict *v, const gradient_set *set, int particle, double ratio) {
  char whose[64] = "your gradient", size[32];
  if (particle >= 0) snprintf(whose, sizeof whose, "the gradient of particle %d", particle);
  const bool little = fabs(fabs(ratio) - 1) < 1e-3; /* four decimals would not show it */
  snprintf(size, sizeof size, fabs(ratio + 1) <= fitted || !little ? fabs(ratio) < 0.1 ? "%.4g" : "%.4f" : "%.9g",
           ratio);
  const bool partly = set->wrong < set->count, turned = fabs(ratio + 1) <= fitted;
  const char *elsewhere = partly ? "; it is right elsewhere" : "";
  const double degrees = 57.29577951308232;
  verdict_slip *slip;
  if (fabs(ratio) < fitted) {
    slip = verdict_say(v, VERDICT_MISSING_PARTICLE, false,
                       "no particle gets a gradient, although C changes with all: g is 0, or *scale is not above 0");
    if (particle >= 0)
      snprintf(slip->text, sizeof slip->text, "particle %d gets none: g[%d] is %s", particle, particle,
               never_set(set, particle) ? "never set" : "0, although C changes when it moves");
    ratio = 0;
  } else if (turned) {
    slip = verdict_say(v, VERDICT_SIGN, false, "%s is %s x the exact one: turn its sign%s%s", whose, size,
                       particle < 0 && !partly ? ", or the sign of C" : "", elsewhere);
  } else if (ratio < 0) {
    slip = verdict_say(v, VERDICT_SIGN, false, "%s is %s x the exact one: multiply it by %.9g%s", whose, size,
                       1 / ratio, elsewhere);
  } else {
    const char *angle = fabs(ratio / degrees - 1) < fitted   ? ": C is in radians, its gradient in degrees"
                        : fabs(ratio * degrees - 1) < fitted ? ": C is in degrees, its gradient in radians"
                                                             : "";
    slip = verdict_say(v, VERDICT_FACTOR, false, "%s is %s x the exact one: %s it by %.9g%s%s", whose, size,
                       ratio > 1 ? "divide" : "multiply", ratio > 1 ? ratio : 1 / ratio, angle, elsewhere);
  }
  slip->particle = particle, slip->ratio = ratio;
}

/// One constant for all particles, or the right direction with another length.
static bool name_whole(verdict *v, const gradient_set *set) {
  const fit whole = fit_of(set, -1, -1, -1);
  if (whole.rest < fitted || isnan(whole.ratio))
    say_ratio(v, set, -1, whole.ratio);
  else if (parallel_everywhere(set, -1))
    gradient_explain_length(v, set, -1);
  else
    return false;
  return true;
}

enum { ORDERS = 5 };
static const int orders[ORDERS][3] = {{1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}};

/// In which order of `orders` a particle has its components; -1 = none.
static int order_of(const gradient_set *set, int i) {
  for (int o = 0; o < ORDERS; o++) {
    double left = 0, all = 0;
    for (int k = 0; k < set->count; k++) {
      const gradient_pair *p = &set->pair[k];
      for (int c = 0; p->wrong && c < 3; c++) {
        const double exact = gradient_component(&p->e[i], orders[o][c]) / p->norm,
                     d = gradient_component(&p->g[i], c) / p->norm - exact;
        left += d * d, all += exact * exact;
      }
    }
    if (sqrt(left / all) < fitted) return o;
  }
  return -1;
}

/// The particle whose gradient is at particle i, with its sign or turned: `ratio` 1 or -1. -1 = none.
static int owner_of(const gradient_set *set, int i, double *ratio) {
  for (int j = 0; j < set->arity; j++) {
    const fit f = fit_of(set, i, j, -1);
    *ratio = f.ratio < 0 ? -1 : 1;
    if (j != i && f.rest < fitted && fabs(f.ratio - *ratio) <= fitted) return j;
  }
  return -1;
}

/// Which of the components in `axes` are multiples of the exact ones.
static int fitted_axes(const gradient_set *set, int i, int axes) {
  int good = 0;
  for (int c = 0; c < 3; c++)
    if (axes & 1 << c && fit_of(set, i, i, c).rest < fitted) good |= 1 << c;
  return good;
}

/// Whether single components explain everything: one of three, or each a multiple of the exact one.
static bool singled_out(const gradient_set *set, int i, int axes) {
  return axes == 1 || axes == 2 || axes == 4 || (axes != 7 && fitted_axes(set, i, axes) == axes);
}

/// Single components of a particle.
static void say_components(verdict *v, const gradient_set *set, int i, int axes) {
  for (int c = 0; c < 3; c++) {
    if (!(axes & 1 << c)) continue;
    const fit f = fit_of(set, i, i, c);
    verdict_slip *slip;
    if (f.rest < fitted && fabs(f.ratio) < fitted)
      slip = verdict_say(v, VERDICT_WRONG_COMPONENT, false, "component %s of particle %d is missing: it is 0",
                         gradient_axes[c], i);
    else if (f.rest < fitted)
      slip = verdict_say(v, VERDICT_WRONG_COMPONENT, false, "component %s of particle %d is %.4f x the exact one",
                         gradient_axes[c], i, f.ratio);
    else
      slip = verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                         "component %s of particle %d is wrong, its other components are right", gradient_axes[c], i);
    slip->particle = i, slip->component = c;
    slip->ratio = f.rest < fitted ? f.ratio : NAN;
  }
}

/// How precisely the mistake of one particle has a name: 2 to the last digit, 1 by its length or one component, 0 not.
static int clarity(const gradient_set *set, int i) {
  double ratio;
  const int axes = gradient_wrong_axes(set, i);
  if (fit_of(set, i, i, -1).rest < fitted || owner_of(set, i, &ratio) >= 0 || order_of(set, i) >= 0) return 2;
  if (axes != 7 && fitted_axes(set, i, axes) == axes) return 2;
  return singled_out(set, i, axes) || parallel_everywhere(set, i);
}

/// Names the mistake of one particle; false if it has no name.
static bool name_particle(verdict *v, const gradient_set *set, int i) {
  const fit own = fit_of(set, i, i, -1);
  const int axes = gradient_wrong_axes(set, i);
  double ratio;
  verdict_slip *slip = NULL;
  if (own.rest < fitted) {
    say_ratio(v, set, i, own.ratio);
    return true;
  }
  const int owner = owner_of(set, i, &ratio), order = order_of(set, i);
  if (owner >= 0)
    slip = verdict_say(v, VERDICT_WRONG_COMPONENT, false, "particle %d has the gradient of particle %d%s", i, owner,
                       ratio < 0 ? " with its sign turned" : ""),
    slip->ratio = ratio;
  else if (order >= 0)
    slip =
        verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                    "particle %d: its components x, y, z are the exact %s, %s, %s: they are exchanged", i,
                    gradient_axes[orders[order][0]], gradient_axes[orders[order][1]], gradient_axes[orders[order][2]]);
  else if (singled_out(set, i, axes))
    say_components(v, set, i, axes);
  else if (parallel_everywhere(set, i))
    gradient_explain_length(v, set, i);
  else
    return false;
  if (slip) slip->particle = i;
  return true;
}

/// A particle that is wrong only because it is minus the sum of the others, one of which is wrong; -1 = none. Of
/// several candidates, the one without which the rest has the clearest names: the first, the last, or one between.
static int echo_of(const gradient_set *set) {
  double linear, angular, exact_linear;
  gradient_sums(set, true, &exact_linear, &angular);
  gradient_sums(set, false, &linear, &angular);
  if (linear > 1e-9 || exact_linear > 1e-9) return -1;
  int clear[XPBD_MAX_ARITY], count = 0, exchanged = 0, best = 0, echo = -1;
  for (int i = 0; i < set->arity; i++) {
    double ratio;
    clear[i] = gradient_wrong_axes(set, i) ? clarity(set, i) : -1;
    count += clear[i] >= 0;
    exchanged += clear[i] >= 0 && owner_of(set, i, &ratio) >= 0 && ratio > 0;
  }
  if (count < 2 || exchanged == count) return -1; /* exchanged particles keep the sum, and are all wrong */
  for (int k = 0; k < set->arity; k++) {
    const int i = k == 0 ? 0 : k == 1 ? set->arity - 1 : k - 1;
    int least = 2;
    for (int j = 0; j < set->arity; j++)
      if (j != i && clear[j] >= 0 && clear[j] < least) least = clear[j];
    if (clear[i] >= 0 && least > best) best = least, echo = i;
  }
  return echo;
}

/// Particle by particle; false if none of them has a name.
static bool name_particles(verdict *v, const gradient_set *set) {
  const int before = v->slip_count, echo = echo_of(set);
  int named = 0;
  for (int i = 0; i < set->arity; i++)
    if (i != echo && gradient_wrong_axes(set, i)) named += name_particle(v, set, i);
  if (named > 0 && echo >= 0 && v->slip_count > before) {
    char *text = v->slip[before].text;
    const size_t used = strlen(text);
    snprintf(text + used, sizeof v->slip[before].text - used,
             " (particle %d, minus the sum of the others, follows from it)", echo);
  }
  return named > 0;
}

/// Whether each wrong particle has an exact name, but for one that follows from the others.
static bool particles_are_clear(const gradient_set *set) {
  const int echo = echo_of(set);
  for (int i = 0; i < set->arity; i++)
    if (i != echo && gradient_wrong_axes(set, i) && clarity(set, i) < 2) return false;
  return true;
}

/// An element whose exact gradients do not add up to 0, but one was set as if they did.
static bool name_false_sum(verdict *v, const gradient_set *set) {
  double linear, angular, exact_linear;
  gradient_sums(set, true, &exact_linear, &angular);
  gradient_sums(set, false, &linear, &angular);
  int only = -1, count = 0;
  for (int i = 0; i < set->arity; i++)
    if (gradient_wrong_axes(set, i)) only = i, count++;
  if (linear > 1e-9 || exact_linear < 1e-3 || count != 1) return false;
  verdict_say(v, VERDICT_WRONG_COMPONENT, false,
              "particle %d gets minus the sum of the others, but the exact gradients of one element do not add up to 0 "
              "here: it needs its own derivative",
              only)
      ->particle = only;
  return true;
}

void gradient_keep(verdict *v, const gradient_set *set, const gradient_pair *p) {
  verdict_facts *facts = &v->facts;
  facts->at_wrong = p->wrong, facts->at_c = p->c, facts->at_row = p->at.row;
  memcpy(facts->at_material, p->at.material, sizeof facts->at_material);
  for (int i = 0; i < set->arity; i++) {
    memcpy(facts->at_x[i], &p->at.x[i], sizeof facts->at_x[i]);
    memcpy(facts->at_g[i], &p->g[i], sizeof facts->at_g[i]);
    memcpy(facts->at_e[i], &p->e[i], sizeof facts->at_e[i]);
  }
}

/// A wrong shape whose error is the usual one.
static const gradient_pair *typical_of(const gradient_set *set) {
  double errors[GRADIENT_PAIRS], middle;
  int count = 0;
  for (int k = 0; k < set->count; k++)
    if (set->pair[k].wrong)
      errors[count++] = sample_distance(set->arity, set->pair[k].g, set->pair[k].e) / set->pair[k].norm;
  middle = sample_median(errors, count);
  for (int k = 0; k < set->count; k++)
    if (set->pair[k].wrong && sample_distance(set->arity, set->pair[k].g, set->pair[k].e) / set->pair[k].norm >= middle)
      return &set->pair[k];
  return &set->pair[0];
}

void gradient_name(verdict *v, const gradient_set *set) {
  fitted = fmax(1e-6, 10 * differences_known);
  const int before = v->slip_count;
  gradient_keep(v, set, typical_of(set));
  const bool exact = !set->by_differences && !set->special;
  const bool named = (exact && term_difference(v, set)) || name_whole(v, set) || name_false_sum(v, set) ||
                     (particles_are_clear(set) && name_particles(v, set)) || (exact && term_mixed_up(v, set)) ||
                     term_held(v, set) || term_parts(v, set) || name_particles(v, set) || (exact && term_guess(v, set));
  if (!named) gradient_name_by_sums(v, set);
  char where[VERDICT_WHERE];
  gradient_where(set, where);
  for (int i = before; i < v->slip_count; i++) snprintf(v->slip[i].where, sizeof v->slip[i].where, "%s", where);
}
