/* Why this file exists: a right formula from a file may still fail the checks of the tree when it is moved there. Those
 * also require a value where it has no direction or no rest length. Remarks tell this to anyone who wants to add the
 * formula. */
#include <stdio.h>

#include "sample.h"

enum { SHAPES = 60 };

/// Of a sample_collapse, or of the stretched elements that follow those kinds.
static const char *name_of(int kind) {
  return kind < SAMPLE_COLLAPSES ? sample_collapsed[kind].name : "elements of up to 5 times their size";
}

/// In double and in float.
static bool finite_at(const xpbd_formula *formula, const sample *at) {
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  double c = sample_f64(formula, at, g);
  if (!sample_finite(formula->info.arity, c, g)) return false;
  c = sample_f32(formula, at, g);
  return sample_finite(formula->info.arity, c, g);
}

/// Whether C or its gradient is not finite in a shape of this kind, which a simulation may reach.
static bool has_unusable_shape(const xpbd_formula *formula, int kind) {
  sample_random random = {89};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  for (int i = 0; i < SHAPES; i++) {
    sample at;
    const double tiny = pow(10, sample_between(&random, -44, -3)), factor = sample_between(&random, 0.5, 5);
    if (!sample_draw(formula, &random, &way, &at)) return false;
    if (kind == SAMPLE_COLLAPSES)
      for (int k = 0; k < formula->info.arity; k++) at.x[k] = xpbd_v_scale_f64(factor, at.x[k]);
    else
      sample_make(formula->info.arity, (sample_collapse)kind, tiny, at.x);
    sample_round(formula, &at);
    if (!finite_at(formula, &at)) return true;
  }
  return false;
}

/// Whether C has a value with the rest shape of such an element, or XPBD_REST says that there is none.
static bool knows_rest(const xpbd_formula *formula, sample_collapse kind) {
  sample_random random = {91};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  for (int row = 0; row < formula->info.rows; row++) {
    sample at;
    xpbd_vec3_f64 g[XPBD_MAX_ARITY], bad[XPBD_MAX_ARITY];
    if (!sample_draw(formula, &random, &way, &at)) return true;
    sample_corners(formula, bad);
    sample_make(formula->info.arity, kind, 1e-20, bad);
    xpbd_rest_shape(formula, bad, NULL, row, at.rest);
    if (isnan(at.rest[0])) continue;
    const double c = sample_f64(formula, &at, g);
    if (!sample_finite(formula->info.arity, c, g)) return false;
  }
  return true;
}

/// A rest shape that is NaN must show in C or in its gradient.
static bool hides_no_rest(const xpbd_formula *formula) {
  sample_random random = {95};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  sample at;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  if (formula->info.rest_count == 0 || !sample_draw(formula, &random, &way, &at)) return false;
  if (formula->info.traits & XPBD_ROWS_ALIKE) at.rest[formula->info.rest_count - 1] = 0; /* rows share it */
  at.rest[0] = NAN;
  const double c = sample_f64(formula, &at, g);
  return sample_finite(formula->info.arity, c, g);
}

/// With all particles in one place, rounding picks the direction of a gradient. Returns its length, -1 if it is 0.
static double stray_gradient(const xpbd_formula *formula) {
  sample_random random = {93};
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  sample at;
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  if (formula->info.traits & XPBD_TURNING || !sample_draw(formula, &random, &way, &at)) return -1;
  sample_make(formula->info.arity, AT_ORIGIN, 0, at.x);
  sample_f64(formula, &at, g);
  const double norm = sample_norm(formula->info.arity, g);
  return norm > 0 ? norm : -1;
}

/// "a, b and c" for the marked kinds; "" = none.
static void list_of(const bool marked[SAMPLE_COLLAPSES + 1], char *out, size_t capacity) {
  int left = 0;
  out[0] = '\0';
  for (int k = 0; k <= SAMPLE_COLLAPSES; k++) left += marked[k];
  for (int k = 0; k <= SAMPLE_COLLAPSES; k++)
    if (marked[k]) verdict_list(out, capacity, name_of(k), --left);
}

void verdict_tree(verdict *v, const xpbd_formula *formula) {
  bool shapes[SAMPLE_COLLAPSES + 1] = {false}, rests[SAMPLE_COLLAPSES + 1] = {false};
  char list[240];
  if (verdict_has(v, VERDICT_NOT_FINITE) || verdict_has(v, VERDICT_OVERFLOW)) return; /* that is reported as a fault */
  for (int kind = 0; kind <= SAMPLE_COLLAPSES; kind++) {
    const bool collapsed = kind < SAMPLE_COLLAPSES;
    if (kind == AT_POINT || (collapsed && formula->info.arity < sample_collapsed[kind].arity)) continue;
    verdict_at(v, "evaluating it with %s", name_of(kind));
    if (!(formula->info.traits & XPBD_LITERAL)) shapes[kind] = has_unusable_shape(formula, kind);
    if (collapsed) rests[kind] = !knows_rest(formula, (sample_collapse)kind);
  }
  list_of(shapes, list, sizeof list);
  if (list[0])
    verdict_say(v, VERDICT_NOT_FINITE, true,
                VERDICT_IN_TREE "%s/degenerate` will fail: C or its gradient is not finite with %s; guard the division "
                                "or the logarithm with XPBD_SELECT_GT",
                formula->info.name, list);
  list_of(rests, list, sizeof list);
  if (list[0])
    verdict_say(v, VERDICT_REST, true,
                VERDICT_IN_TREE "%s/rest` will fail: C or its gradient is not finite where the rest shape has %s; "
                                "guard the division by it with XPBD_SELECT_GT, or set rest[0] to XPBD_NO_REST there",
                formula->info.name, list);
  if (hides_no_rest(formula))
    verdict_say(v, VERDICT_REST, true,
                VERDICT_IN_TREE "%s/rest` will fail: with NaN in rest[0] C and its gradient are numbers, so that a "
                                "missing rest shape does not show",
                formula->info.name);
  const double stray = stray_gradient(formula);
  if (stray > 0)
    verdict_say(v, VERDICT_NOT_FINITE, true,
                VERDICT_IN_TREE "%s/degenerate` will fail: the gradient is %.3g with all particles in one place, where "
                                "it has no direction and must be 0",
                formula->info.name, stray);
}
