/* Why this file exists: the coded gradient against the exact one, and, where they differ, in what way. Every name that a
 * mistake gets is a fit: the coded gradient is reproduced to six digits by the exact one and the mistake. */
#include "verdict/gradient.h"

#include <stdio.h>
#include <string.h>

/// Least squares: how much of `e` there is in `g`, and what remains, relative; over all wrong shapes, each of weight 1.
typedef struct fit {
  double ratio, rest;
} fit;

static const double fitted = 1e-6; /* what is left of a fit that explains a gradient */

const char *const gradient_axes[3] = {"x", "y", "z"};

static double component(const xpbd_vec3_f64 *g, int axis) {
  return axis == 0 ? g->x : axis == 1 ? g->y : g->z;
}

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
        const double one = component(g, c), two = component(e, c);
        ge += weight * one * two, ee += weight * two * two, gg += weight * one * one;
      }
    }
  }
  fit f = {.ratio = ee > 0 ? ge / ee : NAN};
  const double left = gg - 2 * f.ratio * ge + f.ratio * f.ratio * ee;
  f.rest = sqrt(fabs(left) / (gg + ee));
  return f;
}

/// One shape: is particle i (all: -1) a multiple of the exact one, and which?
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

/// Whether the gradient of a particle is never set: what stood there before shows.
static bool never_set(const gradient_set *set, int particle) {
  const sample *at = &set->pair[0].at;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY], h[XPBD_MAX_ARITY];
  for (int i = 0; i < XPBD_MAX_ARITY; i++) g[i] = (xpbd_vec3_f64){1, 2, 3}, h[i] = (xpbd_vec3_f64){-5, 7, 11};
  set->formula->f64(at->x, at->rest, at->material, g);
  set->formula->f64(at->x, at->rest, at->material, h);
  return g[particle].x != h[particle].x && g[particle].y != h[particle].y && g[particle].z != h[particle].z;
}

/// A constant factor, of all (particle -1) or of one particle.
static void say_ratio(verdict *v, const gradient_set *set, int particle, double ratio) {
  char whose[64] = "your gradient";
  if (particle >= 0) snprintf(whose, sizeof whose, "the gradient of particle %d", particle);
  verdict_slip *slip;
  if (fabs(ratio) < fitted) {
    if (particle < 0)
      slip =
          verdict_say(v, VERDICT_MISSING_PARTICLE, false, "no particle gets a gradient, although C changes with all");
    else
      slip = verdict_say(v, VERDICT_MISSING_PARTICLE, false, "particle %d gets none: g[%d] is %s", particle, particle,
                         never_set(set, particle) ? "never set" : "0, although C changes when it moves");
    ratio = 0;
  } else if (ratio < 0) {
    slip = verdict_say(v, VERDICT_SIGN, false, "%s is %.4f x the exact one: turn its sign (or that of C)%s", whose,
                       ratio, fabs(ratio + 1) > fitted ? " and divide by the rest" : "");
  } else {
    slip = verdict_say(v, VERDICT_FACTOR, false, "%s is %.4f x the exact one: %s it by %.6g", whose, ratio,
                       ratio > 1 ? "divide" : "multiply", ratio > 1 ? ratio : 1 / ratio);
  }
  slip->particle = particle, slip->ratio = ratio;
}

/// The same, constant ratio for all, or for each particle its own.
static bool name_factor(verdict *v, const gradient_set *set) {
  const fit whole = fit_of(set, -1, -1, -1);
  if (whole.rest < fitted || isnan(whole.ratio)) {
    say_ratio(v, set, -1, whole.ratio);
    return true;
  }
  fit each[XPBD_MAX_ARITY];
  for (int i = 0; i < set->arity; i++) {
    each[i] = fit_of(set, i, i, -1);
    if (!(each[i].rest < fitted)) return false;
  }
  for (int i = 0; i < set->arity; i++)
    if (fabs(each[i].ratio - 1) > fitted) say_ratio(v, set, i, each[i].ratio);
  return true;
}

/// One particle, or all, in the right direction but of another length.
static bool name_normalisation(verdict *v, const gradient_set *set) {
  if (parallel_everywhere(set, -1)) {
    gradient_explain_length(v, set, -1);
    return true;
  }
  for (int i = 0; i < set->arity; i++)
    if (!parallel_everywhere(set, i)) return false;
  for (int i = 0; i < set->arity; i++) {
    const fit f = fit_of(set, i, i, -1);
    if (f.rest < fitted && fabs(f.ratio - 1) < fitted) continue;
    if (f.rest < fitted)
      say_ratio(v, set, i, f.ratio);
    else
      gradient_explain_length(v, set, i);
  }
  return true;
}

