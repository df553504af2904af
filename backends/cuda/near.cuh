/* Why this file exists: the block kernel for its most common use, cloths with one block per copy. They have one
 * undamped set of springs in at most CUDA_HELD groups, and each thread has at most one constraint of a group (plan.c
 * decides). The thread keeps these constraints in registers for the whole call: both ends in one word, the rest length,
 * the multiplier. Shared memory limits such a kernel, so only positions use it. kernels.cuh includes this. */

/* A thread's constraint of one group. */
struct LOCAL(held) {
  uint32_t pair; /* cuda_pair_of() both addresses in shared memory, or offsets from one; none if !cuda_pair_is() */
  REAL rest, lambda;
};

/* The particles of a block, found by these addresses or by offsets from a base. */
struct LOCAL(near_particles) {
  uint32_t base;
};
static __device__ __forceinline__ PARTICLE *xpbd_particle_at(LOCAL(near_particles) particles, uint32_t address) {
  return (PARTICLE *)__cvta_shared_to_generic(particles.base + address);
}

/* Half 0 or 1 of a pair, in assembly. With a shift and a mask, the compiler would either split the pairs of all groups
 * before the iterations, which needs too many registers, or split each again at its store. */
static __device__ __forceinline__ uint32_t LOCAL(half)(uint32_t pair, int number) {
#if defined(__NVCC__) && defined(__CUDA_ARCH__)
  uint32_t half;
  asm volatile("prmt.b32 %0, %1, 0, %2;" : "=r"(half) : "r"(pair), "r"(number ? 0x4432 : 0x4410));
  return half;
#else
  return number ? cuda_pair_second(pair) : cuda_pair_first(pair);
#endif
}

/* Project the constraint with the usual code. Returns 1 if it was skipped as not finite. The set is the scene's, with
 * arrays of this one constraint. Inlining turns them into registers again. */
template <int FORMULA>
static __device__ __forceinline__ int LOCAL(project_slowly)(const SET &common, LOCAL(held) & held, uint32_t base) {
  uint32_t offset[2] = {LOCAL(half)(held.pair, 0), LOCAL(half)(held.pair, 1)};
  SET set = common;
  set.offset[0] = &offset[0], set.offset[1] = &offset[1];
  set.rest[0] = &held.rest;
  set.lambda = &held.lambda;
  set.relax = R(1.0); /* the plan guarantees this */
  switch (FORMULA) {
#define XPBD_FORMULA_ENTRY(id, arity, rests, ...)                                                                      \
  case FORMULA_##id:                                                                                                   \
    return (int)XPBD_NAME(project_one)(XPBD_NAME(id), (arity) > 2 ? 2 : (arity), (rests) > 1 ? 1 : (rests), 0, 1, 0,   \
                                       &set, LOCAL(near_particles){base}, (const PARTICLE *)nullptr, 0);
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
  }
  return 0;
}

#if XPBD_SCALAR == 32
/* The same as a call, for constraints that the fast path could not do. The other threads of the warp follow. */
struct LOCAL(outcome) {
  REAL lambda;
  int skipped;
};
template <int FORMULA>
static __device__ __noinline__ LOCAL(outcome)
    LOCAL(project_again)(const SET &set, LOCAL(held) held, bool mine, uint32_t base) {
  const int skipped = mine ? LOCAL(project_slowly)<FORMULA>(set, held, base) : 0;
  return {held.lambda, skipped};
}

/* Project a thread's constraint, or the dummy for both ends if the thread has none. All threads of a warp take the same
 * path: a divergent branch costs 15 to 20 cycles of a spring's 250. Results for the dummy are not stored. The bits
 * equal project_one(): root and quotient come from quick.h. If they are not certain, nothing is stored and the spring
 * is done again. `counted`: 1 = count the constraint if it is skipped. */
