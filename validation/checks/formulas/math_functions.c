/* Why this file exists: compares the functions of the scalar layer with libm in a wider type over the whole range and
 * in vectorised loops. Also tests log, acos and atan2 at special values and in the complex reading. One table lists the
 * checks. Every function has two arguments there, y and x, and most use only the first. */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formula/table.h"
#include "math_functions.h"

typedef float (*pair_f32)(float y, float x);
typedef double (*pair_f64)(double y, double x);

typedef struct function {
  const char *name;
  pair_f32 one_f32;
  pair_f64 one_f64;
  void (*array_f32)(int count, const float *y, const float *x, float *out);
  void (*array_f64)(int count, const double *y, const double *x, double *out);
  double _Complex (*step)(double _Complex y, double _Complex x);
  long double (*exact)(long double y, long double x);
  double (*slope_y)(double y, double x), (*slope_x)(double y, double x); /* partial derivatives */
  double limit_f32, limit_f64;                                           /* ULP, as types.h states */
  pair_f32 control_f32;
  pair_f64 control_f64;
  const char *control; /* what is wrong with it */
  void (*draw)(check *self, int i, double range, double *y, double *x);
  uint32_t stride; /* of the tested floats, a prime: all endings of the mantissa occur */
  float settled;   /* beyond it one of a hundred of these is enough */
} function;

/* Functions of one argument get y. */
#define OF_ONE(name)                                                                                                   \
  static float name##_f32(float y, float x) {                                                                          \
    return xpbd_##name##_f32(y);                                                                                       \
  }                                                                                                                    \
  static double name##_f64(double y, double x) {                                                                       \
    return xpbd_##name##_f64(y);                                                                                       \
  }                                                                                                                    \
  static void name##_array_f32(int count, const float *y, const float *x, float *out) {                                \
    xpbd_##name##_array_f32(count, y, out);                                                                            \
  }                                                                                                                    \
  static void name##_array_f64(int count, const double *y, const double *x, double *out) {                             \
    xpbd_##name##_array_f64(count, y, out);                                                                            \
  }                                                                                                                    \
  static double _Complex name##_step(double _Complex y, double _Complex x) {                                           \
    return xpbd_##name##_c64(y);                                                                                       \
  }

#define OF_TWO(name)                                                                                                   \
  static float name##_f32(float y, float x) {                                                                          \
    return xpbd_##name##_f32(y, x);                                                                                    \
  }                                                                                                                    \
  static double name##_f64(double y, double x) {                                                                       \
    return xpbd_##name##_f64(y, x);                                                                                    \
  }                                                                                                                    \
  static double _Complex name##_step(double _Complex y, double _Complex x) {                                           \
    return xpbd_##name##_c64(y, x);                                                                                    \
  }

OF_ONE(exp)
OF_ONE(expm1)
OF_ONE(log)
OF_ONE(acos)
OF_ONE(sin)
OF_ONE(cos)
OF_ONE(tanh)
OF_TWO(atan2)
OF_TWO(pow)

static long double exp_exact(long double y, long double x) {
  return expl(y);
}
static long double expm1_exact(long double y, long double x) {
  return expm1l(y);
}
static long double log_exact(long double y, long double x) {
  return logl(y);
}
static double log_slope(double y, double x) {
  return 1 / y;
}
static long double acos_exact(long double y, long double x) {
  return acosl(y > 1 ? 1 : y < -1 ? -1 : y);
}
static double acos_slope(double y, double x) {
  return fabs(y) < 1 ? -1 / sqrt(1 - y * y) : 0;
}

