/* Why this file exists: expands the list of formulas into the CPU kernels. Compiled once per instruction set
 * (XPBD_KERNELS names it); the text, and so every bit of the result, is the same in all of them. */
#include "solver/kernel.h"

#include <stdalign.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
#define LANES_F32 16
#define LANES_F64 8
#elif defined(__AVX2__)
#define LANES_F32 8
#define LANES_F64 4
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

#define XPBD_SCALAR 32
#define LANES       LANES_F32
#include "formula/all.h"
#include "solver/project.h"
#include "solver/particle.h"
#include "solver/lanes_f32.h"
#include "solver/kernels_body.h"
#undef XPBD_SCALAR
#undef LANES

#define XPBD_SCALAR 64
#define LANES       LANES_F64
#include "formula/all.h"
#include "solver/project.h"
#include "solver/particle.h"
#include "solver/lanes_f64.h"
#include "solver/kernels_body.h"
#undef XPBD_SCALAR
#undef LANES

#define NAMED_(name)  xpbd_kernels_##name
#define NAMED(name)   NAMED_(name)
#define STRING_(name) #name
#define STRING(name)  STRING_(name)

extern const xpbd_kernels NAMED(XPBD_KERNELS);
const xpbd_kernels NAMED(XPBD_KERNELS) = {
    .instructions = STRING(XPBD_KERNELS),
    .f32 = {.lanes = LANES_F32, .project = project_f32, .wind = wind_f32, .predict = predict_f32, .finish = finish_f32},
    .f64 = {.lanes = LANES_F64, .project = project_f64, .wind = wind_f64, .predict = predict_f64, .finish = finish_f64},
};
