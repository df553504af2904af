/* Why this file exists: the kernel of one block a copy for the cloths it is mostly used for: springs of one set, undamped, in at
 * most CUDA_HELD groups, of none of which a thread has more than one constraint (plan.c says when). Then a thread keeps what is
 * its own of each group in registers for the whole call: the places of both ends in one word, the rest length, the multiplier.
 * Shared memory, which limits such a kernel, is left to the positions. Included by kernels.cuh. */

/* A thread's constraint of one group. Who has none has one whose ends are the dummy, which is never moved: as the padding that
 * a CPU's SIMD lanes project too. */
struct LOCAL(held) {
  uint32_t pair; /* cuda_pair_of() their addresses in shared memory */
  REAL rest, lambda;
};

/* The particles of a block, found by those addresses: no base has to be added to them. */
struct LOCAL(near_particles) {};
static __device__ __forceinline__ PARTICLE *xpbd_particle_at(LOCAL(near_particles), uint32_t address) {
  return (PARTICLE *)__cvta_shared_to_generic(address);
}

/* Project it; 1: skipped as not finite. The set is the scene's with the one constraint for its arrays, which become registers
 * again, as all of this is inlined. */
template <int FORMULA>
static __device__ __forceinline__ int LOCAL(project_held)(const SET &common, LOCAL(held) & held) {
  uint32_t offset[2] = {cuda_pair_first(held.pair), cuda_pair_second(held.pair)};
  SET set = common;
  set.offset[0] = &offset[0], set.offset[1] = &offset[1];
  set.rest[0] = &held.rest;
  set.lambda = &held.lambda;
  set.relax = R(1.0); /* as the plan has seen to */
  switch (FORMULA) {
#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  case FORMULA_##id:                                                                                                   \
    return (int)XPBD_NAME(project_one)(XPBD_NAME(id), (arity) > 2 ? 2 : (arity), (rests) > 1 ? 1 : (rests), 0, 1,      \
                                       &set, LOCAL(near_particles){}, (const PARTICLE *)nullptr, 0);
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
  }
  return 0;
}

/* Called as k_block. All addresses fit in a pair: the plan has seen to that, too. */
template <int FORMULA>
static __global__ void __launch_bounds__(BLOCK_THREADS(FORMULA))
    LOCAL(k_near)(const __grid_constant__ IMAGE image, int32_t frames, int32_t) {
  XPBD_DYNAMIC_SHARED(shared);
  xpbd_who who = {(int32_t)threadIdx.x, (int32_t)blockDim.x, (int32_t)blockIdx.x, 0, 0, image.status};
  const int64_t at = XPBD_NAME(copy_at)(&image, &who);
  const SET &set = image.sets[0];
  char *next = shared;
  PARTICLE *const x = LOCAL(stage)(image.x + at, image.records, &next);
  const uint32_t base = (uint32_t)__cvta_generic_to_shared(x);
  const uint32_t last = base + (uint32_t)((size_t)(image.records - 1) * sizeof(PARTICLE)); /* the dummy */
  LOCAL(held) held[CUDA_HELD];
  XPBD_UNROLLED
  for (int g = 0; g < CUDA_HELD; g++) {
    held[g].pair = cuda_pair_of(last, last);
    held[g].rest = R(1.0);
    const int32_t j = g < image.group_count ? image.groups[g].first + who.thread : 0;
    if (g >= image.group_count || j >= image.groups[g].last) continue;
    held[g].pair = cuda_pair_of(base + set.offset[0][j], base + set.offset[1][j]);
    held[g].rest = set.rest[0] ? set.rest[0][j] : R(1.0);
  }
  __syncthreads();
  const auto sweeps = [&] {
    int skipped = 0;
    XPBD_UNROLLED
    for (int g = 0; g < CUDA_HELD; g++) held[g].lambda = R(0.0);
    for (int32_t it = 0; it < image.iterations; it++) {
      XPBD_UNROLLED
      for (int g = 0; g < CUDA_HELD; g++) {
        if (g >= image.group_count) break;
#if defined(__NVCC__) && defined(__CUDA_ARCH__)
        /* or the addresses of all groups would be taken apart before the sweeps, and need registers that there are not */
        asm volatile("" : "+r"(held[g].pair));
#endif
        const int now = LOCAL(project_held)<FORMULA>(image.sets[0], held[g]);
        skipped += now & (held[g].pair != cuda_pair_of(last, last));
        __syncthreads();
      }
    }
    if (skipped) atomicAdd(&image.status->skipped, (unsigned long long)skipped);
    return image.iterations;
  };
  LOCAL(frames)<FORMULA, false>(
      image, frames, who, xpbd_turns{(int32_t)blockIdx.x, (int32_t)blockIdx.x + 1, 1}, [&](int32_t) { return x; },
      nullptr, [] { __syncthreads(); }, sweeps);
  for (int32_t i = threadIdx.x; i < image.n; i += blockDim.x) image.x[at + i] = x[i];
}
