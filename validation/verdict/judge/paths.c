/* Why this file exists: follows ways through shapes (stretch, shear, size, fold) and looks at C and its gradient
 * closely. It finds where one of them jumps and how far they are finite, and records curves to draw. */
#include <stdio.h>
#include <string.h>

#include "real.h"
#include "ways.h"

enum { INTERVALS = 700, COARSE = 70, OTHERS = 16, VALUES = 150 }; /* COARSE where each evaluation is a message, too */

/// A way of one formula, for one row.
typedef struct walk {
  const xpbd_formula *formula;
  const way *way;
  sample at;
  xpbd_vec3_f64 corner[XPBD_MAX_ARITY];
  double c_size, slope_size; ///< Usual C and gradient, the units of jumps.
  double from, to;           ///< Of the way.
  int intervals;
  double least_jump, least_kink; ///< Of the usual C and gradient.
  double hole;                   ///< Where C is not finite between the ends of `finite`; NaN = nowhere.
  double finite[2];
  char with[120]; ///< What differs from the usual walk, as ", with k = 3".
} walk;

static double look(walk *w, double s, double *slope) {
  xpbd_vec3_f64 velocity[XPBD_MAX_ARITY];
  w->way->at(w->corner, w->formula->info.arity, s, w->at.x, velocity);
  return sample_along(w->formula, &w->at, velocity, slope);
}

