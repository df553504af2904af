/* Why this file exists: checks sin, cos, tanh, pow, min and max where a formula meets their ends: zeros, infinities, NaN,
 * and the end of the range of sin and cos. */
#include <math.h>

#include "formula/table.h"
#include "math_functions.h"

typedef double (*power)(double a, double b, bool single);

static double pow_of(double a, double b, bool single) {
  return single ? (double)xpbd_pow_f32((float)a, (float)b) : xpbd_pow_f64(a, b);
}
/// Control: the textbook form, which has no value where a logarithm has none.
static double textbook(double a, double b, bool single) {
  return single ? (double)xpbd_exp_f32((float)b * xpbd_log_f32((float)a)) : xpbd_exp_f64(b * xpbd_log_f64(a));
}

/// How many of the ends of a power are not as they should be.
static int wrong_ends(power f, bool single) {
  const double inf = (double)INFINITY, nan = (double)NAN;
  const double ends[][3] = {{0, 2, 0},    {-0.0, 2, 0},   {0, -2, inf},  {0, 0, 1},     {0, inf, 0},   {inf, 2, inf},
                            {inf, -1, 0}, {inf, 0, 1},    {1, 1e30, 1},  {2, inf, inf}, {0.5, inf, 0}, {2, -inf, 0},
                            {-1, 2, nan}, {-inf, 1, nan}, {nan, 1, nan}, {2, nan, nan}, {0, nan, nan}, {4, 0.5, 2},
                            {2, 3, 8},    {10, 2, 100},   {2, 1e4, inf}, {2, -1e4, 0}};
  int wrong = 0;
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
    const double value = f(ends[k][0], ends[k][1], single), due = ends[k][2];
    wrong += isnan(due) ? !isnan(value) : value != due;
  }
  return wrong;
}

static void special_values(check *self, int argument) {
  const float inf = INFINITY, nan = NAN;
  (void)argument;
  check_same(self, (uint64_t)(wrong_ends(pow_of, true) + wrong_ends(pow_of, false)), 0, "pow: wrong ends");
  check_control(self, wrong_ends(textbook, false) > 0, "0 to the power of 0 by a logarithm");
  check_true(self, xpbd_sin_f32(0) == 0 && xpbd_cos_f32(0) == 1 && xpbd_sin_f64(0) == 0 && xpbd_cos_f64(0) == 1,
             "sin(0) is 0, cos(0) is 1");
  check_true(self, isfinite(xpbd_sin_f32(1e5f)) && isfinite(xpbd_cos_f64(-1e5)), "1e5 is within the range");
  check_true(self,
             isnan(xpbd_sin_f32(nextafterf(1e5f, inf))) && isnan(xpbd_cos_f32(-1e6f)) && isnan(xpbd_sin_f64(1e6)) &&
                 isnan(xpbd_cos_f64(nextafter(-1e5, -1e6))) && isnan(xpbd_sin_f32(inf)) && isnan(xpbd_cos_f32(-inf)),
             "beyond 1e5 it is NaN");
  check_true(self, isnan(xpbd_sin_f32(nan)) && isnan(xpbd_cos_f32(nan)) && isnan(xpbd_tanh_f32(nan)), "NaN stays NaN");
  check_true(self,
             xpbd_tanh_f32(inf) == 1 && xpbd_tanh_f32(-inf) == -1 && xpbd_tanh_f64(30) == 1 && xpbd_tanh_f64(0) == 0,
             "tanh tends to -1 and 1");
  check_true(self,
             xpbd_s_min_f32(1, 2) == 1 && xpbd_s_min_f64(2, 1) == 1 && xpbd_s_max_f32(1, 2) == 2 &&
                 xpbd_s_max_f64(2, 1) == 2,
             "the smaller and the larger one");
  check_true(self, isnan(xpbd_s_min_f32(nan, 1) + xpbd_s_max_f32(1, nan)) && xpbd_s_min_f32(1, nan) == 1,
             "min keeps a NaN in a, max one in b");
  check_control(self, !isnan(xpbd_s_max_f32(nan, 1)), "max keeps a NaN in a");
}

void math_add_powers(check_registry *registry) {
  check_add(registry, "powers-special-values", "sin, cos, tanh, pow, min, max: zeros, infinities, NaN, ends of ranges",
            special_values, 0);
}
