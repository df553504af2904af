/* Why this file exists: the kernel of the strategies resident and cluster, with resident tiles (tiles.h). If all tiles
 * of a mesh fit on the device at once, a block keeps one tile for all frames of a call. Its particles are in shared
 * memory, and each thread holds one spring of each group in registers. Before an iteration a block posts those of its
 * own particles that others have in their rims, and takes the postings of others. There is no other waiting. For such
 * small meshes a launch per iteration (tile.cuh) takes longer than the iteration. Blocks of a cluster post in their own
 * shared memory, where the others look. All others post in global memory. kernels.cuh includes this after near.cuh. */

/* The arguments besides the scene. */
struct LOCAL(stay) {
  const cuda_tile *tile;
  const int32_t *particle; /* cuda_tile_particle() */
  const uint32_t *pair;
  const REAL *rest;       /* NULL: springs of this formula have none */
  void *posted;           /* [batch, 2, tiles, own_room] postings; NULL for a cluster */
  const uint32_t *source; /* the owner of each particle of the list in another tile */
  int32_t room, own_room; /* room for all particles of any tile, and for its own ones */
};

/* A posting of a particle: its coordinates, in halves of 4 bytes. Each piece that is read and written at once also
 * holds the number of the posting. A reader that finds the expected number has the coordinates too, so no other order
 * is needed (the idea of NCCL's LL protocols). A piece is 16 bytes, in shared memory 8. */
enum { LOCAL(HALVES) = 3 * sizeof(REAL) / 4 };
template <bool CLUSTER> struct LOCAL(posted) {
  static constexpr bool SHARED = CLUSTER;
  enum { PER = SHARED ? 2 : 3, COUNT = (LOCAL(HALVES) + PER - 1) / PER };
  cuda_posting part[COUNT];
};

template <class Posted>
static __device__ __forceinline__ void LOCAL(post)(Posted *to, uint32_t number, const PARTICLE &p) {
  uint32_t half[Posted::PER * Posted::COUNT] = {0};
  memcpy(half, &p, sizeof(REAL) * 3);
  XPBD_UNROLLED
  for (int k = 0; k < Posted::COUNT; k++) {
    const uint32_t *const here = &half[Posted::PER * k];
    if constexpr (Posted::SHARED)
      cluster_post(&to->part[k], {{here[0], number, here[1], number}});
    else
      cuda_post(&to->part[k], {{here[0], here[1], here[2], number}});
  }
}

/* Whether posting `number` has arrived. If so, it becomes the particle's position. */
template <class Posted>
static __device__ __forceinline__ bool LOCAL(take)(const Posted *from, uint32_t number, PARTICLE *to) {
  cuda_posting part[Posted::COUNT];
  uint32_t half[Posted::PER * Posted::COUNT], different = 0;
  XPBD_UNROLLED
  for (int k = 0; k < Posted::COUNT; k++)
    part[k] = Posted::SHARED ? cluster_posted(&from->part[k]) : cuda_posted(&from->part[k]);
  XPBD_UNROLLED
  for (int k = 0; k < Posted::COUNT; k++) {
    const uint32_t *const word = part[k].word;
    uint32_t *const here = &half[Posted::PER * k];
    here[0] = word[0], here[1] = word[Posted::SHARED ? 2 : 1], here[Posted::PER - 1] = word[2];
    different |= (word[3] ^ number) | (Posted::SHARED ? word[1] ^ number : 0);
  }
  if (different) return false;
  memcpy(to, half, sizeof(REAL) * 3);
  return true;
}

template <class Posted>
static __device__ __forceinline__ void LOCAL(await)(const Posted *from, uint32_t number, PARTICLE *to) {
  cuda_await([=] { return LOCAL(take)(from, number, to); });
}

/* The own particles of a tile, by their index in it, for phases that handle one particle at a time. */
struct LOCAL(own_particle) {
  PARTICLE *at;
  __device__ __forceinline__ PARTICLE &operator[](int32_t) const { return *at; }
};
struct LOCAL(tile_particles) {
  PARTICLE *x;
  const int32_t *number; /* cuda_tile_particle() */
  int32_t own;
};
template <bool FINE, class Sets>
static __device__ __forceinline__ void LOCAL(own_predict)(const IMAGE &image, xpbd_who &who, LOCAL(tile_particles) tile,
                                                          Sets) {
  const XPBD_NAME(inertia) by = LOCAL(inertia)<FINE>(image, who);
  for (int32_t i = who.thread; i < tile.own; i += who.threads)
    XPBD_NAME(predict_one)(by, LOCAL(own_particle){&tile.x[i]}, cuda_tile_number(tile.number[i]));
}
template <bool FINE>
static __device__ __forceinline__ void LOCAL(own_finish)(const IMAGE &image, xpbd_who &who,
                                                         LOCAL(tile_particles) tile) {
  const XPBD_NAME(inertia) by = LOCAL(inertia)<FINE>(image, who);
  for (int32_t i = who.thread; i < tile.own; i += who.threads)
    who.lost += XPBD_NAME(finish_one)(by, LOCAL(own_particle){&tile.x[i]}, cuda_tile_number(tile.number[i]));
}

