/* Why this file exists: every backend owes its equal bits to our own functions. math_functions.c tests their accuracy
 * and their loops. Here are exp and expm1 at special values, and the complex reading of both. */
#include <float.h>
#include <math.h>

#include "runner/check.h"
#include "formula/table.h"
#include "math_functions.h"

static double exp_of(double a, bool single) {
  return single ? (double)xpbd_exp_f32((float)a) : xpbd_exp_f64(a);
}

static double expm1_of(double a, bool single) {
  return single ? (double)xpbd_expm1_f32((float)a) : xpbd_expm1_f64(a);
}

static void specials(check *self, bool single) {
  const char *name = single ? "float" : "double";
  const double inf = (double)INFINITY, nan = (double)NAN, most = single ? (double)FLT_MAX : DBL_MAX,
               least = single ? (double)FLT_MIN : DBL_MIN, tiny = single ? (double)FLT_TRUE_MIN : DBL_TRUE_MIN;
  const double over = single ? 88.8 : 709.8, within = single ? 88.7 : 709.7, under = single ? -104.0 : -746.0,
               last = single ? -103.0 : -745.0;
  check_true(self, exp_of(0.0, single) == 1.0 && exp_of(-0.0, single) == 1.0, "%s: exp(+-0) is 1", name);
  check_true(self, exp_of(inf, single) == inf && exp_of(over, single) == inf && exp_of(most, single) == inf,
             "%s: exp overflows to inf", name);
  check_true(self, exp_of(-inf, single) == 0.0 && exp_of(under, single) == 0.0 && exp_of(-most, single) == 0.0,
             "%s: exp underflows to 0", name);
  check_true(self, exp_of(last, single) == tiny, "%s: exp(%g) is the smallest subnormal", name, last);
  check_true(self, isfinite(exp_of(within, single)), "%s: exp(%g) is finite", name, within);
  check_true(self, isnan(exp_of(nan, single)) && isnan(expm1_of(nan, single)), "%s: NaN stays NaN", name);
  check_true(self, expm1_of(inf, single) == inf && expm1_of(over, single) == inf, "%s: expm1 overflows to inf", name);
  check_true(self, isfinite(expm1_of(within, single)), "%s: expm1(%g) is finite", name, within);
  check_true(self, expm1_of(-inf, single) == -1.0 && expm1_of(-most, single) == -1.0 && expm1_of(-60.5, single) == -1.0,
             "%s: expm1 tends to -1", name);
  check_true(self, expm1_of(0.0, single) == 0.0 && expm1_of(-0.0, single) == 0.0, "%s: expm1(+-0) is 0", name);
  check_true(self, expm1_of(least, single) == least, "%s: expm1 of the smallest normal number is itself", name);
}

/* Control: a series without the clamps of exp. */
static float unclamped(float a) {
  return 1.0f + a * (1.0f + a / 2.0f);
}

static void special_values(check *self, int argument) {
  specials(self, true);
  specials(self, false);
  check_control(self, !(unclamped(-INFINITY) == 0.0f), "an exp without its clamps");
}

/// The complex reading, on which the gradient checks rely: value of libm, derivative in the imaginary part.
static void complex_step(check *self, int argument) {
  const double h = 1e-60;
  double worst_exp = 0, worst_expm1 = 0, worst_sqrt = 0, worst_fault = 0;
  for (int i = 0; i < 10000; i++) {
    const double a = check_random(self, -30, 30), b = check_random(self, 0.01, 100);
    const double _Complex step = xpbd_of_c64(a, h), root = xpbd_sqrt_c64(xpbd_of_c64(b, h));
    const double slope = cimag(xpbd_exp_c64(step)) / h, slope1 = cimag(xpbd_expm1_c64(step)) / h;
    worst_exp = check_larger(worst_exp,
                             fabs(slope / xpbd_exp_f64(a) - 1) + fabs(creal(xpbd_exp_c64(step)) / xpbd_exp_f64(a) - 1));
    worst_expm1 = check_larger(worst_expm1, fabs(slope1 / xpbd_exp_f64(a) - 1) +
                                                fabs(creal(xpbd_expm1_c64(step)) / xpbd_expm1_f64(a) - 1));
    worst_sqrt = check_larger(worst_sqrt, fabs(cimag(root) / h * 2 * sqrt(b) - 1) + fabs(creal(root) / sqrt(b) - 1));
    worst_fault = check_larger(worst_fault, fabs(slope1 / (xpbd_expm1_f64(a)) - 1));
  }
  check_at_most(self, worst_exp, 2e-15, "exp: value and slope against ours"); /* measured 4e-16 */
  check_at_most(self, worst_expm1, 2e-15, "expm1: value and slope against ours");
  check_at_most(self, worst_sqrt, 2e-15, "sqrt: value and slope");
  check_control(self, !(worst_fault <= 2e-15), "the slope of expm1 taken for expm1");
}

void check_group_math(check_registry *registry) {
  check_add(registry, "accuracy-f32", "exp and expm1 in float, one float in 1021, against long double",
            math_accuracy_f32, MATH_EXPONENTIALS);
  check_add(registry, "accuracy-f64", "exp and expm1 in double against long double", math_accuracy_f64,
            MATH_EXPONENTIALS);
  check_add(registry, "special-values", "zeros, infinities, NaN, overflow, subnormal results", special_values, 0);
  check_add(registry, "loops", "loops over arrays give the bits of single calls", math_loops, MATH_EXPONENTIALS);
  check_add(registry, "complex-step", "values and slopes of the complex reading", complex_step, 0);
  math_add_functions(registry);
  math_add_powers(registry);
  math_add_bits(registry);
}