template <int FORMULA>
static __device__ __forceinline__ void LOCAL(project_held)(const SET &set, LOCAL(held) & held, uint32_t base,
                                                           int counted, int *skipped) {
  const LOCAL(near_particles) particles = {base};
  PARTICLE *const at[2] = {xpbd_particle_at(particles, LOCAL(half)(held.pair, 0)),
                           xpbd_particle_at(particles, LOCAL(half)(held.pair, 1))};
  const PARTICLE p[2] = {*at[0], *at[1]};
  const VEC3 x[2] = {XPBD_NAME(v_make)(p[0].x, p[0].y, p[0].z), XPBD_NAME(v_make)(p[1].x, p[1].y, p[1].z)};
  const REAL w[2] = {p[0].w, p[1].w};
  VEC3 g[2];
  REAL scale = R(1.0), c = R(0.0), below;
  switch (FORMULA) {
#define XPBD_FORMULA_ENTRY(id, arity, ...)                                                                             \
  case FORMULA_##id:                                                                                                   \
    if ((arity) == 2) c = QUICK(id)(x, &held.rest, set.material, g, &scale);                                           \
    break;
#include XPBD_UNIT_LIST
#undef XPBD_FORMULA_ENTRY
  }
  const REAL above = XPBD_NAME(fraction)(2, 0, c, g, scale, w, nullptr, held.lambda, set.alpha, R(0.0), R(1.0), &below);
  int sure;
  const REAL q = xpbd_quick_quotient_f32(above, below, &sure);
  /* Not for the dummy. Not if the divisor is 0, because then there is nothing to do. */
  const bool again = at[0] != at[1] && below != R(0.0) && !sure;
  const VEC3 y[2] = {V_MADD(-(w[0] * q), g[0], x[0]), V_MADD(-(w[1] * q), g[1], x[1])};
  if (sure) held.lambda = XPBD_FMA(-scale, q, held.lambda);
  XPBD_EACH_PARTICLE(0, 2, if (sure && w[k] > R(0.0)) XPBD_STORE(at[k], y[k], w[k]);)
  if (cuda_any_of_warp(again)) {
    const LOCAL(outcome) outcome = LOCAL(project_again)<FORMULA>(set, held, again, base);
    held.lambda = outcome.lambda;
    *skipped += outcome.skipped & counted;
  }
}
#else
/* Add one if `more` is 1, by a conditional addition instead of a selected sum. */
static __device__ __forceinline__ void LOCAL(count)(int *sum, int more) {
#if defined(__NVCC__) && defined(__CUDA_ARCH__)
  asm("{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\t@p add.s32 %0, %0, 1;\n\t}" : "+r"(*sum) : "r"(more));
#else
  *sum += more;
#endif
}

template <int FORMULA>
static __device__ __forceinline__ void LOCAL(project_held)(const SET &set, LOCAL(held) & held, uint32_t base,
                                                           int counted, int *skipped) {
  if (!cuda_pair_is(held.pair)) return;
  const int now = LOCAL(project_slowly)<FORMULA>(set, held, base);
  LOCAL(count)(skipped, counted & now);
}
#endif

/* Synchronise the threads of a block after a group: all of them, or each strip with its neighbours. */
struct LOCAL(meeting) {
  uint32_t own, before, behind; /* named barriers, from 1 on; the second of each pair is CUDA_STRIPS + 1 higher */
};

template <bool APART> static __device__ __forceinline__ void LOCAL(meet)(const LOCAL(meeting) & meeting, uint32_t odd) {
  if constexpr (APART) {
    /* The two barriers alternate. A neighbour that is ahead may reach the next group's barrier before this group's
     * threads have. It cannot reach the one after that, because it waits for this strip in between. */
    const uint32_t other = odd * (CUDA_STRIPS + 1);
    cuda_arrive<3 * CUDA_STRIP>(meeting.before + other);
    cuda_arrive<3 * CUDA_STRIP>(meeting.behind + other);
    cuda_meet<3 * CUDA_STRIP>(meeting.own + other);
  } else {
    (void)meeting, (void)odd;
    __syncthreads();
  }
}

/* All iterations of a step over the first GROUPS constraints, or over more if there are more groups. Each number of
 * groups has its own loop, so that no thread tests whether a group exists. Pairs are addresses in the block's shared
 * memory. `window` has the address bits above 16: in a cluster the number of the block, otherwise 0. begin() runs
 * before an iteration, meet(odd) after a group. Warps without a constraint of a group skip it. If groups are FULL no
 * warp tests this. Returns how many constraints were skipped, among those with a bit in `counted`. */
