/* Why this file exists: on a CPU, expm1() first computes any argument and then replaces results beyond its ends, and
 * the clamped exponential has its two end values as numbers. On a device the argument is clamped first. Both ways must
 * give the same bits on both sides of every end. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "runner/check.h"

/* The numbers, and the results with the argument clamped first, in one precision. */
#define IN(suffix)                                                                                                     \
  static const real_##suffix value_low_##suffix = XPBD_EXPM1_LOW, value_high_##suffix = XPBD_EXPM1_HIGH;               \
  static real_##suffix between_##suffix(real_##suffix a, real_##suffix low, real_##suffix high) {                      \
    return a > high ? high : low > a ? low : a;                                                                        \
  }                                                                                                                    \
  static real_##suffix expm1_first_##suffix(real_##suffix a) {                                                         \
    return xpbd_expm1_within_##suffix(between_##suffix(a, -60, sizeof a == 4 ? 89 : 710));                             \
  }                                                                                                                    \
  static real_##suffix tangent_##suffix(real_##suffix g, real_##suffix end, real_##suffix *slope) {                    \
    const real_##suffix a = between_##suffix(g, -end, end), e = xpbd_expm1_##suffix(a);                                \
    *slope = e + 1;                                                                                                    \
    return fma_##suffix(*slope, g - a, e);                                                                             \
  }                                                                                                                    \
  static bool same_##suffix(real_##suffix a, real_##suffix b) {                                                        \
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;                                                    \
  }                                                                                                                    \
  static bool expm1_same_##suffix(real_##suffix a) {                                                                   \
    return same_##suffix(xpbd_expm1_##suffix(a), expm1_first_##suffix(a));                                             \
  }                                                                                                                    \
  static bool clamped_same_##suffix(real_##suffix g, real_##suffix end) {                                              \
    real_##suffix slope, other;                                                                                        \
    const real_##suffix e = xpbd_clamped_expm1_##suffix(g, &slope);                                                    \
    return same_##suffix(e, tangent_##suffix(g, end, &other)) && same_##suffix(slope, other);                          \
  }

typedef float real_f32;
typedef double real_f64;
#define fma_f32 fmaf
#define fma_f64 fma

#define XPBD_SCALAR 32
#include "formula/shared.h"
IN(f32)
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/shared.h"
IN(f64)
#undef XPBD_SCALAR

/* Neighbours of every end on both sides, and numbers in between and far away. */
enum { NEAR = 40 };
static const double ends[] = {-60, -1, 0, 1, 89, 710, -0.3, 0.7, -1e30, 1e30, -INFINITY, INFINITY, NAN};
enum { ENDS = sizeof ends / sizeof *ends };

static void check_bits(check *self, int unused) {
  int wrong = 0, moved = 0;
  for (int k = 0; k < ENDS; k++) {
    float a = (float)ends[k];
    double b = ends[k];
    for (int i = 0; i < NEAR; i++) a = nextafterf(a, -INFINITY), b = nextafter(b, -INFINITY);
    for (int i = 0; i < 2 * NEAR; i++, a = nextafterf(a, INFINITY), b = nextafter(b, INFINITY)) {
      wrong += !expm1_same_f32(a) || !clamped_same_f32(a, 1);
      wrong += !expm1_same_f64(b) || !clamped_same_f64(b, 1);
      moved += !clamped_same_f32(a, 1 + 0x1p-23f) || !clamped_same_f64(b, 1 + 0x1p-52);
    }
  }
  check_same(self, (uint64_t)wrong, 0, "clamped first or last, %d numbers", 2 * ENDS * 2 * NEAR);
  check_control(self, moved > 0, "ends that are the next numbers");
}

static void check_ends(check *self, int unused) {
  check_true(self, same_f32(value_high_f32, xpbd_expm1_f32(1)) && same_f32(value_low_f32, xpbd_expm1_f32(-1)),
             "float: the numbers are the function's");
  check_true(self, same_f64(value_high_f64, xpbd_expm1_f64(1)) && same_f64(value_low_f64, xpbd_expm1_f64(-1)),
             "double: the numbers are the function's");
  check_control(self, !same_f32((float)expm1(1.0), xpbd_expm1_f32(1)), "e - 1, rounded");
}

void check_group_exponential(check_registry *registry) {
  check_add(registry, "ends", "the clamped exponential's values at its ends", check_ends, 0);
  check_add(registry, "bits", "clamped first or last, the same bits", check_bits, 0);
}
