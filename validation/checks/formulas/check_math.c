/* Why this file exists: every backend owes its equal bits to our own exp and expm1, so their accuracy is measured here
 * against libm in a wider type, over the whole range, and their vectorised loops are compared with single calls.
 * log, acos and atan2 are in math_functions.c. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "formula/table.h"
#include "math_functions.h"

typedef float (*function_f32)(float);
typedef double (*function_f64)(double);
typedef long double (*reference)(long double);

static float exp_f32(float a) {
  return xpbd_exp_f32(a);
}
static float expm1_f32(float a) {
  return xpbd_expm1_f32(a);
}
static double exp_f64(double a) {
  return xpbd_exp_f64(a);
}
static double expm1_f64(double a) {
  return xpbd_expm1_f64(a);
}

/// Worst error over every STRIDE-th float there is; a prime stride meets all endings of the mantissa.
static double worst_f32(function_f32 ours, reference exact) {
  enum { STRIDE = 1021 };
  double worst = 0;
  for (uint64_t bits = 0; bits <= UINT32_MAX; bits += STRIDE) {
    const float a = xpbd_from_bits_f32((uint32_t)bits);
    if (isnan(a)) continue;
    /* where the result is settled one value in a hundred is enough */
    if (fabsf(a) > 110.0f && bits % 101 != 0) continue;
    worst = check_larger(worst, math_ulp_f32(ours(a), exact((long double)a)));
  }
  return worst;
}

/// Worst error over values uniform in the exponent and uniform in the range where the result is neither 0 nor infinite.
static double worst_f64(check *self, function_f64 ours, reference exact) {
  enum { DRAWS = 400000 };
  double worst = 0;
  for (int i = 0; i < DRAWS; i++) {
    const double sign = check_random(self, -1, 1) < 0 ? -1 : 1;
    const double small = sign * exp2(check_random(self, -1074, 10)), wide = check_random(self, -746, 711);
    const double medium = check_random(self, -2, 2);
    worst = check_larger(worst, math_ulp_f64(ours(small), exact((long double)small)));
    worst = check_larger(worst, math_ulp_f64(ours(wide), exact((long double)wide)));
    worst = check_larger(worst, math_ulp_f64(ours(medium), exact((long double)medium)));
  }
  return worst;
}

/* Controls: the same evaluation with the Taylor series cut short, and the textbook form of expm1. */
static float exp_short_f32(float a) {
  const float n = rintf(a * 1.44269504f), r = a - n * 0.693147182f - n * -1.90465421e-9f;
  float q = 1.0f;
  for (int k = 6; k >= 1; k--) q = 1.0f + q * r / (float)k; /* degree 6 where 8 are needed: 2 ULP */
  return ldexpf(q, (int)n);
}

static double exp_short_f64(double a) {
  const double n = rint(a * 1.4426950408889634), r = fma(-n, 2.3190468138462996e-17, fma(-n, 0.69314718055994529, a));
  double q = 1.0;
  for (int k = 11; k >= 1; k--) q = 1.0 + q * r / (double)k; /* degree 11 where 13 are needed: 50 ULP */
  return ldexp(q, (int)n);
}

static float expm1_textbook_f32(float a) {
  return expf(a) - 1.0f;
}
static double expm1_textbook_f64(double a) {
  return exp(a) - 1.0;
}

static void accuracy_f32(check *self, int argument) {
  check_why(self, "what lib/formula promises of exp and expm1: measured 0.95 and 1.44 ULP");
  math_check_promise(self, worst_f32(exp_f32, expl), XPBD_EXP_ULP_F32, "exp, float");
  math_check_promise(self, worst_f32(expm1_f32, expm1l), XPBD_EXPM1_ULP_F32, "expm1, float");
  check_control(self, !(worst_f32(exp_short_f32, expl) <= XPBD_EXP_ULP_F32), "a series two terms too short");
  check_control(self, !(worst_f32(expm1_textbook_f32, expm1l) <= XPBD_EXPM1_ULP_F32), "exp(a) - 1 for expm1");
}

static void accuracy_f64(check *self, int argument) {
  if (LDBL_MANT_DIG < DBL_MANT_DIG + 8) {
    check_skip(self, "long double has %d bits here, no reference for double", LDBL_MANT_DIG);
    return;
  }
  check_why(self, "what lib/formula promises of exp and expm1: measured 0.98 and 1.80 ULP");
  math_check_promise(self, worst_f64(self, exp_f64, expl), XPBD_EXP_ULP_F64, "exp, double");
  math_check_promise(self, worst_f64(self, expm1_f64, expm1l), XPBD_EXPM1_ULP_F64, "expm1, double");
  check_control(self, !(worst_f64(self, exp_short_f64, expl) <= XPBD_EXP_ULP_F64), "a series two terms too short");
  check_control(self, !(worst_f64(self, expm1_textbook_f64, expm1l) <= XPBD_EXPM1_ULP_F64), "exp(a) - 1 for expm1");
}

