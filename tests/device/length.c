/* Why this file exists: compares the device's root of a sum of squares (lib/formula/length.h) with the IEEE root of the
 * CPU. A device promises 1 / sqrt(a) only to 2^-22.9, so all approximations within that are tried, for all mantissas.
 * Two pairs of a number and an approximation are wrong, where nvcc's own sqrtf(), which makes the same step, would be
 * wrong, too. Everything else is tried with the nearest approximation. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "formula/types.h"

/* The nearest float to 1 / sqrt(a), shifted by the number of floats under test. */
static int32_t aside;
static float approximation(float a) {
  const float nearest = (float)(1.0 / sqrt((double)a));
  return a > 0 && a < INFINITY ? xpbd_from_bits_f32(xpbd_to_bits_f32(nearest) + (uint32_t)aside) : nearest;
}
#define XPBD_NEAR_RSQRT(a) approximation(a)
#include "formula/length.h"

static int differs(float a) {
  const float is = xpbd_root_of_squares_f32(a), exact = sqrtf(a);
  return isnan(exact) ? !isnan(is) : xpbd_to_bits_f32(is) != xpbd_to_bits_f32(exact);
}

/* Wrong roots in two binades, for approximations within the bound (`inside`) or beyond. */
static long wrong_aside(int32_t distance, int inside) {
  long wrong = 0;
  aside = distance;
  for (uint32_t bits = 0x3f800000u; bits < 0x40800000u; bits++) {
    const float a = xpbd_from_bits_f32(bits);
    if ((fabs((double)approximation(a) * sqrt((double)a) - 1) <= 0x1.125fbep-23) == inside) wrong += differs(a);
  }
  aside = 0;
  return wrong;
}

int main(void) {
  static const float ends[] = {0,         0x1p-149f,        0x1p-148f, 0x1.8p-148f, 0x1p-126f, 0x1.fffffep-127f,
                               0x1p-101f, 0x1.fffffep-102f, FLT_MAX,   INFINITY,    NAN,       1};
  long wrong = 0, near = 0;
  for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) wrong += differs(ends[k]);
  for (uint32_t bits = 0; bits < 0x7f800000u; bits += 61) wrong += differs(xpbd_from_bits_f32(bits));
  for (int32_t distance = -4; distance <= 4; distance++) near += wrong_aside(distance, 1);
  const long control = wrong_aside(4000, 0);
  printf("%ld wrong of all sizes, %ld for some approximation within 2^-22.9 (2 are known), %ld of bad ones\n", wrong,
         near, control);
  return wrong != 0 || near != 2 || control < 1000;
}
