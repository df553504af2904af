/* Why this file exists: finds out which functions a formula calls by calling it. A formula has no `if` on data and
 * evaluates both sides of a choice, so one call with any numbers calls all of them. */
#include "formula/algebraic.h"

#include "xpbd/formula.h"

static _Thread_local bool noted;
static double note(double a) {
  noted = true;
  return a;
}

#define XPBD_SCALAR      64
#define XPBD_OTHER_WORDS "formula/algebraic_words.h"
#include "formula/all.h"

typedef double formula_fn(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g,
                          double *scale);

/* Not inlined into a table of calls, which would take the compiler long. */
#define XPBD_FORMULA_ENTRY(id, ...)                                                                                    \
  static double call_##id(const xpbd_vec3_f64 *x, const double *rest, const double *material, xpbd_vec3_f64 *g,        \
                          double *scale) {                                                                             \
    return xpbd_##id##_f64(x, rest, material, g, scale);                                                               \
  }
#undef XPBD_FORMULA_FIELDS
#define XPBD_FORMULA_FIELDS(...)
#define XPBD_FORMULA_RULE(id)
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY

static formula_fn *const calls[] = {
#define XPBD_FORMULA_ENTRY(id, ...) call_##id,
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
};

bool xpbd_formula_is_algebraic(int index) {
  static const xpbd_vec3_f64 x[XPBD_MAX_ARITY] = {{0, 0, 0}, {1, 0.1, 0}, {0.2, 1, 0.1}, {0.1, 0.3, 1}};
  static const double rest[XPBD_MAX_REST] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  static const double material[XPBD_MAX_MATERIAL] = {1, 0.3, 1, 1, 1, 1};
  xpbd_vec3_f64 g[XPBD_MAX_ARITY];
  double scale = 1.0;
  if (index < 0 || index >= (int)(sizeof calls / sizeof *calls)) return false;
  noted = false;
  (void)calls[index](x, rest, material, g, &scale);
  return !noted;
}
