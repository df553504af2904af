/* Why this file exists: checks that a formula stays inside its arrays and sets its rest shape. */
#include "measure/bounds.h"
#include "sample.h"

static void say_bounds(verdict *v, const xpbd_bounds *bounds) {
  verdict_say(v, VERDICT_OUT_OF_BOUNDS, false, "%s", bounds->text)->particle = bounds->particle;
}

void verdict_arrays(verdict *v, const xpbd_formula *formula) {
  sample_random random = {11};
  sample at;
  xpbd_bounds bounds;
  int unset;
  const sample_way way = {.amplitude = 0.25, .least = 1.0, .most = 1.0};
  verdict_at(v, "computing the rest shape of an ordinary element");
  if (!sample_draw(formula, &random, &way, &at)) {
    verdict_say(v, VERDICT_REST, false,
                "no rest shape: XPBD_REST gives NaN or infinity for every element that was tried");
    return;
  }
  if (!formula->f32) return; /* another process has no access to these arrays */
  const bool broken = xpbd_bounds_rest_broken(formula, at.from, at.row, &unset, &bounds);
  if (unset >= 0)
    verdict_say(v, VERDICT_REST, false, "XPBD_REST never sets rest[%d], but the entry announces %d number%s", unset,
                formula->info.rest_count, formula->info.rest_count == 1 ? "" : "s");
  if (broken) say_bounds(v, &bounds);
  verdict_at(v, "evaluating C and its gradient in an ordinary shape");
  for (int scalar = 32; scalar <= 128 && !verdict_has(v, VERDICT_OUT_OF_BOUNDS); scalar *= 2)
    if (xpbd_bounds_broken(formula, scalar, at.x, at.rest, at.material, &bounds)) say_bounds(v, &bounds);
}
