/* Why this file exists: reads the text of formulas in hyper-dual numbers (Fike, Alonso 2011, The Development of
 * Hyper-Dual Numbers for Exact Second-Derivative Calculations). A number is v + a e1 + b e2 + ab e1 e2 with
 * e1^2 = e2^2 = 0. The last part of C is then a second derivative, exact to rounding, without a step. C has no numbers
 * with operators of their own, so this one file is C++. Functions come from libm, as in the complex reading. */
#include <math.h>
#include <stdint.h>
#include <string.h>

struct xpbd_hyper {
  double v, a, b, ab;
  xpbd_hyper() = default;
  xpbd_hyper(double value) : v(value), a(0), b(0), ab(0) {}
  xpbd_hyper(double value, double by_a, double by_b, double by_both) : v(value), a(by_a), b(by_b), ab(by_both) {}
  xpbd_hyper operator-() const { return xpbd_hyper(-v, -a, -b, -ab); }
  friend xpbd_hyper operator+(xpbd_hyper x, xpbd_hyper y) {
    return xpbd_hyper(x.v + y.v, x.a + y.a, x.b + y.b, x.ab + y.ab);
  }
  friend xpbd_hyper operator-(xpbd_hyper x, xpbd_hyper y) { return x + -y; }
  friend xpbd_hyper operator*(xpbd_hyper x, xpbd_hyper y) {
    return xpbd_hyper(x.v * y.v, x.v * y.a + x.a * y.v, x.v * y.b + x.b * y.v,
                      x.v * y.ab + x.a * y.b + x.b * y.a + x.ab * y.v);
  }
  friend bool operator>(xpbd_hyper x, xpbd_hyper y) { return x.v > y.v; }
};

/// A function of one number, from its value and its first two derivatives.
static xpbd_hyper lifted(xpbd_hyper x, double value, double first, double second) {
  return xpbd_hyper(value, first * x.a, first * x.b, first * x.ab + second * x.a * x.b);
}

static xpbd_hyper operator/(xpbd_hyper x, xpbd_hyper y) {
  const double r = 1.0 / y.v;
  xpbd_hyper q = x * lifted(y, r, -r * r, 2.0 * r * r * r);
  q.v = x.v / y.v;
  return q;
}

static inline xpbd_hyper xpbd_sqrt_hyper(xpbd_hyper x) {
  const double s = sqrt(x.v);
  return lifted(x, s, 0.5 / s, -0.25 / (s * x.v));
}
static inline xpbd_hyper xpbd_abs_hyper(xpbd_hyper x) {
  return x.v < 0.0 ? -x : x;
}
static inline xpbd_hyper xpbd_exp_hyper(xpbd_hyper x) {
  const double e = exp(x.v);
  return lifted(x, e, e, e);
}
static inline xpbd_hyper xpbd_expm1_hyper(xpbd_hyper x) {
  const double e = exp(x.v);
  return lifted(x, expm1(x.v), e, e);
}
static inline xpbd_hyper xpbd_expm1_between_hyper(xpbd_hyper x, xpbd_hyper low, xpbd_hyper at_low, xpbd_hyper high,
                                                  xpbd_hyper at_high) {
  return x.v > high.v ? at_high : low.v > x.v ? at_low : xpbd_expm1_hyper(x);
}
static inline xpbd_hyper xpbd_log_hyper(xpbd_hyper x) {
  return lifted(x, log(x.v), 1.0 / x.v, -1.0 / (x.v * x.v));
}
static inline xpbd_hyper xpbd_acos_hyper(xpbd_hyper x) {
  const double square = (1.0 - x.v) * (1.0 + x.v), root = sqrt(square);
  if (fabs(x.v) >= 1.0) return xpbd_hyper(acos(x.v > 0.0 ? 1.0 : -1.0));
  return lifted(x, acos(x.v), -1.0 / root, -x.v / (square * root));
}
static inline xpbd_hyper xpbd_atan2_hyper(xpbd_hyper y, xpbd_hyper x) {
  const double square = y.v * y.v + x.v * x.v, by_y = x.v / square, by_x = -y.v / square;
  const double twice = 2.0 * x.v * y.v / (square * square); /* d2/dx2 = -d2/dy2 */
  const double mixed = (y.v * y.v - x.v * x.v) / (square * square);
  return xpbd_hyper(atan2(y.v + 0.0, x.v + 0.0), by_y * y.a + by_x * x.a, by_y * y.b + by_x * x.b,
                    by_y * y.ab + by_x * x.ab + twice * (x.a * x.b - y.a * y.b) + mixed * (y.a * x.b + y.b * x.a));
}
static inline xpbd_hyper xpbd_sin_hyper(xpbd_hyper x) {
  return lifted(x, sin(x.v), cos(x.v), -sin(x.v));
}
static inline xpbd_hyper xpbd_cos_hyper(xpbd_hyper x) {
  return lifted(x, cos(x.v), -sin(x.v), -cos(x.v));
}
static inline xpbd_hyper xpbd_tanh_hyper(xpbd_hyper x) {
  const double t = tanh(x.v), slope = 1.0 - t * t;
  return lifted(x, t, slope, -2.0 * t * slope);
}
static inline xpbd_hyper xpbd_pow_hyper(xpbd_hyper x, xpbd_hyper y) {
  const bool fixed = y.a == 0.0 && y.b == 0.0 && y.ab == 0.0;
  if (!fixed) return xpbd_exp_hyper(y * xpbd_log_hyper(x));
  return lifted(x, pow(x.v, y.v), y.v * pow(x.v, y.v - 1.0), y.v * (y.v - 1.0) * pow(x.v, y.v - 2.0));
}