static long double atan2_exact(long double y, long double x) {
  return atan2l(y + 0.0L, x + 0.0L); /* a zero counts as +0 */
}
static double atan2_slope_y(double y, double x) {
  return x / (x * x + y * y);
}
static double atan2_slope_x(double y, double x) {
  return -y / (x * x + y * y);
}
static long double sin_exact(long double y, long double x) {
  return fabsl(y) > 1e5L ? (long double)NAN : sinl(y);
}
static double cos_slope(double y, double x) {
  return -sin(y);
}
static long double cos_exact(long double y, long double x) {
  return fabsl(y) > 1e5L ? (long double)NAN : cosl(y);
}
static double sin_slope(double y, double x) {
  return cos(y);
}
static long double tanh_exact(long double y, long double x) {
  return tanhl(y);
}
static double tanh_slope(double y, double x) {
  return 1 / (cosh(y) * cosh(y));
}
static long double pow_exact(long double y, long double x) {
  return y < 0 && x != 0 ? (long double)NAN : powl(y + 0.0L, x);
}
/// The logarithm of the result has digits lost in proportion to its size, as types.h states.
static double share_of(long double (*exact)(long double y, long double x), double y, double x) {
  const double size = exact == pow_exact && y > 0 ? fabs(x * log(y)) : 0;
  return size < 1000 ? 1 + size / 16 : 1;
}
static double pow_slope_y(double y, double x) {
  return x * pow(y, x - 1);
}
static double pow_slope_x(double y, double x) {
  return pow(y, x) * log(y);
}
static double no_slope(double y, double x) {
  return 0;
}

/* Controls: the same evaluation with the Taylor series cut short, and textbook forms that lose digits or range. */
static float exp_short_f32(float y, float x) {
  const float n = rintf(y * 1.44269504f), r = y - n * 0.693147182f - n * -1.90465421e-9f;
  float q = 1.0f;
  for (int k = 6; k >= 1; k--) q = 1.0f + q * r / (float)k; /* degree 6 where 8 are needed: 2 ULP */
  return ldexpf(q, (int)n);
}
static double exp_short_f64(double y, double x) {
  const double n = rint(y * 1.4426950408889634), r = fma(-n, 2.3190468138462996e-17, fma(-n, 0.69314718055994529, y));
  double q = 1.0;
  for (int k = 11; k >= 1; k--) q = 1.0 + q * r / (double)k; /* degree 11 where 13 are needed: 50 ULP */
  return ldexp(q, (int)n);
}
static float expm1_textbook_f32(float y, float x) {
  return expf(y) - 1.0f;
}
static double expm1_textbook_f64(double y, double x) {
  return exp(y) - 1.0;
}
static float log_cancelling_f32(float y, float x) {
  int k;
  const float m = frexpf(y, &k);
  return y > 0 ? logf(m) + (float)k * 0.693147182f : logf(y);
}
static double log_cancelling_f64(double y, double x) {
  int k;
  const double m = frexp(y, &k);
  return y > 0 ? log(m) + (double)k * 0.69314718055994529 : log(y);
}
static float acos_cancelling_f32(float y, float x) {
  return 1.57079637f - asinf(fminf(fmaxf(y, -1), 1));
}
static double acos_cancelling_f64(double y, double x) {
  return 1.5707963267948966 - asin(fmin(fmax(y, -1), 1));
}
static float atan2_overflowing_f32(float y, float x) {
  return 2 * atanf(y / (sqrtf(x * x + y * y) + x));
}
static double atan2_overflowing_f64(double y, double x) {
  return 2 * atan(y / (sqrt(x * x + y * y) + x));
}

static float sin_shifted_f32(float y, float x) {
  return cosf(y - 1.57079637f);
}
static double sin_shifted_f64(double y, double x) {
  return cos(y - 1.5707963267948966);
}
static float cos_half_f32(float y, float x) {
  return 1 - 2 * sinf(y / 2) * sinf(y / 2);
}
static double cos_half_f64(double y, double x) {
  return 1 - 2 * sin(y / 2) * sin(y / 2);
}
static float tanh_textbook_f32(float y, float x) {
  return (expf(2 * y) - 1) / (expf(2 * y) + 1);
}
static double tanh_textbook_f64(double y, double x) {
  return (exp(2 * y) - 1) / (exp(2 * y) + 1);
}
static float pow_textbook_f32(float y, float x) {
  return expf(x * logf(y));
}
static double pow_textbook_f64(double y, double x) {
  return exp(x * log(y));
}

