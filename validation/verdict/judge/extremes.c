/* Why this file exists: tests shapes without a direction (all particles in one place, on a line, two together, inside
 * out), the ends of the material's ranges, and the digits that float leaves. A law may be infinite at a pole. It must
 * not be NaN unless the entry says that it is as printed (XPBD_LITERAL). */
#include <stdio.h>
#include <string.h>

#include "sample.h"

enum { SHAPES = 160 };

/* Not collapsed, but turned inside out. */
enum { MIRRORED = SAMPLE_COLLAPSES, KINDS = 5 };
static const int kinds[KINDS] = {MIRRORED, AT_POINT, PAIR_AT_POINT, ON_LINE, ON_PLANE};

/// The way along which C ends before particles meet; NULL = none.
static const verdict_path *ends_before(const verdict *v) {
  for (int i = 0; i < v->facts.path_count; i++) {
    const verdict_path *path = &v->facts.path[i];
    const bool size = strcmp(path->name, "stretch") == 0 || strcmp(path->name, "size") == 0;
    if (size && path->low[1] > 1e-3) return path;
  }
  return NULL;
}

void verdict_extremes(verdict *v, const xpbd_formula *formula) {
  const bool declared = (formula->info.traits & XPBD_LITERAL) != 0;
  bool told = false;
  const int arity = formula->info.arity;
  sample_random random = {83};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  for (int k = 0; k < KINDS; k++) {
    const int kind = kinds[k];
    const bool mirrored = kind == MIRRORED, tets = mirrored || kind == ON_PLANE;
    const char *name = mirrored ? "the element turned inside out" : sample_collapsed[kind].name;
    if (tets ? formula->info.element != XPBD_ON_TETS : arity < sample_collapsed[kind].arity) continue;
    bool nan[2] = {false, false}, infinite = false;
    for (int i = 0; i < 8; i++) {
      sample at;
      xpbd_vec3_f64 g[XPBD_MAX_ARITY];
      if (!sample_draw(formula, &random, &way, &at)) break;
      if (!mirrored) sample_make(arity, (sample_collapse)kind, 0, at.x);
      for (int p = 0; mirrored && p < arity; p++) at.x[p].z = -at.x[p].z;
      verdict_at(v, "evaluating it with %s", name);
      for (int single = 0; single < (formula->f32 ? 2 : 1); single++) {
        const double c = single ? sample_f32(formula, &at, g) : sample_f64(formula, &at, g);
        const double square = sample_inner(arity, g, g);
        nan[single] = nan[single] || isnan(c) || isnan(square);
        infinite = infinite || isinf(c) || isinf(square);
      }
    }
    if (!nan[0] && !nan[1] && !infinite) continue;
    const verdict_path *end = mirrored ? NULL : ends_before(v);
    if (end) { /* coincident particles are not the cause */
      if (!told && !verdict_has(v, VERDICT_RANGE))
        verdict_say(v, VERDICT_RANGE, declared,
                    "C or its gradient is not finite in double below %.4g times the rest size (%s): a simulation that "
                    "crushes an element that far finds no value",
                    end->low[1], end->name)
            ->ratio = end->low[1];
      told = true;
      continue;
    }
    const bool any = nan[0] || nan[1];
    /* a pole where particles meet is the end of a law, but a mirrored element has a shape */
    const verdict_kind what = mirrored || !any ? VERDICT_NOT_FINITE : VERDICT_RANGE;
    const bool first = !verdict_has(v, what);
    char advice[VERDICT_ADVICE];
    static const char *const guard = "guard the division or the logarithm with XPBD_SELECT_GT, or";
    verdict_slip *slip =
        verdict_say(v, what, declared || !any,
                    any ? "C or its gradient is NaN in %s with %s%s" : "C or its gradient is infinite%.0s with %s%s",
                    nan[0] ? "double" : "float", name,
                    !any || declared ? ": solvers leave it alone there"
                    : first          ? verdict_advice(formula, XPBD_LITERAL, guard, advice)
                                     : "");
    snprintf(slip->where, sizeof slip->where, "%s", name);
  }
}

