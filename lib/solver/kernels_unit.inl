/* Why this file exists: the kernels of a formula for one instruction set, which XPBD_KERNELS names. The source, and so
 * every bit of the result, is the same for all of them. If XPBD_KERNELS_SCALAR is defined, only that precision is
 * compiled. Included by solver/unit.h. */
#include <stdalign.h>
#include <stddef.h>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "solver/kernel.h"

/* The lanes of a block use different constraints. (omp simd means the same, but with it gcc 12 keeps the local arrays
 * in memory, one copy per lane, and then does not vectorise.) */
#if defined(__clang__)
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety) interleave(disable)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

/* Where the particle of lane l is stored: at its offset from x, or where `to` says, which is NULL at compile time. */
#define LANE_AT(x, offset, to, l) ((to) ? (to)[l] : XPBD_PARTICLE_AT(x, (offset)[l]))

#if defined(XPBD_UNIT_VALUES) /* whose gradients come from the complex version */
#define XPBD_SCALAR 128
#include "formula/reading.h"
#undef XPBD_SCALAR
#endif
#if !defined(XPBD_KERNELS_SCALAR) || XPBD_KERNELS_SCALAR == 32
#define XPBD_SCALAR 32
#include "formula/reading.h"
#include "solver/project.inl"
#include "solver/kernels_names.inl"
#if LANES > 1
#include "solver/lanes_f32.inl"
#endif
#include "solver/kernels_unit_body.inl"
#undef XPBD_SCALAR
#endif

#if !defined(XPBD_KERNELS_SCALAR) || XPBD_KERNELS_SCALAR == 64
#define XPBD_SCALAR 64
#include "formula/reading.h"
#include "solver/project.inl"
#include "solver/kernels_names.inl"
#if LANES > 1
#include "solver/lanes_f64.inl"
#endif
#include "solver/kernels_unit_body.inl"
#undef XPBD_SCALAR
#endif