/// In double: the complex root of a negative number is finite.
static bool has_value(walk *w, double s) {
  xpbd_vec3_f64 velocity[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
  w->way->at(w->corner, w->formula->info.arity, s, w->at.x, velocity);
  return isfinite(sample_f64(w->formula, &w->at, g));
}

/// A place where C or its slope jumps.
typedef struct leap {
  double s, size;
  bool pole; ///< C grows without bound there.
} leap;

/// Halves an interval again and again and keeps the half with more of the jump. The jump is the change of C that its
/// slope does not explain, or the change of the slope itself.
static leap narrow(walk *w, double a, double b, bool of_slope) {
  double da, db, dm, ca = look(w, a, &da), cb = look(w, b, &db);
  const double usual = w->c_size + fabs(ca) + fabs(cb) + (b - a) * (fabs(da) + fabs(db));
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
  /* a change that the slope or the rounding of large numbers explains is no jump */
  const double smooth =
      of_slope ? 1e-6 * (fabs(da) + fabs(db)) : 100 * (b - a) * (fabs(da) + fabs(db)) + 1e-9 * fabs(cb);
  return (leap){fabs(at) < 1e-6 ? 0 : at, fabs(size) > smooth ? size : 0, fmin(fabs(ca), fabs(cb)) > 1e5 * usual};
}

/// Usual C and gradient in ordinary shapes of a size [m], as the unit of jumps. NULL: the standard material.
static void find_sizes(const xpbd_formula *formula, double size, const double *material, double *c_size,
                       double *slope_size) {
  sample_random random = {71};
  const sample_way usual = {.amplitude = 0.25, .least = size, .most = size};
  *c_size = *slope_size = 0;
  for (int i = 0; i < sample_fewer(60); i++) {
    sample at;
    xpbd_vec3_f64 e[XPBD_MAX_ARITY];
    if (!sample_draw(formula, &random, &usual, &at)) return;
    if (material) memcpy(at.material, material, sizeof at.material);
    const double c = sample_exact(formula, &at, e);
    if (!sample_finite(formula->info.arity, c, e)) continue;
    *c_size = fmax(*c_size, fabs(c));
    *slope_size = fmax(*slope_size, sample_norm(formula->info.arity, e));
  }
}

/// Whether C rises in stairs around the jump, each about as high as the jump. Such stairs are rounding of large
/// numbers.
static bool is_stairs(walk *w, leap jump) {
  double slope, unused, low = w->from, high = w->to;
  const double here = look(w, jump.s + 1e-6, &slope);
  const double step = fmin(0.5 * fabs(jump.size) / fabs(slope), 0.01 * (high - low));
  int high_steps = 0;
  if (!isfinite(here) || !isfinite(step)) return false;
  for (int k = -8; k < 8; k++) {
    const double a = jump.s + (k + 0.3) * step, change = look(w, a + step, &unused) - look(w, a, &slope);
    high_steps += a > low && a + step < high && fabs(change - slope * step) > 0.3 * fabs(jump.size);
  }
  return high_steps >= 3;
}

/// The largest jump of C and of its slope along the way, and the last pole. A size of 0, or no pole: none.
static void find_leaps(walk *w, leap *jump, leap *kink, leap *pole) {
  const way *along = w->way;
  const double ratio = way_is_size(along) ? pow(w->to / w->from, 1.0 / w->intervals) : 1,
               step = (w->to - w->from) / w->intervals;
  w->hole = NAN;
  *jump = *kink = *pole = (leap){NAN, 0, false};
  for (int i = 0; i < w->intervals; i++) {
    /* odd ends that no one uses as a threshold, so that a jump lies inside an interval */
    const double t = i + 0.00123, a = ratio > 1 ? w->from * pow(ratio, t) : w->from + step * t,
                 b = ratio > 1 ? a * ratio : a + step;
    double da, db;
    const double ca = look(w, a, &da), cb = look(w, b, &db);
    if (a > w->finite[0] && a < w->finite[1] && isnan(w->hole) && !has_value(w, a)) w->hole = a;
    if (!isfinite(ca + cb + da + db)) continue;
    const leap one = narrow(w, a, b, false), two = narrow(w, a, b, true);
    if (one.pole) *pole = one;
    if (one.pole) continue;
    if (fabs(one.size) > fabs(jump->size)) *jump = one;
    if (fabs(two.size) > fabs(kink->size) && !(fabs(one.size) > 1e-6 * w->c_size)) *kink = two;
  }
}

static void say_pole(verdict *v, walk *w, double s) {
  const bool declared = (w->formula->info.traits & XPBD_LITERAL) != 0;
  char advice[VERDICT_ADVICE];
  verdict_slip *slip = verdict_say(v, VERDICT_RANGE, declared, "C has a pole at %s %.6g%s: it is infinite there%s",
                                   w->way->name, s, w->with, verdict_advice(w->formula, XPBD_LITERAL, NULL, advice));
  slip->ratio = s;
  snprintf(slip->where, sizeof slip->where, "%s %.6g", w->way->name, s);
}

static void say_leaps(verdict *v, walk *w, bool *told) {
  leap jump, kink, pole;
  find_leaps(w, &jump, &kink, &pole);
  const char *name = w->way->name;
  char text[VERDICT_ADVICE];
  verdict_slip *slip;
  if (pole.pole && !(w->with[0] && w->formula->info.traits & XPBD_LITERAL) && !verdict_has(v, VERDICT_RANGE))
    say_pole(v, w, pole.s);
  if (!told[0] && fabs(jump.size) > w->least_jump * w->c_size && w->c_size > 0 && !is_stairs(w, jump)) {
    slip =
        verdict_say(v, VERDICT_JUMP, false, "C jumps by %.4g%s at %s %.6g%s: projections throw the element across it",
                    jump.size, verdict_unit(&w->formula->info, text), name, jump.s, w->with);
    slip->ratio = jump.size;
    snprintf(slip->where, sizeof slip->where, "%s %.6g", name, jump.s);
    told[0] = true;
  }
  if (!told[1] && fabs(kink.size) > w->least_kink * w->slope_size && w->slope_size > 0) {
    const bool declared = (w->formula->info.traits & XPBD_KINKED) != 0;
    const bool flat = w->way == &way_height && fabs(kink.s) < 1e-6; /* an axis without length has no direction */
    slip = verdict_say(
        v, VERDICT_KINK, declared || flat, "the gradient jumps by %.4g at %s %.6g%s, %.3g of its usual size%s",
        kink.size, name, kink.s, w->with, fabs(kink.size) / w->slope_size,
        flat ? ", where the element has no volume" : verdict_advice(w->formula, XPBD_KINKED, NULL, text));
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
                             angle                   ? -2.97
                             : w->way == &way_shear  ? -1e9
                             : w->way == &way_height ? -10
                                                     : 1e-9,
                             single);
    path->high[place] = reach(w, 1, angle ? 2.97 : 1e9, single);
  }
}

/// A part of a way in which a formula must be usable.
typedef struct span {
  double low, high;
  bool real; ///< Beyond ordinary shapes, but within those of real meshes.
} span;

static span span_of(const way *one, bool real) {
  if (way_is_size(one)) return real ? (span){0.1, 10, true} : (span){0.5, 2, false};
  if (one == &way_height) return real ? (span){0.1, 10, true} : (span){0.25, 2, false};
  if (one == &way_fold) return real ? (span){-2.967, 2.967, true} : (span){-2.5, 2.5, false}; /* 170 degrees */
  return real ? (span){-3, 3, true} : (span){-0.75, 0.75, false};
}

