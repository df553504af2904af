/* Why this file exists: compares the coded gradient with the exact one and names the mistake. Every name is a fit: the
 * exact gradient with the mistake reproduces the coded one to six digits. */
#include "gradient.h"

#include <stdio.h>
#include <string.h>

/// Least squares: the factor of `e` in `g` and the relative remainder, over all wrong shapes with weight 1 each.
typedef struct fit {
  double ratio, rest;
} fit;

static double fitted = 1e-6; /* the remainder of a fit that explains a gradient; larger if differences show less */

static const char *const gradient_axes[3] = {"x", "y", "z"};

/// Particle i alone, or all: -1. Components: one, or all: -1. Of `e` those of particle j.
static fit fit_of(const gradient_set *set, int i, int j, int axis) {
  double ge = 0, ee = 0, gg = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    if (!p->wrong) continue;
    const double weight = 1.0 / (p->norm * p->norm);
    for (int a = 0; a < set->arity; a++) {
      if (i >= 0 && a != i) continue;
      const xpbd_vec3_f64 *g = &p->g[a], *e = &p->e[i >= 0 ? j : a];
      for (int c = 0; c < 3; c++) {
        if (axis >= 0 && c != axis) continue;
        const double one = gradient_component(g, c), two = gradient_component(e, c);
        ge += weight * one * two, ee += weight * two * two, gg += weight * one * one;
      }
    }
  }
  fit f = {.ratio = ee > 0 ? ge / ee : NAN};
  const double left = gg - 2 * f.ratio * ge + f.ratio * f.ratio * ee;
  f.rest = sqrt(fabs(left) / (gg + ee));
  return f;
}

/// In one shape: is particle i (all: -1) a multiple of the exact gradient, and with which factor?
static bool parallel(const gradient_pair *p, int arity, int i, double *ratio) {
  const int count = i < 0 ? arity : 1;
  const xpbd_vec3_f64 *g = i < 0 ? p->g : &p->g[i], *e = i < 0 ? p->e : &p->e[i];
  const double ee = sample_inner(count, e, e), ge = sample_inner(count, g, e), gg = sample_inner(count, g, g);
  *ratio = ge / ee;
  const double left = gg - ge * ge / ee;
  return ee > 0 && sqrt(fabs(left)) <= 1e-6 * sqrt(gg + ee) + 10 * p->tolerance;
}

static bool parallel_everywhere(const gradient_set *set, int i) {
  double ratio;
  for (int k = 0; k < set->count; k++)
    if (set->pair[k].wrong && !parallel(&set->pair[k], set->arity, i, &ratio)) return false;
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

void gradient_name(verdict *v, const gradient_set *set) {
  fitted = fmax(1e-6, 10 * differences_known);
  const int before = v->slip_count;
  if (!name_whole(v, set) && !name_false_sum(v, set) && !name_particles(v, set)) gradient_name_by_sums(v, set);
  char where[VERDICT_WHERE];
  gradient_where(set, where);
  for (int i = before; i < v->slip_count; i++) snprintf(v->slip[i].where, sizeof v->slip[i].where, "%s", where);
}
