/* Why this file exists: the kernel of strategy tiles (tiles.h), one iteration over the springs of a scene. A block does
 * one tile after the other. Meanwhile it loads the data of the next: positions into a second part of shared memory,
 * each spring into the registers that the previous one no longer needs. So after its start, loading costs a block only
 * memory throughput. kernels.cuh includes this after near.cuh. */

/* The arguments. The copies of a batch follow each other, both records and multipliers. */
struct LOCAL(tiles) {
  SET set; /* for its numbers; the arrays are below */
  const PARTICLE *from;
  PARTICLE *to;
  cuda_status *status;
  const cuda_tile *tile;
  const int32_t *particle;
  const uint32_t *pair;
  const REAL *rest; /* NULL: springs of this formula have none */
  REAL *lambda;     /* one per place of the list, because tiles that share a spring have separate ones */
  int64_t spring_count;
  int32_t records, group_count, tile_count;
  int32_t room;      /* room for the particles of any tile */
  int32_t first;     /* 1: the first iteration of a step */
  int32_t backwards; /* 1: from the last tile, which the previous iteration left in the cache, to the first */
};

/* The tile of a block in a turn. */
static __device__ __forceinline__ int32_t LOCAL(tile_of_turn)(const LOCAL(tiles) & all, int32_t turn) {
  return all.backwards ? all.tile_count - 1 - turn : turn;
}

/* ---- copies into shared memory; nothing is there until all threads have waited and met ---- */

static __device__ __forceinline__ void LOCAL(copy_tile)(const LOCAL(tiles) & all, int32_t turn, cuda_tile *to) {
  const int32_t word = (int32_t)threadIdx.x;
  if (turn < all.tile_count && word < (int32_t)(sizeof(cuda_tile) / sizeof(int32_t)))
    cuda_copy((int32_t *)to + word, (const int32_t *)&all.tile[LOCAL(tile_of_turn)(all, turn)] + word);
}

/* Load the indices of a tile's particles. A thread loads only those that it copies and stores itself. */
static __device__ __forceinline__ void LOCAL(copy_numbers)(const LOCAL(tiles) & all, const cuda_tile &tile,
                                                           int32_t *to) {
  const int32_t *const from = all.particle + tile.particles;
  const int32_t needed = tile.needed;
  for (int32_t i = (int32_t)threadIdx.x; i < needed; i += (int32_t)blockDim.x) cuda_copy(&to[i], &from[i]);
}

static __device__ __forceinline__ void LOCAL(copy_particles)(const PARTICLE *from, int32_t needed,
                                                             const int32_t *number, PARTICLE *to) {
  const int32_t threads = (int32_t)blockDim.x;
  for (int32_t i = (int32_t)threadIdx.x; i < needed; i += 2 * threads) { /* two, independent of each other */
    const bool two = i + threads < needed;
    const int32_t first = number[i], second = two ? number[i + threads] : 0;
    cuda_copy(&to[i], &from[first]);
    if (two) cuda_copy(&to[i + threads], &from[second]);
  }
}

/* Store the particles. */
static __device__ __forceinline__ void LOCAL(store_particles)(PARTICLE *to, int32_t own, const int32_t *number,
                                                              const PARTICLE *from) {
  const int32_t threads = (int32_t)blockDim.x;
  for (int32_t i = (int32_t)threadIdx.x; i < own; i += 2 * threads) {
    const bool two = i + threads < own;
    const int32_t first = number[i], second = two ? number[i + threads] : 0;
    const PARTICLE one = from[i], other = from[two ? i + threads : i];
    to[first] = one;
    if (two) to[second] = other;
  }
}

/* ---- a thread's springs, one of each group ---- */

/* Their places in the lists, for the groups of a tile from some group on. */
struct LOCAL(places) {
  int32_t first, stride;         /* index of the first; distance from group to group */
  int32_t pairs, rests, lambdas; /* number of groups whose springs still have one to load */
};

static __device__ __forceinline__ LOCAL(places) LOCAL(places_of)(const LOCAL(tiles) & all, const cuda_tile &tile) {
  const int32_t thread = (int32_t)threadIdx.x, groups = thread < tile.stride ? all.group_count : 0;
  return {tile.springs + thread, tile.stride, groups, all.rest ? groups : 0, all.first ? 0 : groups};
}

/* The places of the CUDA_HELD groups after these. */
static __device__ __forceinline__ LOCAL(places) LOCAL(places_after)(const LOCAL(places) & places) {
  return {places.first + CUDA_HELD * places.stride, places.stride, places.pairs - CUDA_HELD, places.rests - CUDA_HELD,
          places.lambdas - CUDA_HELD};
}

/* The lists. Callers keep them in registers. Otherwise each load would read the kernel's parameters again. */
struct LOCAL(lists) {
  const uint32_t *pair;
  const REAL *rest;
  REAL *lambda;
};