/// Reports where the formula is not usable in a part of the way: an overflow if C is infinite there, else NaN. False if
/// it is usable in the whole part.
static bool say_range(verdict *v, const verdict_path *path, walk *w, span part) {
  const bool declared = (w->formula->info.traits & XPBD_LITERAL) != 0;
  for (int place = 0; place < 2; place++) {
    const char *precision = place == 0 ? "float" : "double";
    const bool above = path->high[place]<part.high, below = path->low[place]> part.low;
    if (!above && !below) continue;
    const double end = above ? path->high[place] : path->low[place];
    double slope;
    const double c = look(w, above ? end + 0.05 : end - 0.05, &slope);
    const bool overflow = above && !isnan(c);
    char advice[VERDICT_ADVICE];
    verdict_slip *slip =
        verdict_say(v,
                    part.real  ? VERDICT_RANGE
                    : overflow ? VERDICT_OVERFLOW
                               : VERDICT_NOT_FINITE,
                    declared, "C or |gradient|^2 is not finite in %s %s %s %.4g%s", precision,
                    above ? "above" : "below", path->name, end, verdict_advice(w->formula, XPBD_LITERAL, NULL, advice));
    slip->ratio = end;
    snprintf(slip->where, sizeof slip->where, "%s %.4g, %s", path->name, end, precision);
    return true;
  }
  return false;
}

static void take_curve(verdict_path *path, walk *w) {
  snprintf(path->name, sizeof path->name, "%s", w->way->name);
  snprintf(path->axis, sizeof path->axis, "%s", w->way->axis);
  path->rest = w->way->rest;
  const bool size = way_is_size(w->way);
  const double from = size ? 0.4 : w->way->from, to = size ? 1.6 : w->way->to;
  xpbd_vec3_f64 velocity[XPBD_MAX_ARITY];
  path->count = VERDICT_POINTS;
  for (int i = 0; i < VERDICT_POINTS; i++) {
    double exact, coded;
    path->s[i] = from + (to - from) * i / (VERDICT_POINTS - 1);
    path->c[i] = look(w, path->s[i], &exact);
    w->way->at(w->corner, w->formula->info.arity, path->s[i], w->at.x, velocity);
    sample_coded_along(w->formula, &w->at, velocity, &coded);
    path->energy[i] = 0.5 * path->c[i] * path->c[i];
    path->force[i] = path->c[i] * coded;
    path->exact[i] = w->formula->c64 ? path->c[i] * exact : NAN;
  }
}

/// A walk from corners at rest, in the usual way.
static walk usual_walk(const xpbd_formula *formula, const way *one, int row) {
  walk w = {.formula = formula, .way = one, .at = {.size = 1, .row = row}, .from = one->from, .to = one->to};
  w.intervals = formula->c64 ? INTERVALS : COARSE;
  w.least_jump = 1e-6, w.least_kink = 1e-3;
  w.finite[0] = HUGE_VAL, w.finite[1] = -HUGE_VAL; /* find_range() looks at that */
  sample_corners(formula, w.corner);
  sample_material(formula, w.at.material);
  return w;
}

/// A value in the range of a material number, t = 0 .. 1, evenly if wanted.
static double material_at(const xpbd_material *m, double t, bool even) {
  return even ? m->minimum + (fmin(m->maximum, 1e30) - m->minimum) * t : sample_in_range(m, t);
}

/// Each number of the material over its range: C must be a number near rest.
static bool say_material(verdict *v, walk *w) {
  const xpbd_formula_info *info = &w->formula->info;
  verdict_at(v, "evaluating it over the ranges of the material");
  for (int m = 0; m < info->material_count; m++)
    for (int k = 1; k < 2 * VALUES; k++) {
      w->at.material[m] = material_at(&info->material[m], (k % VALUES + 0.37) / VALUES, k >= VALUES);
      const bool bad = !xpbd_formula_violates(w->formula, w->at.material) && !has_value(w, w->way->rest + 0.05);
      const double value = w->at.material[m];
      w->at.material[m] = info->material[m].standard;
      if (!bad) continue;
      verdict_slip *slip =
          verdict_say(v, VERDICT_NOT_FINITE, false,
                      "with %.40s = %.4g, which is in its range, C is not finite near rest: narrow the "
                      "range in the entry",
                      info->material[m].name, value);
      snprintf(slip->where, sizeof slip->where, "%.40s = %.4g", info->material[m].name, value);
      return true;
    }
  return false;
}