template <int FORMULA, bool CLUSTER>
static __global__ void __launch_bounds__(BLOCK_THREADS(FORMULA))
    LOCAL(k_resident)(const __grid_constant__ IMAGE image, int32_t frames, const __grid_constant__ LOCAL(stay) stay) {
  XPBD_DYNAMIC_SHARED(shared);
  PARTICLE *const x = (PARTICLE *)shared + 1; /* after a dummy */
  typedef LOCAL(posted)<CLUSTER> posted;
  posted *const own_board = (posted *)(x + stay.room);                                /* in a cluster: [2, own_room] */
  int32_t *const number = (int32_t *)(own_board + (CLUSTER ? 2 * stay.own_room : 0)); /* for others': the source */
  const int32_t thread = (int32_t)threadIdx.x, threads = (int32_t)blockDim.x;
  xpbd_who who = {thread, threads, (int32_t)blockIdx.y, 0, 0, image.status};
  const cuda_tile tile = stay.tile[blockIdx.x];
  const int64_t at = XPBD_NAME(copy_at)(&image, &who);
  const uint32_t address = (uint32_t)__cvta_generic_to_shared(x - 1), base = address % CUDA_PAIR_END;
  uint32_t posting = (uint32_t)image.status->step * (uint32_t)image.iterations;
  if (thread == 0) x[-1] = PARTICLE{};
  for (int32_t i = thread; i < tile.needed; i += threads) {
    const int32_t particle = stay.particle[tile.particles + i];
    number[i] = i < tile.own ? particle : (int32_t)stay.source[tile.particles + i];
    x[i] = image.x[at + cuda_tile_number(particle)]; /* for particles of others only the mass counts */
  }
  LOCAL(held) held[CUDA_HELD];
  uint32_t counted = 0;
  XPBD_UNROLLED
  for (int g = 0; g < CUDA_HELD; g++) {
    const bool mine = g < image.group_count && thread < tile.stride;
    const int32_t j = tile.springs + g * tile.stride + thread;
    const uint32_t pair = mine ? stay.pair[j] : 0;
    held[g].rest = pair && stay.rest ? stay.rest[j] : R(1.0);
    held[g].pair = cuda_tile_ends(pair) + cuda_pair_of(base, base);
    cuda_keep(held[g].pair);
    counted |= (uint32_t)cuda_tile_counts(pair) << g;
  }
  if constexpr (CLUSTER) { /* stale memory must not look like a posting */
    for (int32_t k = thread; k < 2 * stay.own_room; k += threads)
      for (cuda_posting &part : own_board[k].part) part.word[1] = part.word[3] = posting - 1;
    cluster_meet();
  } else {
    __syncthreads();
  }

  /* Address of a particle's posting, own or another's. A tile posts its own in order, so
   * that a warp reads neighbours. */
  const int32_t side = CLUSTER ? stay.own_room : stay.own_room * (int32_t)gridDim.x;
  posted *const board = CLUSTER ? own_board : (posted *)stay.posted + 2 * (int64_t)who.copy * side;
  const auto place = [&](int32_t i) -> posted * {
    const uint32_t source = i < tile.own ? cuda_source((int32_t)blockIdx.x, i) : (uint32_t)number[i];
    if (!CLUSTER) return board + (int64_t)cuda_source_tile(source) * stay.own_room + cuda_source_place(source);
    if (i < tile.own) return board + i;
    return cluster_address(board, cuda_source_tile(source)) + cuda_source_place(source);
  };
  /* Each thread keeps one particle in registers. Mostly there are no more. */
  const bool posts = thread < tile.own && cuda_tile_shares(number[thread]);
  const bool takes = thread >= tile.own && thread < tile.needed;
  posted *first = posts || takes ? place(thread) : board;
  cuda_keep(first);
  const auto exchange = [&] {
    const int32_t at_side = posting % 2 ? side : 0;
    int32_t i = thread + threads;
    if (posts) LOCAL(post)(first + at_side, posting, x[thread]);
    for (; i < tile.own; i += threads)
      if (cuda_tile_shares(number[i])) LOCAL(post)(place(i) + at_side, posting, x[i]);
    if (takes) LOCAL(await)(first + at_side, posting, &x[thread]); /* every block posts before it waits */
    for (; i < tile.needed; i += threads) LOCAL(await)(place(i) + at_side, posting, &x[i]);
    posting++;
    __syncthreads();
  };
  const auto sweeps = [&] {
    const int skipped = LOCAL(held_sweeps)<FORMULA, false, 1>(image, held, counted, CLUSTER ? address - base : 0,
                                                              exchange, [](uint32_t) { __syncthreads(); });
    if (skipped) atomicAdd(&image.status->skipped, (unsigned long long)skipped);
    return image.iterations;
  };
  LOCAL(frames)<FORMULA, false>(
      image, frames, who, xpbd_turns{who.copy, who.copy + 1, 1},
      [&](int32_t) {
        return LOCAL(tile_particles){x, number, tile.own};
      },
      nullptr, [] { __syncthreads(); }, sweeps);
  for (int32_t i = thread; i < tile.own; i += threads) {
    PARTICLE *const to = &image.x[at + cuda_tile_number(number[i])];
    to->x = x[i].x, to->y = x[i].y, to->z = x[i].z; /* its mass stays, because others may still read it */
  }
  if constexpr (CLUSTER) cluster_meet(); /* a block may not end while a neighbour still reads its shared memory */
}
