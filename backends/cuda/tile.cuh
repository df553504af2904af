/* Why this file exists: the kernel of strategy tiles (tiles.h): one sweep over the springs of a scene, a block for each tile.
 * Included by kernels.cuh, after near.cuh. */

/* What it takes. The copies of a batch follow each other: records, and multipliers. */
struct LOCAL(tiles) {
  SET set; /* its numbers; the arrays are those below */
  const PARTICLE *from;
  PARTICLE *to;
  cuda_status *status;
  const cuda_tile *tile;
  const int32_t *particle;
  const uint32_t *pair;
  const REAL *rest; /* NULL: springs of this formula have none */
  REAL *lambda;     /* of each place of the list: what several tiles do each knows for itself */
  int64_t spring_count;
  int32_t records, group_count;
  int32_t first; /* 1: the first sweep of a step */
  int32_t
      ahead; /* blocks until a multiprocessor has its next one, whose lists it then brings into the cache; 0 = none to bring */
};

/* A thread's springs of up to CUDA_HELD groups, as far as nothing writes them, from places `stride` apart. */
static __device__ __forceinline__ void LOCAL(load_springs)(LOCAL(held) held[CUDA_HELD], const uint32_t *pair,
                                                           const REAL *rest, int32_t stride, int32_t groups) {
  XPBD_UNROLLED
  for (int g = 0; g < CUDA_HELD; g++) {
    const bool there = g < groups;
    held[g].pair = there ? pair[g * stride] : 0;
    held[g].rest = there && rest ? rest[g * stride] : R(1.0);
  }
}

/* The tile's particles into shared memory. Their numbers are asked for before the sweep in front has ended. */
static __device__ __forceinline__ void LOCAL(load_tile)(PARTICLE *x, const PARTICLE *from, const int32_t *particle,
                                                        int32_t needed) {
  enum { AT_ONCE = 3 }; /* a tile needs twice as many as it has threads; with 4 nvcc 13.0 does not come to an end */
  const int32_t thread = (int32_t)threadIdx.x, threads = (int32_t)blockDim.x;
  int32_t at[AT_ONCE];
  XPBD_UNROLLED
  for (int k = 0; k < AT_ONCE; k++) at[k] = thread + k * threads < needed ? particle[thread + k * threads] : -1;
  cuda_wait_for_last();
  XPBD_UNROLLED
  for (int k = 0; k < AT_ONCE; k++)
    if (at[k] >= 0) x[thread + k * threads] = from[at[k]];
  for (int32_t i = thread + AT_ONCE * threads; i < needed; i += threads) x[i] = from[particle[i]];
}

/* The lists of the tile that will come here next: of a large mesh they would have to come from memory. */
static __device__ __forceinline__ void LOCAL(fetch_tile)(const LOCAL(tiles) & all, uint32_t next) {
  const cuda_tile tile = all.tile[next];
  const int64_t places = (int64_t)tile.stride * all.group_count;
  cuda_fetch(all.particle + tile.particles, 4 * (int64_t)tile.needed);
  cuda_fetch(all.pair + tile.springs, 4 * places);
  if (all.rest) cuda_fetch(all.rest + tile.springs, (int64_t)sizeof(REAL) * places);
  if (!all.first)
    cuda_fetch(all.lambda + (int64_t)blockIdx.y * all.spring_count + tile.springs, (int64_t)sizeof(REAL) * places);
}

template <int FORMULA>
static __global__ void __launch_bounds__(BLOCK_THREADS(FORMULA))
    LOCAL(k_tile)(const __grid_constant__ LOCAL(tiles) all) {
  XPBD_DYNAMIC_SHARED(shared);
  PARTICLE *const x = (PARTICLE *)shared;
  const uint32_t base = (uint32_t)__cvta_generic_to_shared(x), bases = cuda_pair_of(base, base);
  const int64_t records = (int64_t)blockIdx.y * all.records;
  const int32_t thread = (int32_t)threadIdx.x;
  const cuda_tile tile = all.tile[blockIdx.x];
  const int32_t *const particle = all.particle + tile.particles;
  const uint32_t *pair = all.pair + tile.springs + thread;
  const REAL *rest = all.rest ? all.rest + tile.springs + thread : nullptr;
  REAL *lambda = all.lambda + (int64_t)blockIdx.y * all.spring_count + tile.springs + thread;
  int32_t left = thread < tile.stride ? all.group_count : 0; /* that this thread has springs of */
  LOCAL(held) held[CUDA_HELD];
  LOCAL(load_springs)(held, pair, rest, tile.stride, left);
  LOCAL(load_tile)(x, all.from + records, particle, tile.needed);
  if (all.ahead && blockIdx.x + all.ahead < gridDim.x) LOCAL(fetch_tile)(all, blockIdx.x + all.ahead);
  int skipped = 0;
  for (int32_t done = 0;;) {
    XPBD_UNROLLED
    for (int g = 0; g < CUDA_HELD; g++) held[g].lambda = held[g].pair && !all.first ? lambda[g * tile.stride] : R(0.0);
    __syncthreads();
    XPBD_UNROLLED
    for (int g = 0; g < CUDA_HELD; g++) {
      if (done + g >= all.group_count) break;
      if (held[g].pair) {
        const int counted = cuda_tile_counts(held[g].pair);
        held[g].pair = cuda_tile_ends(held[g].pair) + bases; /* of both halves at once: neither becomes too large */
        skipped += counted & LOCAL(project_held)<FORMULA>(all.set, held[g]);
        lambda[g * tile.stride] = held[g].lambda;
      }
      __syncthreads();
    }
    done += CUDA_HELD;
    if (done >= all.group_count) break;
    pair += CUDA_HELD * tile.stride, lambda += CUDA_HELD * tile.stride;
    if (rest) rest += CUDA_HELD * tile.stride;
    left -= CUDA_HELD;
    LOCAL(load_springs)(held, pair, rest, tile.stride, left);
  }
  for (int32_t i = thread; i < tile.own; i += (int32_t)blockDim.x) all.to[records + particle[i]] = x[i];
  if (skipped) atomicAdd(&all.status->skipped, (unsigned long long)skipped);
}