/// A point where errors are likely: in turn y near 1, any direction, y in [-1, 1], any y and x; sizes are 2^-range ..
/// 2^range.
static void draw(check *self, int i, double range, double *y, double *x) {
  const double sign = check_random(self, -1, 1) < 0 ? -1 : 1;
  const double size = exp2(check_random(self, -range, range)), angle = check_random(self, -3.15, 3.15);
  *x = sign * exp2(check_random(self, -range, range));
  if (i % 4 == 0) {
    *y = 1 - sign * exp2(check_random(self, -50, -0.5));
  } else if (i % 4 == 1) {
    *y = size * sin(angle), *x = size * cos(angle);
  } else if (i % 4 == 2) {
    *y = check_random(self, -1, 1), *x = sign;
  } else {
    *y = size;
  }
}

/// Uniform in the exponent, and in the range where the exponential is neither 0 nor infinite.
static void draw_exponent(check *self, int i, double range, double *y, double *x) {
  const double sign = check_random(self, -1, 1) < 0 ? -1 : 1;
  *y = i % 3 == 0   ? sign * exp2(check_random(self, -1074, 10))
       : i % 3 == 1 ? check_random(self, range < 1000 ? -110 : -746, range < 1000 ? 100 : 711)
                    : check_random(self, -2, 2);
  *x = 0;
}

/// Angles: small ones, some turns, the whole range, and next to the zeros of both functions.
static void draw_angle(check *self, int i, double range, double *y, double *x) {
  const double sign = check_random(self, -1, 1) < 0 ? -1 : 1, zero = floor(check_random(self, 0, 63000)) * acos(0);
  *y = i % 4 == 0   ? sign * exp2(check_random(self, -range, 2))
       : i % 4 == 1 ? check_random(self, -7, 7)
       : i % 4 == 2 ? check_random(self, -1e5, 1e5)
                    : sign * zero * (1 + exp2(check_random(self, -60, -20)));
  *x = 0;
}

/// Powers whose result is within the range, often near 1.
static void draw_power(check *self, int i, double range, double *y, double *x) {
  *y = exp2(i % 2 ? check_random(self, -range, range) : check_random(self, -2, 2));
  *x = i % 3 == 0 ? check_random(self, -4, 4) : check_random(self, -range, range) / (fabs(log2(*y)) + 1e-3);
}

/* Measured, float and double: exp 0.95 and 0.98, expm1 1.44 and 1.80, log 0.661 (every float) and 0.653, acos 1.105
 * (every float) and 1.111, atan2 1.469 and 1.488, sin and cos 0.71 and 0.75, tanh 2.39 and 2.55, pow 2.02 and 3.15. */
