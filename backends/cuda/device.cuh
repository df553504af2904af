/* Why this file exists: everything that is compiled for a device. cuda.cu includes it for code that every scene needs,
 * in both precisions. Kernels that know formulas take minutes to compile, so they are separate units, compiled in
 * parallel. kernels_f32.cu and kernels_f64.cu have the formulas of the list. For formulas from a file, unit.c writes a
 * unit at run time with the one instance that a scene needs.
 * Before it includes this, a unit defines
 *   XPBD_UNIT_SCALAR    its precision, 32 or 64
 *   XPBD_UNIT_FOR_...   1: GROUPS (a launch for each), COOPERATIVE, BLOCK, CLUSTER, TILES or RESIDENT, the strategies
 *   XPBD_UNIT_NAME      the name of the table it gives the program
 * and at run time
 *   XPBD_UNIT_FORMULAS  the header with the functions
 *   XPBD_UNIT_LIST      the header with a line XPBD_FORMULA_ENTRY(name, particles, numbers of the rest shape) for each
 *   XPBD_UNIT_PLACES    the content of an enum: FORMULA_name = its index in the program's list, for each
 *   XPBD_UNIT_INSTANCE  -1 = the general kernels, or FORMULA_name = the kernels for springs of one formula
 *   XPBD_UNIT_DAMPED    true: sets may be damped; always true if the instance is -1. */
#ifndef XPBD_CUDA_DEVICE_CUH
#define XPBD_CUDA_DEVICE_CUH

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <type_traits>

#include "collide/obstacle.h"
#include "layout/records.h"
#include "plan.h"
#include "unit.h"
#include "xpbd/scene.h"

/* A launch, with the shared memory of a block. The tests replace it by a version in which a CPU plays the GPU. */
#if !defined(XPBD_LAUNCH_AS)
#define XPBD_LAUNCH_AS(kernel, grid, block, bytes, stream, ...)                                                        \
  (kernel)<<<(grid), (block), (bytes), (stream)>>>(__VA_ARGS__)
#define XPBD_DYNAMIC_SHARED(name) extern __shared__ __align__(64) char name[]
#endif
#define XPBD_LAUNCH(...) XPBD_LAUNCH_AS(__VA_ARGS__) /* expands macros that stand for several arguments first */

/* A loop over numbers that must stay in registers. */
#if defined(__NVCC__)
#define XPBD_UNROLLED _Pragma("unroll")
#else
#define XPBD_UNROLLED
#endif

/* For kernels launched to overlap: one may begin before the previous kernel in its stream has ended. This
 * call waits for that end and lets the next kernel begin. A kernel must call it before all its writes, and
 * before it reads data of others. */
static __device__ __forceinline__ void cuda_wait_for_last() {
#if defined(__NVCC__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory"); /* CUDA 11.8 has no functions for these two */
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#elif !defined(__NVCC__)
  emulated::wait_for_last();
#endif
}

/* Counts kept on the device. */
struct cuda_status {
  int64_t frame, step;           /* done since the reset */
  int64_t table_base;            /* step of the first entry of the wind table */
  unsigned long long lost;       /* particles not finite in the current frame */
  unsigned long long first_lost; /* first frame that lost one, ~0 = none */
  unsigned long long skipped;
  unsigned long long unseen;   /* contact candidates without room */
  unsigned long long contacts; /* particles pushed out of an obstacle */
};

#if !defined(XPBD_UNIT_SCALAR)
/* The last kernels of a time step and of a resident kernel. None of their threads may see the counters change. `seen`
 * is the host's copy, so no frame needs a copy. */
static __global__ void k_end_step(cuda_status *status, cuda_status *seen, int32_t substeps) {
  status->step++;
  if (status->step % substeps == 0) {
    status->frame++;
    if (status->lost > 0 && status->first_lost > (unsigned long long)status->frame)
      status->first_lost = (unsigned long long)status->frame;
    status->lost = 0;
  }
  *seen = *status;
}
static __global__ void k_end_frames(cuda_status *status, cuda_status *seen, int32_t frames, int32_t substeps) {
  cuda_wait_for_last();
  status->frame += frames;
  status->step += (int64_t)frames * substeps;
  *seen = *status;
}
#endif

#include "step/who.h"

#define XPBD_KERNELS_FOR(STRATEGY) XPBD_UNIT_FOR_##STRATEGY /* an undefined word counts as 0 */