/// Bits of the components of a particle that are wrong in some shape.
static int wrong_axes(const gradient_set *set, int i) {
  int wrong = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    for (int c = 0; p->wrong && c < 3; c++)
      if (!(fabs(component(&p->g[i], c) - component(&p->e[i], c)) <= p->tolerance)) wrong |= 1 << c;
  }
  return wrong;
}

/// Components of one particle exchanged among each other.
static bool name_permutation(verdict *v, const gradient_set *set, int i) {
  static const int orders[5][3] = {{1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}};
  for (int o = 0; o < 5; o++) {
    double left = 0, all = 0;
    for (int k = 0; k < set->count; k++) {
      const gradient_pair *p = &set->pair[k];
      for (int c = 0; p->wrong && c < 3; c++) {
        const double d = component(&p->g[i], c) - component(&p->e[i], orders[o][c]);
        left += d * d / (p->norm * p->norm),
            all += component(&p->e[i], c) * component(&p->e[i], c) / (p->norm * p->norm);
      }
    }
    if (!(sqrt(left / all) < fitted)) continue;
    verdict_slip *slip = verdict_say(
        v, VERDICT_WRONG_COMPONENT, false, "particle %d: its components x, y, z are the exact %s, %s, %s: exchanged", i,
        gradient_axes[orders[o][0]], gradient_axes[orders[o][1]], gradient_axes[orders[o][2]]);
    slip->particle = i;
    return true;
  }
  return false;
}

/// The gradient of another particle.
static bool name_exchange(verdict *v, const gradient_set *set, int i) {
  for (int j = 0; j < set->arity; j++) {
    const fit f = fit_of(set, i, j, -1);
    if (j == i || !(f.rest < fitted) || fabs(fabs(f.ratio) - 1) > fitted) continue;
    verdict_slip *slip = verdict_say(v, VERDICT_WRONG_COMPONENT, false, "particle %d has the gradient of particle %d%s",
                                     i, j, f.ratio < 0 ? " with its sign turned" : "");
    slip->particle = i, slip->ratio = f.ratio;
    return true;
  }
  return false;
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

/// Whether single components say it all: one of three, or each a multiple of the exact one.
static bool singled_out(const gradient_set *set, int i, int axes) {
  if (axes == 7) return false;
  if (axes == 1 || axes == 2 || axes == 4) return true;
  for (int c = 0; c < 3; c++)
    if (axes & 1 << c && !(fit_of(set, i, i, c).rest < fitted)) return false;
  return true;
}

static bool name_components(verdict *v, const gradient_set *set) {
  int named = 0, wrong = 0;
  for (int i = 0; i < set->arity; i++) {
    const int axes = wrong_axes(set, i);
    if (!axes) continue;
    wrong++;
    if (name_exchange(v, set, i) || name_permutation(v, set, i)) {
      named++;
    } else if (singled_out(set, i, axes)) {
      say_components(v, set, i, axes);
      named++;
    }
  }
  if (named == 0) return false;
  for (int i = 0; i < set->arity && named < wrong; i++) {
    const fit f = fit_of(set, i, i, -1);
    if (wrong_axes(set, i) == 7 && f.rest < fitted) say_ratio(v, set, i, f.ratio);
  }
  return true;
}

/// Sums of a gradient, the worst relative to its length: of g, and of x cross g.
static void sums_of(const gradient_set *set, bool exact, double *linear, double *angular) {
  *linear = *angular = 0;
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    const xpbd_vec3_f64 *g = exact ? p->e : p->g;
    if (!p->wrong) continue;
    xpbd_vec3_f64 sum = {0, 0, 0}, couple = {0, 0, 0};
    for (int i = 0; i < set->arity; i++) {
      sum = xpbd_v_add_f64(sum, g[i]);
      couple = xpbd_v_add_f64(couple, xpbd_v_cross_f64(xpbd_v_sub_f64(p->at.x[i], p->at.x[0]), g[i]));
    }
    *linear = fmax(*linear, sample_norm(1, &sum) / p->norm);
    *angular = fmax(*angular, sample_norm(1, &couple) / (p->norm * p->at.size));
  }
}