static const function functions[] = {
    {"exp", exp_f32, exp_f64, exp_array_f32, exp_array_f64, exp_step, exp_exact, NULL, NULL, XPBD_EXP_ULP_F32,
     XPBD_EXP_ULP_F64, exp_short_f32, exp_short_f64, "a series two terms too short", draw_exponent, 1021, 110.0f},
    {"expm1", expm1_f32, expm1_f64, expm1_array_f32, expm1_array_f64, expm1_step, expm1_exact, NULL, NULL,
     XPBD_EXPM1_ULP_F32, XPBD_EXPM1_ULP_F64, expm1_textbook_f32, expm1_textbook_f64, "exp(a) - 1 for expm1",
     draw_exponent, 1021, 110.0f},
    {"log", log_f32, log_f64, log_array_f32, log_array_f64, log_step, log_exact, log_slope, no_slope, XPBD_LOG_ULP_F32,
     XPBD_LOG_ULP_F64, log_cancelling_f32, log_cancelling_f64, "a mantissa in [1/2, 1), which cancels near 1", draw,
     4093, INFINITY},
    {"acos", acos_f32, acos_f64, acos_array_f32, acos_array_f64, acos_step, acos_exact, acos_slope, no_slope,
     XPBD_ACOS_ULP_F32, XPBD_ACOS_ULP_F64, acos_cancelling_f32, acos_cancelling_f64,
     "pi/2 - asin(a), which cancels near 1", draw, 4093, INFINITY},
    {"atan2", atan2_f32, atan2_f64, xpbd_atan2_array_f32, xpbd_atan2_array_f64, atan2_step, atan2_exact, atan2_slope_y,
     atan2_slope_x, XPBD_ATAN2_ULP_F32, XPBD_ATAN2_ULP_F64, atan2_overflowing_f32, atan2_overflowing_f64,
     "the half-angle form, whose squares overflow", draw, 4093, INFINITY},
    {"sin", sin_f32, sin_f64, sin_array_f32, sin_array_f64, sin_step, sin_exact, sin_slope, no_slope, XPBD_SIN_ULP_F32,
     XPBD_SIN_ULP_F64, sin_shifted_f32, sin_shifted_f64, "the cosine of a rounded difference", draw_angle, 4093, 1e5f},
    {"cos", cos_f32, cos_f64, cos_array_f32, cos_array_f64, cos_step, cos_exact, cos_slope, no_slope, XPBD_COS_ULP_F32,
     XPBD_COS_ULP_F64, cos_half_f32, cos_half_f64, "the half-angle form, which cancels", draw_angle, 4093, 1e5f},
    {"tanh", tanh_f32, tanh_f64, tanh_array_f32, tanh_array_f64, tanh_step, tanh_exact, tanh_slope, no_slope,
     XPBD_TANH_ULP_F32, XPBD_TANH_ULP_F64, tanh_textbook_f32, tanh_textbook_f64, "the quotient that cancels near 0",
     draw_exponent, 1021, 110.0f},
    {"pow", pow_f32, pow_f64, xpbd_pow_array_f32, xpbd_pow_array_f64, pow_step, pow_exact, pow_slope_y, pow_slope_x,
     XPBD_POW_ULP_F32, XPBD_POW_ULP_F64, pow_textbook_f32, pow_textbook_f64, "a rounded logarithm", draw_power, 4093,
     INFINITY},
};
enum { FIRST_OTHER = 2, FIRST_POWER = 5, FUNCTION_COUNT = sizeof functions / sizeof functions[0] };
static const int first_of[] = {0, FIRST_OTHER, FIRST_POWER}, /* by MATH_EXPONENTIALS, MATH_OTHERS, MATH_POWERS */
    end_of[] = {FIRST_OTHER, FIRST_POWER, FUNCTION_COUNT};

/// Worst error over every stride-th float, paired with floats scattered over the whole range, and over drawn points.
static double worst_f32(check *self, const function *f, pair_f32 ours) {
  enum { DRAWS = 400000 };
  double worst = 0;
  for (uint64_t bits = 0; bits <= UINT32_MAX; bits += f->stride) {
    const float y = xpbd_from_bits_f32((uint32_t)bits), x = xpbd_from_bits_f32((uint32_t)bits * 2654435761u);
    if (isnan(y) || isnan(x) || (fabsf(y) > f->settled && bits % 101 != 0)) continue;
    worst = check_larger(worst, math_ulp_f32(ours(y, x), f->exact((long double)y, (long double)x)) /
                                    share_of(f->exact, (double)y, (double)x));
  }
  for (int i = 0; i < DRAWS; i++) {
    double y, x;
    f->draw(self, i, 125, &y, &x);
    const float a = (float)y, b = (float)x;
    worst = check_larger(worst,
                         math_ulp_f32(ours(a, b), f->exact((long double)a, (long double)b)) / share_of(f->exact, y, x));
  }
  return worst;
}

/// Worst error over drawn points, and over doubles of any bits, including subnormal ones and infinities.
static double worst_f64(check *self, const function *f, pair_f64 ours) {
  enum { DRAWS = 800000 };
  double worst = 0;
  for (int i = 0; i < DRAWS; i++) {
    double y, x;
    f->draw(self, i, 1020, &y, &x);
    worst = check_larger(worst,
                         math_ulp_f64(ours(y, x), f->exact((long double)y, (long double)x)) / share_of(f->exact, y, x));
  }
  for (uint64_t i = 0; i < DRAWS; i++) {
    /* two multiplicative sequences: every exponent, odd mantissas */
    const double y = xpbd_from_bits_f64(i * 11400714819323198485u), x = xpbd_from_bits_f64(i * 15241094284759029579u);
    if (isnan(y) || isnan(x)) continue;
    worst = check_larger(worst,
                         math_ulp_f64(ours(y, x), f->exact((long double)y, (long double)x)) / share_of(f->exact, y, x));
  }
  return worst;
}