/// Walk k of others: a small or a large element, another material, stretched in another direction, folded at rest.
static bool other_walk(const xpbd_formula *formula, sample_random *random, int k, walk *w) {
  static const double sizes[3] = {1, 1e-3, 10};
  const xpbd_formula_info *info = &formula->info;
  const double size = k < 4 ? 1 : sizes[k % 3],
               angle = info->element == XPBD_ON_HINGES ? 0 : 0.7853981633974483 * (k % 4);
  xpbd_vec3_f64 from[XPBD_MAX_ARITY];
  double material[XPBD_MAX_MATERIAL];
  memcpy(material, w->at.material, sizeof material);
  for (int m = 0; m < info->material_count && k > 5; m++)
    material[m] = material_at(&info->material[m], sample_between(random, 0, 1), k & 1);
  if (xpbd_formula_violates(formula, material)) return false;
  memcpy(w->at.material, material, sizeof material);
  for (int i = 0; i < info->arity; i++) {
    const xpbd_vec3_f64 a = w->corner[i];
    from[i] = xpbd_v_scale_f64(size, a);
    w->corner[i] = (xpbd_vec3_f64){size * (cos(angle) * a.x - sin(angle) * a.y),
                                   size * (sin(angle) * a.x + cos(angle) * a.y), size * a.z};
  }
  if (info->element == XPBD_ON_HINGES && k % 4 > 1) real_fold(from, k % 4 > 2 ? 35 : -35);
  w->at.size = size;
  if (k > 5 && info->material_count > 0)
    snprintf(w->with, sizeof w->with, ", with %.20s = %.4g", info->material[0].name, material[0]);
  if (k > 5 && info->material_count > 1) {
    const size_t end = strlen(w->with);
    snprintf(w->with + end, sizeof w->with - end, ", %.16s = %.4g", info->material[1].name, material[1]);
  }
  size_t used = strlen(w->with);
  if (size != 1) snprintf(w->with + used, sizeof w->with - used, ", edges of about %g m", size);
  used = strlen(w->with);
  if (angle > 0) snprintf(w->with + used, sizeof w->with - used, ", at %d degrees to x0 x1", k % 4 * 45);
  return sample_rest(formula, from, w->at.row, w->at.rest);
}

/// Walks with other sizes, materials and directions, more coarsely. A declared kink is not reported again.
static void walk_others(verdict *v, const xpbd_formula *formula, bool *told) {
  const way *const *ways = ways_of(formula);
  const bool literal = (formula->info.traits & XPBD_LITERAL) != 0;
  sample_random random = {73};
  walk w = usual_walk(formula, ways[0], 0);
  told[1] |= (formula->info.traits & XPBD_KINKED) != 0;
  if (!literal && sample_rest(formula, w.corner, 0, w.at.rest) && say_material(v, &w)) return;
  for (int k = 0; k < OTHERS && formula->c64; k++)
    for (int i = 0; ways[i]; i++) {
      w = usual_walk(formula, ways[i], k % formula->info.rows);
      if (!other_walk(formula, &random, k, &w)) continue;
      if (ways[i] == &way_height) w.from = -1.5;
      if (ways[i] == &way_fold) w.from = -2.4, w.to = 2.4; /* by less than half a turn, where a fold starts again */
      w.intervals = COARSE, w.least_jump = 1e-3, w.least_kink = 1e-2;
      const span part = span_of(ways[i], k < 6);
      w.finite[0] = part.low, w.finite[1] = part.high;
      verdict_at(v, "walking along %s%s", ways[i]->axis, w.with);
      find_sizes(formula, w.at.size, w.at.material, &w.c_size, &w.slope_size);
      const int before = v->slip_count;
      if (!(literal && told[0] && told[1])) say_leaps(v, &w, told);
      if (isnan(w.hole) || literal || v->slip_count > before || verdict_has(v, VERDICT_RANGE) ||
          verdict_has(v, VERDICT_NOT_FINITE))
        continue;
      char advice[VERDICT_ADVICE];
      verdict_slip *slip = verdict_say(v, VERDICT_RANGE, false, "C is not finite at %s %.4g%s%s", ways[i]->name, w.hole,
                                       w.with, verdict_advice(formula, XPBD_LITERAL, NULL, advice));
      slip->ratio = w.hole;
      snprintf(slip->where, sizeof slip->where, "%s %.4g", ways[i]->name, w.hole);
    }
}

void verdict_paths(verdict *v, const xpbd_formula *formula) {
  const way *const *ways = ways_of(formula);
  bool told[2] = {v->facts.noise > 0, false}; /* a C without digits jumps from one to the next */
  double c_size, slope_size;
  find_sizes(formula, 1, NULL, &c_size, &slope_size);
  for (int k = 0; ways[k] && k < VERDICT_PATHS; k++)
    for (int row = 0; row < formula->info.rows; row++) {
      walk w = usual_walk(formula, ways[k], row);
      w.c_size = c_size, w.slope_size = slope_size;
      if (!sample_rest(formula, w.corner, row, w.at.rest)) continue;
      verdict_at(v, "walking along %s from %g to %g", w.way->axis, w.way->from, w.way->to);
      say_leaps(v, &w, told);
      if (row > 0) continue;
      verdict_path *path = &v->facts.path[v->facts.path_count++];
      take_curve(path, &w);
      verdict_at(v, "looking for the range of %s", w.way->axis);
      find_range(path, &w);
      if (verdict_has(v, VERDICT_NOT_FINITE) || verdict_has(v, VERDICT_RANGE)) continue;
      if (!say_range(v, path, &w, span_of(w.way, false))) say_range(v, path, &w, span_of(w.way, true));
    }
  if (!verdict_has(v, VERDICT_KINDS)) walk_others(v, formula, told);
}
