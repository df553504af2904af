/* Why this file exists: compares the device's quotient (lib/solver/project.inl) with the IEEE quotient of the CPU. All
 * numerators and denominators give the same bits, including special ones, though a 0 is divided as another number. */
#define __CUDA_ARCH__ 900
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "layout/records.h"

#define XPBD_SCALAR 32
#include "formula/all.h"
#include "solver/project.inl"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/all.h"
#include "solver/project.inl"

/* Exact zeros of either sign, the ends of both precisions, infinities and NaN. */
static const double strange[] = {0.0,     -0.0,    1.0,     -1.0,     0x1p-149, -0x1p-149, 0x1p-126, 0x1p-1074, FLT_MIN,
                                 FLT_MAX, DBL_MIN, DBL_MAX, -DBL_MAX, INFINITY, -INFINITY, NAN,      0.1,       -3e5};
enum { STRANGE = sizeof strange / sizeof *strange };

/* NaN has many bit patterns, and a device has its own */
static bool same(double is, double exact) {
  return isnan(exact) ? isnan(is) : is == exact && signbit(is) == signbit(exact);
}

int main(void) {
  long wrong = 0, hasty = 0;
  for (int i = 0; i < STRANGE; i++)
    for (int j = 0; j < STRANGE; j++) {
      const double a = strange[i], b = strange[j];
      const float fa = (float)a, fb = (float)b;
      wrong += !same(xpbd_divided_f64(a, b), a / b) + !same((double)xpbd_divided_f32(fa, fb), (double)(fa / fb));
      hasty += a == 0.0 && !same(a, a / b); /* the shorter way for every denominator */
    }
  printf("%ld of %d quotients are wrong, %ld if 0 / b were always 0\n", wrong, 2 * STRANGE * STRANGE, hasty);
  return wrong != 0 || hasty < 10;
}
