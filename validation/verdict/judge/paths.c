/* Why this file exists: follows ways through shapes (stretch, shear, volume, fold) and looks at C and its gradient
 * closely. It finds where one of them jumps and how far they are finite, and records curves to draw. */
#include <stdio.h>
#include <string.h>

#include "ways.h"

enum { INTERVALS = 700, MESSAGES = 70 }; /* fewer where each evaluation is a message */

/// A way of one formula, for one row.
typedef struct walk {
  const xpbd_formula *formula;
  const way *way;
  sample at;
  xpbd_vec3_f64 corner[XPBD_MAX_ARITY];
} walk;

static double look(walk *w, double s, double *slope) {
  xpbd_vec3_f64 velocity[XPBD_MAX_ARITY];
  w->way->at(w->corner, w->formula->info.arity, s, w->at.x, velocity);
  return sample_along(w->formula, &w->at, velocity, slope);
}

/// A place where C or its slope jumps.
typedef struct leap {
  double s, size;
} leap;

/// Halves an interval, always keeping the half with more of the jump: of C minus what its slope explains, or of the
/// slope itself.
static leap narrow(walk *w, double a, double b, bool of_slope) {
  double da, db, dm, ca = look(w, a, &da), cb = look(w, b, &db);
  while (b - a > 1e-10) {
    const double m = 0.5 * (a + b), cm = look(w, m, &dm), h = m - a;
    const double left = of_slope ? fabs(dm - da) : fabs(cm - ca - 0.5 * h * (da + dm));
    const double right = of_slope ? fabs(db - dm) : fabs(cb - cm - 0.5 * h * (dm + db));
    if (right > left)
      a = m, ca = cm, da = dm;
    else
      b = m, cb = cm, db = dm;
  }
  const double size = of_slope ? db - da : cb - ca, at = 0.5 * (a + b);
  /* what the slope or the rounding of large numbers explains is no jump */
  const double smooth =
      of_slope ? 1e-6 * (fabs(da) + fabs(db)) : 100 * (b - a) * (fabs(da) + fabs(db)) + 1e-9 * fabs(cb);
  return (leap){fabs(at) < 1e-6 ? 0 : at, fabs(size) > smooth ? size : 0};
}

/// Usual C and gradient in ordinary shapes of this size, as the unit of jumps.
static void find_sizes(const xpbd_formula *formula, double *c_size, double *slope_size) {
  sample_random random = {71};
  const sample_way usual = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  *c_size = *slope_size = 0;
  for (int i = 0; i < sample_fewer(60); i++) {
    sample at;
    xpbd_vec3_f64 e[XPBD_MAX_ARITY];
    if (!sample_draw(formula, &random, &usual, &at)) return;
    const double c = sample_exact(formula, &at, e);
    if (!sample_finite(formula->info.arity, c, e)) continue;
    *c_size = fmax(*c_size, fabs(c));
    *slope_size = fmax(*slope_size, sample_norm(formula->info.arity, e));
  }
}

/// The largest jump of C and of its slope along the way.
static void find_leaps(walk *w, leap *jump, leap *kink, double c_size) {
  const int intervals = w->formula->c64 ? INTERVALS : MESSAGES;
  const double step = (w->way->to - w->way->from) / intervals;
  *jump = *kink = (leap){NAN, 0};
  for (int i = 0; i < intervals; i++) {
    /* odd ends that no one uses as a threshold, so that a jump lies inside an interval */
    const double a = w->way->from + step * (i + 0.00123), b = a + step;
    double da, db;
    const double ca = look(w, a, &da), cb = look(w, b, &db);
    if (!isfinite(ca + cb + da + db)) continue;
    const leap one = narrow(w, a, b, false), two = narrow(w, a, b, true);
    if (fabs(one.size) > fabs(jump->size)) *jump = one;
    if (fabs(two.size) > fabs(kink->size) && !(fabs(one.size) > 1e-6 * c_size)) *kink = two;
  }
}

static void say_leaps(verdict *v, walk *w, double c_size, double slope_size, bool *told) {
  leap jump, kink;
  find_leaps(w, &jump, &kink, c_size);
  const char *name = w->way->name;
  verdict_slip *slip;
  if (!told[0] && fabs(jump.size) > 1e-6 * c_size && c_size > 0) {
    slip = verdict_say(v, VERDICT_JUMP, false, "C jumps by %.4g %s at %s %.6g: projections throw the element across it",
                       jump.size, w->formula->info.unit, name, jump.s);
    slip->ratio = jump.size;
    snprintf(slip->where, sizeof slip->where, "%s %.6g", name, jump.s);
    told[0] = true;
  }
  if (!told[1] && fabs(kink.size) > 1e-3 * slope_size && slope_size > 0) {
    const bool declared = (w->formula->info.traits & XPBD_KINKED) != 0;
    char traits[VERDICT_TRAITS], advice[VERDICT_TRAITS + 80];
    snprintf(advice, sizeof advice, "; if that is meant, write %s as the traits in the entry",
             verdict_traits(w->formula, XPBD_KINKED, 0, traits));
    const bool flat = w->way == &way_height && fabs(kink.s) < 1e-6; /* an axis without length has no direction */
    slip = verdict_say(v, VERDICT_KINK, declared || flat,
                       "the gradient jumps by %.4g at %s %.6g, %.3g of its usual size%s", kink.size, name, kink.s,
                       fabs(kink.size) / slope_size,
                       flat       ? ", where the element has no volume"
                       : declared ? ", as the entry says"
                                  : advice);
    slip->ratio = kink.size;
    snprintf(slip->where, sizeof slip->where, "%s %.6g", name, kink.s);
    told[1] = true;
  }
}

