/* Why this file exists: float root and quotient for the springs that device threads keep in registers
 * (backends/cuda/near.cuh). Their time is one chain of dependent instructions. A sixth of it went into two questions:
 * before the root, whether the number is out of the ordinary, and after the quotient, whether it may be kept. Here
 * nothing waits for such an answer. A result has the bits that IEEE asks for, or shows that it may not have them; the
 * spring is then done again, slowly. Included by scalar.h. tests/device/quick.c tests it. */
#ifndef XPBD_FORMULA_QUICK_H
#define XPBD_FORMULA_QUICK_H
#include "length.h"

/* Within a unit in the last place of 1 / b. */
#if defined(__NVCC__) && defined(__CUDA_ARCH__)
XPBD_INLINE float xpbd_near_reciprocal_f32(float b) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(b));
  return y;
}
#define XPBD_NEAR_RECIPROCAL(b) xpbd_near_reciprocal_f32(b)
#elif !defined(XPBD_NEAR_RECIPROCAL)
#define XPBD_NEAR_RECIPROCAL(b) (1.0f / (b)) /* for a CPU that plays a device */
#endif

/* The root of a sum of squares, or a number that is not finite. The result is not finite for 0, infinity and NaN,
 * because 0 times infinity is NaN. It is also not finite for all numbers below 2^-100, where half the reciprocal
 * overflows on the way. From 2^-102 on the step has the rounded root (length.h). */
XPBD_INLINE float xpbd_quick_root_f32(float a) {
#if defined(__NVCC__) && !defined(__CUDA_ARCH__)
  return sqrtf(a); /* the host's reading of the same text */
#else
  const float y = XPBD_NEAR_RSQRT(a), near = a * y;
  return fmaf(fmaf(-near, near, a), y * 0x1p78f * 0x1p-79f, near);
#endif
}

/* a / b, b >= 0. *sure: the result is exact and b + |a / b| is below 1e37. This is the fast path of nvcc's division,
 * except for the sign of the remainder, by which a quotient of 0 keeps its own. No intermediate number overflows or
 * loses digits if both numbers are below 2^30, and if a is 0 or both are at least 2^-92. One sum and one minimum test
 * all of that (the bits of 0, less 1, are the largest). Springs whose C is a square come down to 2^-84 where they are
 * almost met. */
XPBD_INLINE float xpbd_quick_quotient_f32(float a, float b, int *sure) {
  const float near = XPBD_NEAR_RECIPROCAL(b), y = fmaf(near, fmaf(-b, near, 1.0f), near);
  const float q = a * y;
  const uint32_t above = 2 * xpbd_to_bits_f32(a) - 1, below = 2 * xpbd_to_bits_f32(b),
                 least = above < below ? above : below;
  *sure = (least >= 2 * 0x11800000u) & (fabsf(a) + b <= 0x1p30f);
  return fmaf(-y, fmaf(b, q, -a), q);
}
#endif