/* The texts are included as for a device, which also reads them as C++. */
#define __CUDACC__
#define XPBD_ROOT_IS_COUNTED
#define __host__
#define __device__
#define __forceinline__ inline
#include "formula/types.h"
#include "xpbd/formula.h"
struct xpbd_vec3_hyper {
  xpbd_hyper x, y, z;
};
#define XPBD_SCALAR 256
#include "formula/all.h"

#include "hyper/hyper_dual.h"

typedef xpbd_hyper (*reading)(const xpbd_vec3_hyper *x, const xpbd_hyper *rest, const xpbd_hyper *material,
                              xpbd_vec3_hyper *g, xpbd_hyper *scale);

static const struct {
  reading value;
  int arity, rests, materials;
} readings[] = {
#define XPBD_FORMULA_ENTRY(id, arity, rests, materials, ...) {xpbd_##id##_hyper, arity, rests, materials},
#include "formula/list.h"
};

extern "C" void hyper_dual_second(int index, const xpbd_vec3_f64 *x, const double *rest, const double *material,
                                  double *hessian) {
  const int arity = readings[index].arity, size = 3 * arity;
  xpbd_vec3_hyper at[XPBD_MAX_ARITY], g[XPBD_MAX_ARITY];
  xpbd_hyper shape[XPBD_MAX_REST], numbers[XPBD_MAX_MATERIAL], *coordinate[3 * XPBD_MAX_ARITY];
  for (int i = 0; i < readings[index].rests; i++) shape[i] = rest[i];
  for (int i = 0; i < readings[index].materials; i++) numbers[i] = material[i];
  for (int i = 0; i < arity; i++) {
    at[i].x = x[i].x, at[i].y = x[i].y, at[i].z = x[i].z;
    coordinate[3 * i] = &at[i].x, coordinate[3 * i + 1] = &at[i].y, coordinate[3 * i + 2] = &at[i].z;
  }
  for (int i = 0; i < size; i++)
    for (int k = 0; k <= i; k++) {
      xpbd_hyper scale = 1.0;
      coordinate[i]->a = 1.0, coordinate[k]->b = 1.0;
      hessian[i * size + k] = hessian[k * size + i] = readings[index].value(at, shape, numbers, g, &scale).ab;
      coordinate[i]->a = 0.0, coordinate[k]->b = 0.0;
    }
}