/// Whether a solver can use the formula at s.
static bool usable(walk *w, double s, bool in_float) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY], velocity[XPBD_MAX_ARITY];
  const int arity = w->formula->info.arity;
  w->way->at(w->corner, arity, s, w->at.x, velocity);
  const double c = in_float ? sample_f32(w->formula, &w->at, g) : sample_f64(w->formula, &w->at, g);
  const double square = sample_inner(arity, g, g);
  return isfinite(c) && isfinite(in_float ? (double)(float)square : square);
}

/// How far from rest the formula is usable, outwards by `direction`, up to `limit`.
static double reach(walk *w, double direction, double limit, bool in_float) {
  double good = w->way->rest, bad = NAN;
  for (double d = 1.0 / 64; isnan(bad); d *= 1.25) {
    double s = w->way->rest + direction * d;
    const bool last = direction > 0 ? s >= limit : s <= limit;
    if (last) s = limit;
    if (usable(w, s, in_float))
      good = s;
    else
      bad = s;
    if (last) break;
  }
  if (isnan(bad)) return good;
  for (int i = 0; i < 50; i++) {
    const double middle = 0.5 * (good + bad);
    if (usable(w, middle, in_float))
      good = middle;
    else
      bad = middle;
  }
  return good;
}

static void find_range(verdict_path *path, walk *w) {
  const bool angle = w->way == &way_fold;
  for (int single = 0; single < 2; single++) {
    const int place = single ? 0 : 1; /* float first */
    path->low[place] = reach(w, -1,
                             angle                   ? -2.9
                             : w->way == &way_shear  ? -1e9
                             : w->way == &way_height ? -10
                                                     : 1e-9,
                             single);
    path->high[place] = reach(w, 1, angle ? 2.9 : 1e9, single);
  }
}

/// Not usable in an ordinary range: overflow if the value is infinite, else NaN.
static void say_range(verdict *v, const verdict_path *path, walk *w) {
  const bool size = way_is_size(w->way), angle = w->way == &way_fold;
  const double low = size ? 0.5 : w->way == &way_height ? 0.25 : angle ? -2.5 : -0.75;
  const double high = size || w->way == &way_height ? 2.0 : angle ? 2.5 : 0.75;
  const bool declared = (w->formula->info.traits & XPBD_LITERAL) != 0;
  for (int place = 0; place < 2; place++) {
    const char *precision = place == 0 ? "float" : "double";
    const bool above = path->high[place]<high, below = path->low[place]> low;
    if (!above && !below) continue;
    const double end = above ? path->high[place] : path->low[place];
    double slope;
    const double c = look(w, above ? end + 0.05 : end - 0.05, &slope);
    const bool overflow = above && !isnan(c);
    char traits[VERDICT_TRAITS], advice[VERDICT_TRAITS + 80];
    snprintf(advice, sizeof advice, "; if the law is meant so, write %s as the traits in the entry",
             verdict_traits(w->formula, XPBD_LITERAL, 0, traits));
    verdict_slip *slip =
        verdict_say(v, overflow ? VERDICT_OVERFLOW : VERDICT_NOT_FINITE, declared,
                    "C or |gradient|^2 is not finite in %s %s %s %.4g%s", precision, above ? "above" : "below",
                    path->name, end, declared ? ", as XPBD_LITERAL says" : advice);
    slip->ratio = end;
    snprintf(slip->where, sizeof slip->where, "%s %.4g, %s", path->name, end, precision);
    return;
  }
}

static void take_curve(verdict_path *path, walk *w) {
  snprintf(path->name, sizeof path->name, "%s", w->way->name);
  snprintf(path->axis, sizeof path->axis, "%s", w->way->axis);
  path->rest = w->way->rest;
  const bool size = way_is_size(w->way);
  const double from = size ? 0.4 : w->way->from, to = size ? 1.6 : w->way->to;
  path->count = VERDICT_POINTS;
  for (int i = 0; i < VERDICT_POINTS; i++) {
    double slope;
    path->s[i] = from + (to - from) * i / (VERDICT_POINTS - 1);
    path->c[i] = look(w, path->s[i], &slope);
    path->energy[i] = 0.5 * path->c[i] * path->c[i];
    path->force[i] = path->c[i] * slope;
  }
}

void verdict_paths(verdict *v, const xpbd_formula *formula) {
  const way *const *ways = ways_of(formula);
  bool told[2] = {false, false};
  double c_size, slope_size;
  find_sizes(formula, &c_size, &slope_size);
  for (int k = 0; ways[k] && k < VERDICT_PATHS; k++)
    for (int row = 0; row < formula->info.rows; row++) {
      walk w = {.formula = formula, .way = ways[k], .at = {.size = 1, .row = row}};
      sample_corners(formula, w.corner);
      if (!sample_rest(formula, w.corner, row, w.at.rest)) continue;
      sample_material(formula, w.at.material);
      verdict_at(v, "walking along %s from %g to %g", w.way->axis, w.way->from, w.way->to);
      say_leaps(v, &w, c_size, slope_size, told);
      if (row > 0) continue;
      verdict_path *path = &v->facts.path[v->facts.path_count++];
      take_curve(path, &w);
      verdict_at(v, "looking for the range of %s", w.way->axis);
      find_range(path, &w);
      if (!verdict_has(v, VERDICT_NOT_FINITE)) say_range(v, path, &w);
    }
}