/// A number of the material at an end of its range: the formula must be usable near rest.
static void at_end(verdict *v, const xpbd_formula *formula, int number, bool largest) {
  const xpbd_material *m = &formula->info.material[number];
  sample_random random = {97};
  const sample_way way = {.amplitude = 0.05, .least = 1.0, .most = 1.0};
  verdict_at(v, "evaluating it with %s = %g", m->name, largest ? m->maximum : m->minimum);
  for (int i = 0; i < 12; i++) {
    sample at;
    xpbd_vec3_f64 g[XPBD_MAX_ARITY];
    if (!sample_draw(formula, &random, &way, &at)) return;
    at.material[number] = largest ? m->maximum : m->minimum;
    if (xpbd_formula_violates(formula, at.material)) return; /* alone it needs another with it */
    for (int single = 0; single < (formula->f32 ? 2 : 1); single++) {
      const double c = single ? sample_f32(formula, &at, g) : sample_f64(formula, &at, g);
      const double square = sample_inner(formula->info.arity, g, g);
      if (isfinite(c) && isfinite(single ? (double)(float)square : square)) continue;
      const bool declared = (formula->info.traits & XPBD_LITERAL) != 0;
      verdict_slip *slip =
          verdict_say(v, isnan(c) || isnan(square) ? VERDICT_NOT_FINITE : VERDICT_OVERFLOW, declared,
                      "with %s = %g, the %s of its range, C or |gradient|^2 is not finite in %s near rest: narrow the "
                      "range in the entry",
                      m->name, at.material[number], largest ? "largest" : "smallest", single ? "float" : "double");
      snprintf(slip->where, sizeof slip->where, "%s = %g", m->name, at.material[number]);
      verdict_before(slip, slip->kind); /* it happens in any shape, collapsed ones included */
      return;
    }
  }
}

void verdict_floats(verdict *v, const xpbd_formula *formula) {
  for (int i = 0; i < formula->info.material_count; i++) at_end(v, formula, i, false), at_end(v, formula, i, true);
  if (!formula->f32) return;
  static sample at[SHAPES];
  static xpbd_vec3_f64 g[SHAPES][XPBD_MAX_ARITY], h[SHAPES][XPBD_MAX_ARITY];
  const int arity = formula->info.arity;
  sample_random random = {101};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  double square = 0, worst = 0;
  int count = 0;
  verdict_at(v, "comparing float with double");
  for (int i = 0; i < SHAPES; i++) {
    if (!sample_draw(formula, &random, &way, &at[count])) return;
    sample_round(formula, &at[count]);
    const double c = sample_f64(formula, &at[count], g[count]), d = sample_f32(formula, &at[count], h[count]);
    if (!sample_finite(arity, c, g[count]) || !sample_finite(arity, d, h[count])) continue;
    square += sample_inner(arity, g[count], g[count]);
    count++;
  }
  const double usual = sqrt(square / count);
  int lost = 0;
  for (int i = 0; i < count; i++) {
    const double error = sample_distance(arity, g[i], h[i]) / (sample_norm(arity, g[i]) + usual);
    worst = fmax(worst, error);
    lost += error > 1e-3;
  }
  v->facts.worst_float = worst;
  if (verdict_has(v, VERDICT_NOT_FINITE)) return;
  if (lost == 0) {
    verdict_real_floats(v, formula);
    return;
  }
  const bool declared = (formula->info.traits & XPBD_SINGULAR) != 0;
  char advice[VERDICT_ADVICE];
  verdict_say(v, VERDICT_PRECISION, declared,
              "in float the gradient keeps only %.1f digits in %d of %d ordinary shapes: something cancels (1 - cos, "
              "e^x - 1, acos near 1%s)%s",
              -log10(worst), lost, count,
              v->facts.worst_gradient > 1e-12 ? ", a difference of C with a small step" : "",
              verdict_advice(formula, XPBD_SINGULAR, "use XPBD_EXPM1, XPBD_ATAN2, or", advice));
}