void math_accuracy_f32(check *self, int which) {
  for (int k = first_of[which]; k < end_of[which]; k++) {
    const function *f = &functions[k];
    char name[32];
    snprintf(name, sizeof name, "%s, float", f->name);
    math_check_promise(self, worst_f32(self, f, f->one_f32), f->limit_f32, name);
    check_control(self, !(worst_f32(self, f, f->control_f32) <= f->limit_f32), "%s", f->control);
  }
}

void math_accuracy_f64(check *self, int which) {
  if (LDBL_MANT_DIG < DBL_MANT_DIG + 8) {
    check_skip(self, "long double has %d bits here, no reference for double", LDBL_MANT_DIG);
    return;
  }
  for (int k = first_of[which]; k < end_of[which]; k++) {
    const function *f = &functions[k];
    char name[32];
    snprintf(name, sizeof name, "%s, double", f->name);
    math_check_promise(self, worst_f64(self, f, f->one_f64), f->limit_f64, name);
    check_control(self, !(worst_f64(self, f, f->control_f64) <= f->limit_f64), "%s", f->control);
  }
}

/// Are the float and the double both NaN, or both the rounded `exact` to the last bit and the sign of zero?
static bool settled(float a, double b, long double exact_f32, long double exact_f64) {
  const float expected = (float)exact_f32;
  const double expected_f64 = (double)exact_f64;
  if (isnan(exact_f32)) return isnan(a) && isnan(b);
  return memcmp(&a, &expected, sizeof a) == 0 && memcmp(&b, &expected_f64, sizeof b) == 0;
}

/// Pairs of axes, diagonals, zeros of both signs, infinities and extremes: correctly rounded to the last bit.
static int64_t wrong_directions(pair_f32 ours_f32, pair_f64 ours_f64) {
  const float f[] = {0, FLT_TRUE_MIN, FLT_MIN, 1, FLT_MAX, INFINITY};
  const double d[] = {0, DBL_TRUE_MIN, DBL_MIN, 1, DBL_MAX, (double)INFINITY};
  int64_t wrong = 0;
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 12; j++) {
      const float fy = i % 2 ? -f[i / 2] : f[i / 2], fx = j % 2 ? -f[j / 2] : f[j / 2];
      const double dy = i % 2 ? -d[i / 2] : d[i / 2], dx = j % 2 ? -d[j / 2] : d[j / 2];
      wrong += !settled(ours_f32(fy, fx), ours_f64(dy, dx), atan2_exact((long double)fy, (long double)fx),
                        atan2_exact((long double)dy, (long double)dx));
    }
  return wrong;
}

static float libm_atan2_f32(float y, float x) {
  return (float)atan2((double)y, (double)x);
}
static double libm_atan2_f64(double y, double x) {
  return atan2(y, x);
}

