/* Why this file exists: a formula from a file may be right and yet not pass the checks of the tree that it is moved into: those
 * also ask for a value where it has no direction, or no rest length. Here the same cases are remarks, so that whoever
 * means to keep the formula knows before. */
#include <stdio.h>
#include <string.h>

#include "sample.h"

enum { SHAPES = 60 };

typedef enum collapse { IN_ONE_PLACE, NEARLY, ON_LINE, IN_PLANE, TWO_IN_ONE, COLLAPSES } collapse;
static const char *const collapse_names[COLLAPSES] = {"all particles in one place", "all particles nearly in one place",
                                                      "all particles on a line", "all particles in a plane",
                                                      "two particles in one place"};

static bool applies(const xpbd_formula *formula, collapse kind) {
  if (kind == IN_PLANE) return formula->info.arity == 4;
  return kind == IN_ONE_PLACE || kind == NEARLY || formula->info.arity >= 3;
}

/// `tiny`: of the distance that is left where particles are nearly in one place.
static void make(const xpbd_formula *formula, collapse kind, double tiny, xpbd_vec3_f64 *x) {
  const int arity = formula->info.arity;
  const xpbd_vec3_f64 point = {0.75, -1.25, 2.125}, zero = {0, 0, 0};
  for (int i = 0; i < arity; i++) {
    if (kind == IN_ONE_PLACE || kind == NEARLY) x[i] = zero;
    if (kind == ON_LINE) x[i] = xpbd_v_madd_f64(0.25 * (i * 7 % 5) - 0.5, point, point);
    if (kind == IN_PLANE) x[i].y = 0.75;
  }
  if (kind == NEARLY) x[arity - 1].y = tiny;
  if (kind == TWO_IN_ONE) x[arity - 1] = x[arity - 2];
}

/// In double and in float.
static bool finite_at(const xpbd_formula *formula, const sample *at) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  double c = sample_f64(formula, at, g);
  if (!sample_finite(formula->info.arity, c, g)) return false;
  c = sample_f32(formula, at, g);
  return sample_finite(formula->info.arity, c, g);
}

/// How many are not finite of shapes that a simulation comes to: collapsed, or stretched up to 5 times.
static int unusable_shapes(const xpbd_formula *formula, collapse kind, bool stretched) {
  sample_random random = {89};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  int count = 0;
  for (int i = 0; i < SHAPES; i++) {
    sample at;
    const double tiny = pow(10, sample_between(&random, -44, -3)), factor = sample_between(&random, 0.5, 5);
    if (!sample_draw(formula, &random, &way, &at)) return 0;
    if (stretched)
      for (int k = 0; k < formula->info.arity; k++) at.x[k] = xpbd_v_scale_f64(factor, at.x[k]);
    else
      make(formula, kind, tiny, at.x);
    sample_round(formula, &at);
    count += !finite_at(formula, &at);
  }
  return count;
}

/// Whether C has a value with the rest shape of such an element, or XPBD_REST says that there is none.
static bool knows_rest(const xpbd_formula *formula, collapse kind) {
  sample_random random = {91};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  for (int row = 0; row < formula->info.rows; row++) {
    sample at;
    xpbd_vec3_f64 g[XPBD_MAX_ARITY], bad[XPBD_MAX_ARITY];
    if (!sample_draw(formula, &random, &way, &at)) return true;
    sample_corners(formula, bad);
    make(formula, kind, 1e-20, bad);
    xpbd_rest_shape(formula, bad, NULL, row, at.rest);
    if (isnan(at.rest[0])) continue;
    const double c = sample_f64(formula, &at, g);
    if (!sample_finite(formula->info.arity, c, g)) return false;
  }
  return true;
}

/// A rest shape that is no number must show: in C or in its gradient.
static bool hides_no_rest(const xpbd_formula *formula) {
  sample_random random = {95};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  sample at;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  if (formula->info.rest_count == 0 || !sample_draw(formula, &random, &way, &at)) return false;
  at.rest[0] = NAN;
  const double c = sample_f64(formula, &at, g);
  return sample_finite(formula->info.arity, c, g);
}

/// A gradient where all particles are in one place is one that rounding picked; -1 = it is as it must be.
static double stray_gradient(const xpbd_formula *formula) {
  sample_random random = {93};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  sample at;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  if (formula->info.traits & XPBD_TURNING || !sample_draw(formula, &random, &way, &at)) return -1;
  make(formula, IN_ONE_PLACE, 0, at.x);
  sample_f64(formula, &at, g);
  const double norm = sample_norm(formula->info.arity, g);
  return norm > 0 ? norm : -1;
}

/// "a, b and c" of the kinds marked; "" = none.
static void list_of(const bool marked[COLLAPSES + 1], char *out, size_t capacity) {
  size_t used = 0;
  int left = 0;
  out[0] = '\0';
  for (int k = 0; k <= COLLAPSES; k++) left += marked[k];
  for (int k = 0; k <= COLLAPSES; k++) {
    if (!marked[k] || used >= capacity) continue;
    left--;
    used += (size_t)snprintf(out + used, capacity - used, "%s%s",
                             used == 0   ? ""
                             : left == 0 ? " and "
                                         : ", ",
                             k < COLLAPSES ? collapse_names[k] : "elements of up to 5 times their size");
  }
}

void verdict_tree(verdict *v, const xpbd_formula *formula) {
  bool shapes[COLLAPSES + 1] = {false}, rests[COLLAPSES + 1] = {false};
  char list[240];
  if (verdict_has(v, VERDICT_NOT_FINITE) || verdict_has(v, VERDICT_OVERFLOW)) return; /* which says it as a fault */
  for (int kind = 0; kind <= COLLAPSES; kind++) {
    if (kind < COLLAPSES && !applies(formula, (collapse)kind)) continue;
    verdict_at(v, "evaluating it with %s",
               kind < COLLAPSES ? collapse_names[kind] : "elements of up to 5 times their size");
    if (!(formula->info.traits & XPBD_LITERAL))
      shapes[kind] = unusable_shapes(formula, (collapse)kind, kind == COLLAPSES) > 0;
    if (kind < COLLAPSES) rests[kind] = !knows_rest(formula, (collapse)kind);
  }
  list_of(shapes, list, sizeof list);
  if (list[0])
    verdict_say(
        v, VERDICT_NOT_FINITE, true,
        "in the tree its check formulas/%s/degenerate would fail: C or its gradient is not finite with %s; guard "
        "the division or the logarithm with XPBD_SELECT_GT",
        formula->info.name, list);
  list_of(rests, list, sizeof list);
  if (list[0])
    verdict_say(
        v, VERDICT_REST, true,
        "in the tree its check formulas/%s/rest would fail: C or its gradient is not finite where the rest shape "
        "has %s; guard the division by it with XPBD_SELECT_GT, or set rest[0] to XPBD_NO_REST there",
        formula->info.name, list);
  if (hides_no_rest(formula))
    verdict_say(
        v, VERDICT_REST, true,
        "in the tree its check formulas/%s/rest would fail: with NaN in rest[0] C and its gradient are numbers, so "
        "that a missing rest shape does not show",
        formula->info.name);
  const double stray = stray_gradient(formula);
  if (stray > 0)
    verdict_say(
        v, VERDICT_NOT_FINITE, true,
        "in the tree its check formulas/%s/degenerate would fail: the gradient is %.3g with all particles in one "
        "place, where it has no direction and must be 0",
        formula->info.name, stray);
}