template <int FORMULA, bool FULL, int GROUPS, class Begin, class Meet>
static __device__ __forceinline__ int LOCAL(held_sweeps)(const IMAGE &image, LOCAL(held) held[CUDA_HELD],
                                                         uint32_t counted, uint32_t window, Begin begin, Meet meet) {
  if constexpr (GROUPS < CUDA_HELD) {
    if (image.group_count > GROUPS)
      return LOCAL(held_sweeps)<FORMULA, FULL, GROUPS + 1>(image, held, counted, window, begin, meet);
  }
  int skipped = 0;
  uint32_t there = 0;
  XPBD_UNROLLED
  for (int g = 0; g < GROUPS; g++) there |= (cuda_pair_is(held[g].pair) ? 1u : 0u) << g;
  if (!FULL) there = cuda_bits_of_warp(there);
  XPBD_UNROLLED
  for (int g = 0; g < GROUPS; g++) held[g].lambda = R(0.0);
  for (int32_t it = 0; it < image.iterations; it++) {
    begin();
    XPBD_UNROLLED
    for (int g = 0; g < GROUPS; g++) {
      if (FULL || there >> g & 1)
        LOCAL(project_held)<FORMULA>(image.sets[0], held[g], window, (int)(counted >> g) & 1, &skipped);
      meet(GROUPS % 2 == 0 ? g & 1 : (it * GROUPS + g) & 1);
    }
  }
  return skipped;
}

/* Called like k_block. The plan guarantees that all addresses fit in a pair. */
template <int FORMULA, bool APART>
static __global__ void __launch_bounds__(NEAR_THREADS(FORMULA, APART))
    LOCAL(k_near)(const __grid_constant__ IMAGE image, int32_t frames, int32_t) {
  XPBD_DYNAMIC_SHARED(shared);
  xpbd_who who = {(int32_t)threadIdx.x, (int32_t)blockDim.x, (int32_t)blockIdx.x, 0, 0, image.status};
  const int64_t at = XPBD_NAME(copy_at)(&image, &who);
  const SET &set = image.sets[0];
  char *next = shared;
  PARTICLE *const x = LOCAL(stage)(image.x + at, image.records, &next);
  const uint32_t base = (uint32_t)__cvta_generic_to_shared(x);
  const uint32_t dummy = (uint32_t)(image.records - 1) * (uint32_t)sizeof(PARTICLE);
  LOCAL(held) held[CUDA_HELD];
  uint32_t offset[CUDA_HELD][2];
  bool mine[CUDA_HELD];
  XPBD_UNROLLED
  for (int g = 0; g < CUDA_HELD; g++) { /* all loads before the first number is needed */
    const xpbd_group group = g < image.group_count ? image.groups[g] : xpbd_group{};
    const int32_t j = group.first + who.thread;
    mine[g] = j < group.last;
    offset[g][0] = mine[g] ? set.offset[0][j] : dummy;
    offset[g][1] = mine[g] ? set.offset[1][j] : dummy;
    held[g].rest = mine[g] && set.rest[0] ? set.rest[0][j] : R(1.0);
  }
  XPBD_UNROLLED
  for (int g = 0; g < CUDA_HELD; g++) held[g].pair = cuda_pair_of(base + offset[g][0], base + offset[g][1]);
  const uint32_t strip = threadIdx.x / CUDA_STRIP, strips = blockDim.x / CUDA_STRIP;
  const LOCAL(meeting) meeting = {1 + strip, strip > 0 ? strip : strips, strip + 1 < strips ? strip + 2 : 1};
  __syncthreads();
  const auto sweeps = [&] {
    const int skipped = LOCAL(held_sweeps)<FORMULA, APART, 1>(
        image, held, ~0u, 0, [] {}, [&](uint32_t odd) { LOCAL(meet)<APART>(meeting, odd); });
    if (APART) __syncthreads();
    if (skipped) atomicAdd(&image.status->skipped, (unsigned long long)skipped);
    return image.iterations;
  };
  LOCAL(frames)<FORMULA, false>(
      image, frames, who, xpbd_turns{(int32_t)blockIdx.x, (int32_t)blockIdx.x + 1, 1}, [&](int32_t) { return x; },
      nullptr, [] { __syncthreads(); }, sweeps);
  for (int32_t i = threadIdx.x; i < image.n; i += blockDim.x) image.x[at + i] = x[i];
}