static void special_values(check *self, int argument) {
  const float inf = INFINITY, nan = NAN;
  const double infinite = (double)INFINITY, undefined = (double)NAN;
  check_true(self,
             xpbd_log_f32(0.0f) == -inf && xpbd_log_f32(-0.0f) == -inf && xpbd_log_f64(0.0) == -infinite &&
                 xpbd_log_f64(-0.0) == -infinite,
             "log(+-0) is -inf");
  check_true(self,
             isnan(xpbd_log_f32(-FLT_TRUE_MIN)) && isnan(xpbd_log_f32(-inf)) && isnan(xpbd_log_f64(-DBL_TRUE_MIN)) &&
                 isnan(xpbd_log_f64(-infinite)),
             "log(a < 0) is NaN");
  check_true(self, xpbd_log_f32(inf) == inf && xpbd_log_f64(infinite) == infinite, "log(inf) is inf");
  check_true(self, settled(xpbd_log_f32(1.0f), xpbd_log_f64(1.0), 0.0L, 0.0L), "log(1) is 0");
  check_true(self,
             settled(xpbd_log_f32(FLT_TRUE_MIN), xpbd_log_f64(DBL_TRUE_MIN), logl((long double)FLT_TRUE_MIN),
                     logl((long double)DBL_TRUE_MIN)),
             "log of the smallest subnormal");
  check_true(self, settled(xpbd_acos_f32(1.0f), xpbd_acos_f64(1.0), 0.0L, 0.0L), "acos(1) is 0");
  check_true(self, settled(xpbd_acos_f32(-1.0f), xpbd_acos_f64(-1.0), acosl(-1), acosl(-1)), "acos(-1) is pi");
  check_true(self, settled(xpbd_acos_f32(-0.0f), xpbd_acos_f64(-0.0), acosl(0), acosl(0)), "acos(0) is pi/2");
  check_true(self, settled(xpbd_acos_f32(nextafterf(1, 2)), xpbd_acos_f64(infinite), 0.0L, 0.0L), "acos clamps at 1");
  check_true(self, settled(xpbd_acos_f32(-inf), xpbd_acos_f64(nextafter(-1, -2)), acosl(-1), acosl(-1)),
             "acos clamps at -1");
  check_true(self,
             isnan(xpbd_log_f32(nan)) && isnan(xpbd_log_f64(undefined)) && isnan(xpbd_acos_f32(nan)) &&
                 isnan(xpbd_acos_f64(undefined)),
             "log, acos: NaN stays NaN");
  bool stays = true;
  for (int i = 0; i < 3; i++) {
    const float other = i == 0 ? 0.0f : i == 1 ? -1.0f : inf;
    stays = stays && isnan(xpbd_atan2_f32(nan, other)) && isnan(xpbd_atan2_f32(other, nan));
    stays = stays && isnan(xpbd_atan2_f64(undefined, (double)other)) && isnan(xpbd_atan2_f64((double)other, undefined));
  }
  check_true(self, stays && isnan(xpbd_atan2_f32(nan, nan)), "atan2: NaN stays NaN");
  check_same(self, (uint64_t)wrong_directions(atan2_f32, atan2_f64), 0, "atan2: wrong axes, diagonals and extremes");
  check_control(self, wrong_directions(libm_atan2_f32, libm_atan2_f64) > 0, "zeros with signs");
  check_control(self, wrong_directions(atan2_overflowing_f32, atan2_overflowing_f64) > 0, "squares that overflow");
}

/// Number of elements whose bits differ between the loop (vectorised by the compiler) and calls one by one.
static int64_t differing(check *self, const function *f, bool control) {
  enum { COUNT = 4099 }; /* prime: every vector loop has a remainder */
  static float y32[COUNT], x32[COUNT], out32[COUNT];
  static double y64[COUNT], x64[COUNT], out64[COUNT];
  for (int i = 0; i < COUNT; i++) {
    f->draw(self, i, 140, &y64[i], &x64[i]);
    y32[i] = (float)y64[i], x32[i] = (float)x64[i];
  }
  y32[7] = NAN, y32[8] = INFINITY, y32[9] = -INFINITY, y32[10] = FLT_TRUE_MIN, y32[11] = 0, x32[12] = NAN;
  y64[7] = (double)NAN, y64[8] = (double)INFINITY, y64[9] = -(double)INFINITY, y64[10] = DBL_TRUE_MIN, y64[11] = 0;
  f->array_f32(COUNT, y32, x32, out32);
  f->array_f64(COUNT, y64, x64, out64);
  if (control) out32[COUNT - 3] = 7; /* no angle, and the logarithm of no drawn number */
  /* through volatile pointers, so that this loop cannot become a vector loop too */
  pair_f32 volatile one32 = f->one_f32;
  pair_f64 volatile one64 = f->one_f64;
  int64_t count = 0;
  for (int i = 0; i < COUNT; i++) {
    const float a = one32(y32[i], x32[i]);
    const double b = one64(y64[i], x64[i]);
    /* the payload of NaN depends on the machine */
    count += isnan(a) ? !isnan(out32[i]) : memcmp(&a, &out32[i], sizeof a) != 0;
    count += isnan(b) ? !isnan(out64[i]) : memcmp(&b, &out64[i], sizeof b) != 0;
  }
  return count;
}