/* Bypass the first-level cache, because nobody else on this multiprocessor needs the data. */
static __device__ __forceinline__ void LOCAL(load_spring)(const LOCAL(lists) & lists, const LOCAL(places) & places,
                                                          int g, LOCAL(held) & spring) {
  const int32_t at = places.first + g * places.stride;
  spring.pair = 0, spring.rest = R(1.0);
  if (g < places.pairs) spring.pair = __ldcg(&lists.pair[at]);
  if (g < places.rests) spring.rest = __ldcg(&lists.rest[at]);
}
static __device__ __forceinline__ void LOCAL(load_lambda)(const LOCAL(lists) & lists, const LOCAL(places) & places,
                                                          int g, LOCAL(held) & spring) {
  spring.lambda = R(0.0);
  if (g < places.lambdas) spring.lambda = __ldcg(&lists.lambda[places.first + g * places.stride]);
}

template <int FORMULA>
static __global__ void __launch_bounds__(BLOCK_THREADS(FORMULA))
    LOCAL(k_tile)(const __grid_constant__ LOCAL(tiles) all) {
  enum { KNOWN = CUDA_TILES_KNOWN, NUMBERED = CUDA_TILES_NUMBERED };
  static_assert(KNOWN * sizeof(cuda_tile) <= CUDA_TILES_HEAD && CUDA_TILES_HEAD % 64 == 0, "they stand in front");
  XPBD_DYNAMIC_SHARED(shared);
  cuda_tile *const known = (cuda_tile *)shared; /* a ring buffer indexed by turn, like all here */
  PARTICLE *x = (PARTICLE *)(shared + CUDA_TILES_HEAD) + 1, *other = x + all.room + 1;
  int32_t *const numbers = (int32_t *)(other + all.room);
  const PARTICLE *const from = all.from + (int64_t)blockIdx.y * all.records;
  PARTICLE *const to = all.to + (int64_t)blockIdx.y * all.records;
  LOCAL(lists) lists = {all.pair, all.rest, all.lambda + (int64_t)blockIdx.y * all.spring_count};
  cuda_keep(lists.pair), cuda_keep(lists.rest), cuda_keep(lists.lambda);
  const int32_t step = (int32_t)gridDim.x;
  int32_t turn = (int32_t)blockIdx.x;

  if (threadIdx.x == 0) x[-1] = other[-1] = PARTICLE{};
  /* The first tile, and the numbers of the second. Data that no iteration writes is requested
   * before the previous kernel ends. */
  for (int k = 0; k < NUMBERED; k++) LOCAL(copy_tile)(all, turn + k * step, &known[k]);
  const cuda_tile begun = all.tile[LOCAL(tile_of_turn)(all, turn)];
  LOCAL(copy_numbers)(all, begun, numbers);
  LOCAL(places) now = LOCAL(places_of)(all, begun);
  LOCAL(held) held[CUDA_HELD];
  XPBD_UNROLLED
  for (int g = 0; g < CUDA_HELD; g++) LOCAL(load_spring)(lists, now, g, held[g]);
  if (turn + step < all.tile_count)
    LOCAL(copy_numbers)(all, all.tile[LOCAL(tile_of_turn)(all, turn + step)], numbers + all.room);
  cuda_copied();
  cuda_wait_for_last();
  LOCAL(copy_particles)(from, begun.needed, numbers, x);
  XPBD_UNROLLED
  for (int g = 0; g < CUDA_HELD; g++) LOCAL(load_lambda)(lists, now, g, held[g]);

  int skipped = 0;
  for (uint32_t done = 0; turn < all.tile_count; turn += step, done++) {
    const cuda_tile &tile = known[done % KNOWN], &next = known[(done + 1) % KNOWN], &after = known[(done + 2) % KNOWN];
    const bool more = turn + step < all.tile_count;
    const uint32_t base = (uint32_t)__cvta_generic_to_shared(x - 1);
    cuda_copied();
    __syncthreads();
    if (more) LOCAL(copy_particles)(from, next.needed, numbers + (done + 1) % NUMBERED * all.room, other);
    if (turn + 2 * step < all.tile_count) LOCAL(copy_numbers)(all, after, numbers + (done + 2) % NUMBERED * all.room);
    LOCAL(copy_tile)(all, turn + 3 * step, &known[(done + 3) % KNOWN]);
    for (int32_t left = all.group_count; left > 0; left -= CUDA_HELD) {
      LOCAL(places) coming = LOCAL(places_after)(now);
      if (left <= CUDA_HELD) coming = more ? LOCAL(places_of)(all, next) : LOCAL(places){};
      XPBD_UNROLLED
      for (int g = 0; g < CUDA_HELD; g++) {
        if (g < left) {
          const bool there = held[g].pair != 0;
          if (cuda_any_of_warp(there)) {
            const int counted = cuda_tile_counts(held[g].pair);
            held[g].pair = cuda_tile_ends(held[g].pair);
            LOCAL(project_held)<FORMULA>(all.set, held[g], base, counted, &skipped);
            if (there) __stcg(&lists.lambda[now.first + g * now.stride], held[g].lambda);
          }
          __syncthreads();
        }
        LOCAL(load_spring)(lists, coming, g, held[g]);
        LOCAL(load_lambda)(lists, coming, g, held[g]);
      }
      now = coming;
    }
    LOCAL(store_particles)(to, tile.own, numbers + done % NUMBERED * all.room, x);
    PARTICLE *const free_now = x;
    x = other, other = free_now;
  }
  if (skipped) atomicAdd(&all.status->skipped, (unsigned long long)skipped);
}
