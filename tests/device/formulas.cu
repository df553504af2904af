/* Why this file exists: a formula must be device code without changes. Every formula of the list, in both precisions,
 * with and without damping, becomes a kernel around the functions that the CPU runs. It is only compiled, which needs
 * nvcc but no device (formulas.sh). */
#include "layout/records.h"

#define XPBD_SCALAR 32
#include "formula/all.h"
#include "solver/project.inl"
#include "solver/particle.inl"
#undef XPBD_SCALAR

/* A kernel of one formula over places first .. first + threads - 1; DAMPED is a compile-time constant, as on the CPU. */
#define KERNEL(id, arity, rests, suffix, name, damped)                                                                 \
  extern "C" __global__ void name(const xpbd_set_##suffix set, xpbd_particle_##suffix *x,                              \
                                  const xpbd_particle_##suffix *start, int32_t first, int32_t last, int *skipped) {    \
    const int32_t j = first + (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);                                        \
    if (j < last && xpbd_project_one_##suffix(xpbd_##id##_##suffix, arity, rests, damped, 1, 1, &set, x, start, j))    \
      atomicAdd(skipped, 1);                                                                                           \
  }

#define PARTICLE_KERNELS(suffix)                                                                                       \
  extern "C" __global__ void predict_##suffix(const xpbd_wind_##suffix wind, const xpbd_inertia_##suffix by,           \
                                              xpbd_particle_##suffix *x, xpbd_particle_##suffix *force,                \
                                              int32_t count) {                                                         \
    const int32_t i = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);                                                \
    if (i >= count) return;                                                                                            \
    const xpbd_vec3_##suffix f = xpbd_wind_force_##suffix(&wind, x, by.v, i);                                          \
    force[i].x = f.x, force[i].y = f.y, force[i].z = f.z;                                                              \
    xpbd_predict_one_##suffix(by, x, i);                                                                               \
  }                                                                                                                    \
  extern "C" __global__ void finish_##suffix(const xpbd_inertia_##suffix by, xpbd_particle_##suffix *x, int32_t count, \
                                             int *lost) {                                                              \
    const int32_t i = (int32_t)(blockIdx.x * blockDim.x + threadIdx.x);                                                \
    if (i < count && xpbd_finish_one_##suffix(by, x, i)) atomicAdd(lost, 1);                                           \
  }

#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  KERNEL(id, arity, rests, f32, id##_f32, 0)                                                                           \
  KERNEL(id, arity, rests, f32, id##_damped_f32, 1)
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
PARTICLE_KERNELS(f32)

#define XPBD_SCALAR 64
#include "formula/all.h"
#include "solver/project.inl"
#include "solver/particle.inl"
#undef XPBD_SCALAR

#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  KERNEL(id, arity, rests, f64, id##_f64, 0)                                                                           \
  KERNEL(id, arity, rests, f64, id##_damped_f64, 1)
#include "formula/list.h"
#undef XPBD_FORMULA_ENTRY
PARTICLE_KERNELS(f64)