/// The particles whose gradients are wrong, as "particle 0" or "particles 0 and 2". Returns how many.
static int wrong_particles(const gradient_set *set, char *text, size_t capacity, int *only) {
  int count = 0;
  size_t used = 0;
  for (int i = 0; i < set->arity; i++) count += wrong_axes(set, i) != 0;
  used += (size_t)snprintf(text, capacity, count == 1 ? "particle" : "particles");
  for (int i = 0, k = 0; i < set->arity; i++) {
    if (!wrong_axes(set, i)) continue;
    k++;
    used += (size_t)snprintf(text + used, capacity - used, "%s%d", k == 1 ? " " : k == count ? " and " : ", ", i);
    *only = count == 1 ? i : -1;
  }
  return count;
}

/// The number of the material without which the gradient is right: its term is the wrong one. -1 = there is none.
static int term_of(const gradient_set *set) {
  const xpbd_formula_info *info = &set->formula->info;
  for (int m = 0; m < info->material_count && info->material_count > 1; m++) {
    bool right = info->material[m].minimum <= 0;
    double size = 0;
    for (int k = 0; k < set->count && right; k++) {
      gradient_pair p = set->pair[k];
      if (!p.wrong) continue;
      p.at.material[m] = 0;
      sample_f64(set->formula, &p.at, p.g);
      sample_exact(set->formula, &p.at, p.e);
      size += sample_norm(set->arity, p.e);
      right = sample_distance(set->arity, p.g, p.e) <= p.tolerance;
    }
    if (right && size > 0) return m;
  }
  return -1;
}

/// Nothing simpler fits: what the error breaks, and how large it is.
static void name_by_sums(verdict *v, const gradient_set *set) {
  double linear, angular, exact_linear, exact_angular, angle = 0, least = HUGE_VAL, most = 0;
  sums_of(set, false, &linear, &angular);
  sums_of(set, true, &exact_linear, &exact_angular);
  for (int k = 0; k < set->count; k++) {
    const gradient_pair *p = &set->pair[k];
    if (!p->wrong) continue;
    const double length = sample_norm(set->arity, p->g),
                 cosine = sample_inner(set->arity, p->g, p->e) / (length * p->norm);
    angle = fmax(angle, acos(fmax(-1, fmin(1, cosine))));
    least = fmin(least, length / p->norm), most = fmax(most, length / p->norm);
  }
  char whose[64];
  int only = -1;
  wrong_particles(set, whose, sizeof whose, &only);
  char much[160];
  const int term = term_of(set);
  snprintf(much, sizeof much, "up to %.3g degrees off, %.4g to %.4g x as long%s%.40s%s", angle * 57.29577951308232,
           least, most, term >= 0 ? "; it is right without " : "",
           term >= 0 ? set->formula->info.material[term].name : "", term >= 0 ? ", so look at that term" : "");
  verdict_slip *slip;
  if (linear > 1e-6 && exact_linear < 1e-9)
    slip = verdict_say(
        v, VERDICT_MOMENTUM, false,
        "the gradients do not add up to 0 (|sum| is up to %.3g of |g|), so projections push the whole: wrong "
        "is that of %s; in all %s",
        linear, whose, much),
    slip->ratio = linear;
  else if (angular > 1e-6 && exact_angular < 1e-9)
    slip =
        verdict_say(v, VERDICT_ANGULAR_MOMENTUM, false,
                    "the gradients have a couple (|sum x cross g| is up to %.3g of |g| size), so projections turn the "
                    "whole: wrong is that of %s; in all %s",
                    angular, whose, much),
    slip->ratio = angular;
  else
    slip = verdict_say(v, VERDICT_WRONG_COMPONENT, false,
                       "the gradient of %s points elsewhere: a term is wrong or missing, momentum is kept; %s", whose,
                       much);
  slip->particle = only;
}

void gradient_name(verdict *v, const gradient_set *set) {
  const int before = v->slip_count;
  if (!name_factor(v, set) && !name_normalisation(v, set) && !name_components(v, set)) name_by_sums(v, set);
  char where[VERDICT_WHERE];
  gradient_where(set, where);
  for (int i = before; i < v->slip_count; i++) snprintf(v->slip[i].where, sizeof v->slip[i].where, "%s", where);
}
