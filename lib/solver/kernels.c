/* Why this file exists: expands the list of formulas into the CPU kernels. Compiled once per instruction set
 * (XPBD_KERNELS names it); the text, and so every bit of the result, is the same in all of them. */
#include "solver/kernel.h"

#include <stdalign.h>
#include <stddef.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
#define LANES_F32 16
#define LANES_F64 8
#elif defined(__AVX2__)
#define LANES_F32 8
#define LANES_F64 4
#elif defined(__x86_64__) /* no fused multiply-add in hardware: a call each, and nothing to gain side by side */
#define LANES_F32 1
#define LANES_F64 1
#else
#define LANES_F32 4
#define LANES_F64 4
#endif

/* The lanes of a block touch different constraints. (omp simd says the same, but makes gcc 12 keep the local arrays in
 * memory, one copy a lane, and then give up.) */
#if defined(__clang__)
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety) interleave(disable)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

/* One precision a file: the two halves of an instruction set compile side by side. */
#if XPBD_KERNELS_PRECISION == 32
#define XPBD_SCALAR 32
#define LANES       LANES_F32
#define LANES_FILE  "solver/lanes_f32.h"
#else
#define XPBD_SCALAR 64
#define LANES       LANES_F64
#define LANES_FILE  "solver/lanes_f64.h"
#endif
#include "formula/all.h"
#include "solver/project.h"
#include "solver/particle.h"
#if LANES > 1
#include LANES_FILE
#endif
#include "solver/kernels_body.h"

#define NAMED__(name, kind) xpbd_kernels_##name##_##kind
#define NAMED_(name, kind)  NAMED__(name, kind)
#if XPBD_KERNELS_PRECISION == 32
#define NAMED(name) NAMED_(name, f32)
#else
#define NAMED(name) NAMED_(name, f64)
#endif

extern const XPBD_NAME(kernels) NAMED(XPBD_KERNELS);
const XPBD_NAME(kernels) NAMED(XPBD_KERNELS) = {.lanes = LANES,
                                                .project = LOCAL(project),
                                                .energy = LOCAL(energy),
                                                .evaluate = LOCAL(evaluate),
                                                .wind = LOCAL(wind),
                                                .predict = LOCAL(predict),
                                                .finish = LOCAL(finish)};
