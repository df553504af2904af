/* Why this file exists: the readings of the scalar share what may be defined only once: vector types, inlining, the
 * bits of a number, the stated accuracy. */
#ifndef XPBD_FORMULA_TYPES_H
#define XPBD_FORMULA_TYPES_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#define XPBD_UNUSED __attribute__((unused))
#if defined(XPBD_OPENCL_C)
#define XPBD_INLINE static inline __attribute__((always_inline, unused))
#elif defined(__CUDACC__)
#define XPBD_INLINE static __host__ __device__ __forceinline__
#else
#include <complex.h>
#undef I /* a formula may name something I */
#define XPBD_INLINE static inline __attribute__((always_inline, unused))
#endif

/* Which memory a pointer points into. Only OpenCL C (XPBD_OPENCL_C) distinguishes memories. XPBD_GLOBAL: memory that
 * all threads of a device see. XPBD_HERE: where the kernel has its positions, there or in the memory of a work-group;
 * the including file says which. XPBD_CONSTANT: literals. */
#if defined(XPBD_OPENCL_C)
#define XPBD_GLOBAL   __global
#define XPBD_CONSTANT __constant
#else
#define XPBD_GLOBAL
#define XPBD_CONSTANT
#define XPBD_HERE
#endif

/* Largest errors in units in the last place against the exact value, over all finite results. Subnormal results of exp
 * round a second time and stay below 1 ULP of the subnormal. The check "math" asserts them. */
#define XPBD_EXP_ULP_F32   1.0
#define XPBD_EXP_ULP_F64   1.0
#define XPBD_EXPM1_ULP_F32 1.5
#define XPBD_EXPM1_ULP_F64 2.0 /* where the result is near 1/2: the rest of the reduction is not carried */
#define XPBD_LOG_ULP_F32   0.75
#define XPBD_LOG_ULP_F64   0.75
#define XPBD_ACOS_ULP_F32  1.25
#define XPBD_ACOS_ULP_F64  1.25
#define XPBD_ATAN2_ULP_F32 1.75 /* where the angle is just below a power of two and the ratio above it */
#define XPBD_ATAN2_ULP_F64 1.75
#define XPBD_SIN_ULP_F32   0.9
#define XPBD_SIN_ULP_F64   0.9
#define XPBD_COS_ULP_F32   0.9
#define XPBD_COS_ULP_F64   0.9
#define XPBD_TANH_ULP_F32  2.75
#define XPBD_TANH_ULP_F64  2.75
#define XPBD_POW_ULP_F32   2.75 /* times 1 + |b ln a| / 16; at most 1.5 where |b ln a| is below 4 */
#define XPBD_POW_ULP_F64   3.5

typedef struct xpbd_vec3_f32 {
  float x, y, z;
} xpbd_vec3_f32;
typedef struct xpbd_vec3_f64 {
  double x, y, z;
} xpbd_vec3_f64;
#if !defined(__CUDACC__) && !defined(XPBD_OPENCL_C) /* these have complex_device.h */
typedef double _Complex xpbd_complex;
typedef struct xpbd_vec3_c64 {
  double _Complex x, y, z;
} xpbd_vec3_c64;
#endif

#if defined(XPBD_OPENCL_C)
XPBD_INLINE uint32_t xpbd_to_bits_f32(float a) {
  return as_uint(a);
}
XPBD_INLINE float xpbd_from_bits_f32(uint32_t u) {
  return as_float(u);
}
#if XPBD_SCALAR != 32 /* a device may have no double */
XPBD_INLINE uint64_t xpbd_to_bits_f64(double a) {
  return as_ulong(a);
}
XPBD_INLINE double xpbd_from_bits_f64(uint64_t u) {
  return as_double(u);
}
#endif
#else
/* Bits of a float and back. memcpy is defined in C, and compilers vectorise it. */
XPBD_INLINE uint32_t xpbd_to_bits_f32(float a) {
  uint32_t u;
  memcpy(&u, &a, sizeof u);
  return u;
}
XPBD_INLINE float xpbd_from_bits_f32(uint32_t u) {
  float a;
  memcpy(&a, &u, sizeof a);
  return a;
}
XPBD_INLINE uint64_t xpbd_to_bits_f64(double a) {
  uint64_t u;
  memcpy(&u, &a, sizeof u);
  return u;
}
XPBD_INLINE double xpbd_from_bits_f64(uint64_t u) {
  double a;
  memcpy(&a, &u, sizeof a);
  return a;
}
#endif
#endif
