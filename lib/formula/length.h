/* Why this file exists: on a device, the square root of a sum of squares in float gets the bits of the IEEE root
 * without its branches. Included by scalar.h.
 *
 * One step of Newton's method from an approximate 1 / sqrt(a) gives the rounded root for a from 2^-101 on. nvcc
 * compiles sqrtf() to the same step, but for any other a it calls a function that the whole warp waits for. A sum of
 * squares is never below 0, so no call is needed here. Smaller numbers are scaled up before the step. For 0 and
 * infinity the step gives NaN, and they are their own roots. tests/device/length.c tests it. */
#ifndef XPBD_FORMULA_LENGTH_H
#define XPBD_FORMULA_LENGTH_H
#include <float.h>

/* Within 2^-22.9 of 1 / sqrt(a); infinity of 0, 0 of infinity. */
#if defined(__NVCC__) && defined(__CUDA_ARCH__)
XPBD_INLINE float xpbd_near_rsqrt_f32(float a) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(a));
  return y;
}
#define XPBD_NEAR_RSQRT(a) xpbd_near_rsqrt_f32(a)
#elif !defined(XPBD_NEAR_RSQRT)
#define XPBD_NEAR_RSQRT(a) ((float)(1.0 / sqrt((double)(a)))) /* for a CPU that plays a device */
#endif

XPBD_INLINE float xpbd_root_of_squares_f32(float a) {
#if defined(__NVCC__) && !defined(__CUDA_ARCH__)
  return sqrtf(a); /* the host's reading of the same text */
#else
  const int far = !(a >= 0x1p-101f) | !(a <= FLT_MAX);
  const float b = far ? a * 0x1p64f : a, y = XPBD_NEAR_RSQRT(b), near = b * y;
  const float root = fmaf(fmaf(-near, near, b), 0.5f * y, near);
  return far ? fmaxf(root, b) * 0x1p-32f : root; /* the larger of a number and NaN is the number */
#endif
}
#endif