void math_loops(check *self, int which) {
  for (int k = first_of[which]; k < end_of[which]; k++) {
    check_same(self, (uint64_t)differing(self, &functions[k], false), 0,
               "%s: elements of a loop that differ from single calls", functions[k].name);
    check_control(self, differing(self, &functions[k], true) == 1, "one element wrong");
  }
}

/// Worst relative error of values and slopes of the complex reading; `slope_y` and `slope_x` are the expected ones.
static double worst_step(check *self, const function *f, double (*slope_y)(double y, double x),
                         double (*slope_x)(double y, double x)) {
  const double h = 1e-60;
  double worst = 0;
  for (int i = 0; i < 10000; i++) {
    const double x = check_random(self, -1, 1);
    const double y = f->exact == log_exact || f->exact == pow_exact ? check_random(self, 0.01, 100)
                                                                    : check_random(self, -0.99, 0.99);
    const double value = f->one_f64(y, x), dy = slope_y(y, x), dx = slope_x(y, x);
    const double _Complex by_y = f->step(xpbd_of_c64(y, h), x), by_x = f->step(y, xpbd_of_c64(x, h));
    worst = check_larger(worst, fabs(creal(by_y) - value) / fabs(value));
    worst = check_larger(worst, fabs(cimag(by_y) / h - dy) / (fabs(dy) + fabs(dx)));
    worst = check_larger(worst, fabs(cimag(by_x) / h - dx) / (fabs(dy) + fabs(dx)));
  }
  return worst;
}

static void complex_step(check *self, int argument) {
  for (int k = FIRST_OTHER; k < FUNCTION_COUNT; k++) {
    const function *f = &functions[k];
    check_at_most(self, worst_step(self, f, f->slope_y, f->slope_x), 1e-14, "%s: value and slopes", f->name);
    check_control(self, !(worst_step(self, f, f->slope_x, f->slope_y) <= 1e-14), "the slopes exchanged");
  }
  const double h = 1e-60;
  check_true(self, cimag(xpbd_acos_c64(xpbd_of_c64(1.5, h))) == 0 && creal(xpbd_acos_c64(-1.5)) == acos(-1),
             "acos is constant beyond its clamp");
  check_true(self, cimag(xpbd_acos_c64(xpbd_of_c64(1, h))) == 0 && cimag(xpbd_acos_c64(xpbd_of_c64(-1, h))) == 0,
             "and has no slope at it");
  check_true(self, creal(xpbd_atan2_c64(-0.0, -1)) == acos(-1), "atan2: a zero counts as +0");
}

void math_add_functions(check_registry *registry) {
  check_add(registry, "functions-f32", "log, acos and atan2 in float, of all sizes, against long double",
            math_accuracy_f32, MATH_OTHERS);
  check_add(registry, "functions-f64", "log, acos and atan2 in double, of all sizes, against long double",
            math_accuracy_f64, MATH_OTHERS);
  check_add(registry, "functions-special-values", "log, acos, atan2: zeros, axes, infinities, NaN, extremes",
            special_values, 0);
  check_add(registry, "functions-loops", "log, acos, atan2: loops over arrays give the bits of single calls",
            math_loops, MATH_OTHERS);
  check_add(registry, "powers-f32", "sin, cos, tanh and pow in float, over their range, against long double",
            math_accuracy_f32, MATH_POWERS);
  check_add(registry, "powers-f64", "sin, cos, tanh and pow in double, over their range, against long double",
            math_accuracy_f64, MATH_POWERS);
  check_add(registry, "powers-loops", "sin, cos, tanh, pow: loops over arrays give the bits of single calls",
            math_loops, MATH_POWERS);
  check_add(registry, "functions-complex-step", "log to pow: values and slopes of the complex reading", complex_step,
            0);
}