static void specials_f32(check *self) {
  const float inf = (float)INFINITY, nan = (float)NAN, tiny = FLT_TRUE_MIN;
  check_true(self, exp_f32(0.0f) == 1.0f && exp_f32(-0.0f) == 1.0f, "float: exp(+-0) is 1");
  check_true(self, exp_f32(inf) == inf && exp_f32(88.8f) == inf && exp_f32(FLT_MAX) == inf,
             "float: exp overflows to inf");
  check_true(self, exp_f32(-inf) == 0.0f && exp_f32(-104.0f) == 0.0f && exp_f32(-FLT_MAX) == 0.0f,
             "float: exp underflows to 0");
  check_true(self, exp_f32(-103.0f) == tiny, "float: exp(-103) is the smallest subnormal");
  check_true(self, isfinite(exp_f32(88.7f)), "float: exp(88.7) is finite");
  check_true(self, isnan(exp_f32(nan)) && isnan(expm1_f32(nan)), "float: NaN stays NaN");
  check_true(self, expm1_f32(inf) == inf && expm1_f32(88.8f) == inf, "float: expm1 overflows to inf");
  check_true(self, isfinite(expm1_f32(88.7f)), "float: expm1(88.7) is finite");
  check_true(self, expm1_f32(-inf) == -1.0f && expm1_f32(-FLT_MAX) == -1.0f && expm1_f32(-60.5f) == -1.0f,
             "float: expm1 tends to -1");
  check_true(self, expm1_f32(0.0f) == 0.0f && expm1_f32(-0.0f) == 0.0f, "float: expm1(+-0) is 0");
  check_true(self, expm1_f32(FLT_MIN) == FLT_MIN, "float: expm1 of the smallest normal number is itself");
}

static void specials_f64(check *self) {
  const double inf = (double)INFINITY, nan = (double)NAN, tiny = DBL_TRUE_MIN;
  check_true(self, exp_f64(0.0) == 1.0 && exp_f64(-0.0) == 1.0, "double: exp(+-0) is 1");
  check_true(self, exp_f64(inf) == inf && exp_f64(709.8) == inf && exp_f64(DBL_MAX) == inf,
             "double: exp overflows to inf");
  check_true(self, exp_f64(-inf) == 0.0 && exp_f64(-746.0) == 0.0 && exp_f64(-DBL_MAX) == 0.0,
             "double: exp underflows to 0");
  check_true(self, exp_f64(-745.0) == tiny, "double: exp(-745) is the smallest subnormal");
  check_true(self, isfinite(exp_f64(709.7)), "double: exp(709.7) is finite");
  check_true(self, isnan(exp_f64(nan)) && isnan(expm1_f64(nan)), "double: NaN stays NaN");
  check_true(self, expm1_f64(inf) == inf && expm1_f64(709.8) == inf, "double: expm1 overflows to inf");
  check_true(self, isfinite(expm1_f64(709.7)), "double: expm1(709.7) is finite");
  check_true(self, expm1_f64(-inf) == -1.0 && expm1_f64(-DBL_MAX) == -1.0 && expm1_f64(-60.5) == -1.0,
             "double: expm1 tends to -1");
  check_true(self, expm1_f64(0.0) == 0.0 && expm1_f64(-0.0) == 0.0, "double: expm1(+-0) is 0");
  check_true(self, expm1_f64(DBL_MIN) == DBL_MIN, "double: expm1 of the smallest normal number is itself");
}

static void special_values(check *self, int argument) {
  specials_f32(self);
  specials_f64(self);
  check_control(self, !(exp_short_f32(-INFINITY) == 0.0f), "an exp without its clamps");
}

/// Number of elements whose bits differ between the loop (vectorised by the compiler) and calls one by one.
static int64_t differing(check *self, bool expm1_wanted, bool control) {
  enum { COUNT = 4099 }; /* prime: every vector loop has a remainder */
  static float in32[COUNT], out32[COUNT];
  static double in64[COUNT], out64[COUNT];
  for (int i = 0; i < COUNT; i++) {
    in64[i] = i % 3 ? check_random(self, -110, 100) : check_random(self, -1, 1) * exp2(check_random(self, -150, 0));
    in32[i] = (float)in64[i];
  }
  in32[7] = (float)NAN, in32[8] = (float)INFINITY, in32[9] = -(float)INFINITY, in32[10] = FLT_TRUE_MIN;
  (expm1_wanted ? xpbd_expm1_array_f32 : xpbd_exp_array_f32)(COUNT, in32, out32);
  (expm1_wanted ? xpbd_expm1_array_f64 : xpbd_exp_array_f64)(COUNT, in64, out64);
  if (control) out32[COUNT - 1] = nextafterf(out32[COUNT - 1], 1e30f);
  /* through volatile pointers, so that this loop cannot become a vector loop too */
  function_f32 volatile one32 = expm1_wanted ? expm1_f32 : exp_f32;
  function_f64 volatile one64 = expm1_wanted ? expm1_f64 : exp_f64;
  int64_t count = 0;
  for (int i = 0; i < COUNT; i++) {
    const float a = one32(in32[i]);
    const double b = one64(in64[i]);
    if (isnan(a))
      count += !isnan(out32[i]); /* the payload of NaN is the machine's choice */
    else
      count += memcmp(&a, &out32[i], sizeof a) != 0;
    count += memcmp(&b, &out64[i], sizeof b) != 0;
  }
  return count;
}

static void loops(check *self, int argument) {
  check_same(self, (uint64_t)differing(self, false, false), 0, "exp: elements of a loop that differ from single calls");
  check_same(self, (uint64_t)differing(self, true, false), 0,
             "expm1: elements of a loop that differ from single calls");
  check_control(self, differing(self, false, true) == 1, "one element wrong in its last bit");
}

/// The complex reading, which the gradient checks lean on: value of libm, derivative in the imaginary part.
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
  check_add(registry, "accuracy-f32", "exp and expm1 in float, one float in 1021, against long double", accuracy_f32,
            0);
  check_add(registry, "accuracy-f64", "exp and expm1 in double against long double", accuracy_f64, 0);
  check_add(registry, "special-values", "zeros, infinities, NaN, overflow, subnormal results", special_values, 0);
  check_add(registry, "loops", "loops over arrays give the bits of single calls", loops, 0);
  check_add(registry, "complex-step", "values and slopes of the complex reading", complex_step, 0);
  math_add_functions(registry);
  math_add_bits(registry);
}