/* The index of every formula in the list, as a constant. */
#if defined(XPBD_UNIT_PLACES)
enum { XPBD_UNIT_PLACES };
#else
#define XPBD_UNIT_FORMULAS          "formula/all.h"
#define XPBD_UNIT_LIST              "formula/list.h"
enum {
#define XPBD_FORMULA_ENTRY(id, ...) FORMULA_##id,
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
};
#endif

/* An address in the shared memory of another block of the cluster. */
template <class T> static __device__ __forceinline__ T *cluster_address(T *own, uint32_t rank) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  return (T *)cooperative_groups::this_cluster().map_shared_rank((void *)own, rank);
#else
  (void)rank;
  return own;
#endif
}
static __device__ __forceinline__ void cluster_meet() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  cooperative_groups::this_cluster().sync();
#else
  __trap(); /* the plan excludes this */
#endif
}

/* Copy 4 bytes, or a multiple of 16, to shared memory while the thread continues. The thread sees them after
 * cuda_copied(), other threads after a barrier as well. */
template <class T> static __device__ __forceinline__ void cuda_copy(T *to, const T *from) {
  static_assert(sizeof(T) == 4 || sizeof(T) % 16 == 0, "what can be copied beside the threads");
#if defined(__NVCC__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const uint32_t at = (uint32_t)__cvta_generic_to_shared(to);
  if constexpr (sizeof(T) == 4) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
  } else {
    XPBD_UNROLLED
    for (uint32_t k = 0; k < sizeof(T); k += 16)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at + k), "l"((const char *)from + k) : "memory");
  }
#elif defined(__NVCC__)
  *to = *from;
#else
  emulated::copy_later(to, from, sizeof(T));
#endif
}
/* Wait for all copies of this thread. */
static __device__ __forceinline__ void cuda_copied() {
#if defined(__NVCC__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#elif !defined(__NVCC__)
  emulated::copied();
#endif
}

/* 16 bytes that threads of other blocks see completely or not at all. Toolkits before 12.3 lack a type for that. Their
 * access to four words at once is the same instruction. */
struct alignas(16) cuda_posting {
  uint32_t word[4];
};
#define CUDA_WORDS_OUT(posting)                                                                                        \
  "=r"((posting).word[0]), "=r"((posting).word[1]), "=r"((posting).word[2]), "=r"((posting).word[3])
#define CUDA_WORDS(posting)                                                                                            \
  "r"((posting).word[0]), "r"((posting).word[1]), "r"((posting).word[2]), "r"((posting).word[3])
