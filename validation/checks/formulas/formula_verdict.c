/* Why this file exists: built-in formulas must pass the verdict that any formula gets, by the same code. With its
 * gradient doubled, the verdict must say that it is 2 x the exact one. */
#include <string.h>

#include "formula_checks.h"
#include "verdict/judge/verdict.h"

static const xpbd_formula *original;

static double doubled_f64(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g) {
  const double c = original->f64(x, rest, material, g);
  for (int i = 0; i < original->info.arity; i++) g[i] = xpbd_v_scale_f64(2.0, g[i]);
  return c;
}

void formula_verdict(check *self, int formula) {
  static verdict v; /* too large for a stack */
  original = xpbd_formula_entry(formula);
  memset(&v, 0, sizeof v);
  verdict_diagnose(&v, original);
  for (int i = 0; i < v.slip_count; i++)
    check_true(self, v.slip[i].remark, "%s: %s", verdict_kind_name(v.slip[i].kind), v.slip[i].text);
  check_at_least(self, v.facts.shapes, 100, "shapes in which gradients were compared");
  check_at_least(self, v.facts.path_count, 1, "ways through shapes that were walked");
  xpbd_formula wrong = *original;
  wrong.f64 = doubled_f64;
  memset(&v, 0, sizeof v);
  verdict_diagnose(&v, &wrong);
  verdict_sort(&v);
  check_control(self, v.slip_count > 0 && v.slip[0].kind == VERDICT_FACTOR && fabs(v.slip[0].ratio - 2.0) < 1e-6,
                "a gradient twice as long, reported: %s", v.slip_count > 0 ? v.slip[0].text : "nothing");
}