static __device__ __forceinline__ void cuda_post(cuda_posting *to, const cuda_posting &from) {
#if !defined(__NVCC__)
  *to = from;
#elif CUDART_VERSION >= 12030
  asm volatile("{.reg .b128 all; .reg .b64 low, high; mov.b64 low, {%1, %2}; mov.b64 high, {%3, %4}; "
               "mov.b128 all, {low, high}; st.relaxed.gpu.global.b128 [%0], all;}" ::"l"(to),
               CUDA_WORDS(from)
               : "memory");
#else
  asm volatile("st.relaxed.gpu.global.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), CUDA_WORDS(from) : "memory");
#endif
}
static __device__ __forceinline__ cuda_posting cuda_posted(const cuda_posting *from) {
  cuda_posting to;
#if !defined(__NVCC__)
  to = *from;
#elif CUDART_VERSION >= 12030
  asm volatile("{.reg .b128 all; .reg .b64 low, high; ld.relaxed.gpu.global.b128 all, [%4]; "
               "mov.b128 {low, high}, all; mov.b64 {%0, %1}, low; mov.b64 {%2, %3}, high;}"
               : CUDA_WORDS_OUT(to)
               : "l"(from)
               : "memory");
#else
  asm volatile("ld.relaxed.gpu.global.v4.b32 {%0, %1, %2, %3}, [%4];" : CUDA_WORDS_OUT(to) : "l"(from) : "memory");
#endif
  return to;
}
/* The same in the block's own shared memory, read by others of its cluster. Each 8 bytes are seen completely, as
 * guaranteed for two such words at once. 16 bytes at once have not been tried there. */
static __device__ __forceinline__ void cluster_post(cuda_posting *to, const cuda_posting &from) {
#if defined(__NVCC__)
  asm volatile("{.reg .b64 low, high; mov.b64 low, {%1, %2}; mov.b64 high, {%3, %4}; "
               "st.volatile.shared.v2.b64 [%0], {low, high};}" ::"r"((uint32_t)__cvta_generic_to_shared(to)),
               CUDA_WORDS(from)
               : "memory");
#else
  *to = from;
#endif
}
static __device__ __forceinline__ cuda_posting cluster_posted(const cuda_posting *from) {
  cuda_posting to = {};
#if !defined(__NVCC__)
  to = *from;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("{.reg .b64 low, high; ld.relaxed.cluster.shared::cluster.v2.b64 {low, high}, [%4]; "
               "mov.b64 {%0, %1}, low; mov.b64 {%2, %3}, high;}"
               : CUDA_WORDS_OUT(to)
               : "r"((uint32_t)__cvta_generic_to_shared(from))
               : "memory");
#else
  (void)from;
#endif
  return to;
}
#undef CUDA_WORDS
#undef CUDA_WORDS_OUT

/* Wait until `there` returns true, after actions of other blocks. */
template <class There> static __device__ __forceinline__ void cuda_await(There there) {
#if defined(__NVCC__)
  while (!there()) {
  }
#else
  emulated::ask(there);
#endif
}

/* Keep a value in a register, so that it is not recomputed at each use. */
template <class T> static __device__ __forceinline__ void cuda_keep(T &kept) {
#if defined(__NVCC__)
  if constexpr (sizeof(T) == 8)
    asm volatile("" : "+l"(kept));
  else
    asm volatile("" : "+r"(kept));
#else
  (void)kept;
#endif
}

/* For whole warps: whether any thread has `here` set, and the bits that any thread has. All threads of a warp get the
 * same result, and the compiler knows that. The CPU that plays a device has warps of one thread. */
static __device__ __forceinline__ bool cuda_any_of_warp(bool here) {
#if defined(__NVCC__) && defined(__CUDA_ARCH__)
  return __any_sync(~0u, here);
#else
  return here;
#endif
}
static __device__ __forceinline__ uint32_t cuda_bits_of_warp(uint32_t here) {
#if defined(__NVCC__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_or_sync(~0u, here);
#elif defined(__NVCC__) && defined(__CUDA_ARCH__)
  for (int other = 1; other < 32; other *= 2) here |= __shfl_xor_sync(~0u, here, other);
  return here;
#else
  return here;
#endif
}

/* A named barrier of a block, 1 to 15, for THREADS threads: arrive and continue, or wait for the others. */
template <int THREADS> static __device__ __forceinline__ void cuda_arrive(uint32_t barrier) {
#if defined(__NVCC__)
  asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "n"(THREADS) : "memory");
#else
  emulated::arrive(barrier, THREADS);
#endif
}
template <int THREADS> static __device__ __forceinline__ void cuda_meet(uint32_t barrier) {
#if defined(__NVCC__)
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "n"(THREADS) : "memory");
#else
  emulated::meet(barrier, THREADS);
#endif
}

/* A launch. If it may overlap the previous kernel, `kernel` must call cuda_wait_for_last(). */
template <class Kernel, class... Arguments>
static cudaError_t cuda_launch(Kernel kernel, dim3 grid, unsigned threads, size_t shared_bytes, cudaStream_t stream,
                               bool overlap, const Arguments &...arguments) {
  if (!overlap) {
    XPBD_LAUNCH(kernel, grid, threads, shared_bytes, stream, arguments...);
    return cudaGetLastError();
  }
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, arguments...);
}

/* The particles of a thread: its share of all. */
struct xpbd_turns {
  int32_t first, end, step;
};
static __device__ __forceinline__ xpbd_turns particle_turns(const void *, const xpbd_who &who, int32_t n) {
  return {who.thread, n, who.threads};
}

#if !defined(XPBD_UNIT_SCALAR) || XPBD_UNIT_SCALAR == 32
#define XPBD_SCALAR 32
#include "kernels.cuh"
#include "launch.cuh"
#undef XPBD_SCALAR
#endif

#if !defined(XPBD_UNIT_SCALAR) || XPBD_UNIT_SCALAR == 64
#define XPBD_SCALAR 64
#include "kernels.cuh"
#include "launch.cuh"
#undef XPBD_SCALAR
#endif

#endif
