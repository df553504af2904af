/* Why this file exists: decides how a simulation is mapped to a GPU: the strategy, blocks and threads, the content of
 * shared memory, and which thread does which constraint in which phase. Plain C without a device, so that tests on any
 * machine call the same functions as the kernels. */
#ifndef XPBD_CUDA_PLAN_H
#define XPBD_CUDA_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "layout/records.h"
#include "xpbd/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kernels get sets by value. This many fill the 4 KiB of arguments that every toolkit and driver allows.
enum { CUDA_MAX_SETS = 12 };

/// How the groups of an iteration follow each other.
typedef enum cuda_strategy {
  CUDA_PLAIN,       ///< One kernel launch per group, as in the papers: the baseline.
  CUDA_GRAPH,       ///< The same launches, a time step recorded once and replayed.
  CUDA_COOPERATIVE, ///< One resident kernel. All blocks synchronise after each group.
  CUDA_BLOCK,       ///< One thread block per copy of the scene, positions in shared memory.
  /// One cluster of blocks per copy (compute capability 9.0 and later). For springs that CUDA_RESIDENT takes: a tile in
  /// each block, if so few suffice. For anything else: a resident kernel, in global memory.
  CUDA_CLUSTER,
  /// One launch per iteration over one undamped set of springs, with at most wind besides. A block does all groups for
  /// a part of the mesh (tiles.h). For anything else CUDA_GRAPH is planned.
  CUDA_TILES,
  /// Tiles of such springs, without wind, all on the device at once. In one resident kernel, blocks keep their tiles
  /// and wait only for neighbouring blocks. For anything else CUDA_GRAPH is planned.
  CUDA_RESIDENT,
  CUDA_STRATEGIES
} cuda_strategy;

/// The places of a group for thread `thread` of `threads`: begin, begin + step, ... below group->last.
XPBD_INLINE int32_t cuda_begin(const xpbd_group *group, int32_t thread) {
  return group->serial && thread > 0 ? group->last : group->first + thread;
}
XPBD_INLINE int32_t cuda_step(const xpbd_group *group, int32_t threads) {
  return group->serial ? 1 : threads;
}

/// Both ends of a spring in one word: addresses in a block's shared memory, or offsets below CUDA_PAIR_END from one.
XPBD_INLINE uint32_t cuda_pair_of(uint32_t first, uint32_t second) {
  return first | second << 16;
}
XPBD_INLINE uint32_t cuda_pair_first(uint32_t pair) {
  return pair & 0xffffu;
}
XPBD_INLINE uint32_t cuda_pair_second(uint32_t pair) {
  return pair >> 16;
}
/// Whether it is a spring. Twice the same end means none.
XPBD_INLINE bool cuda_pair_is(uint32_t pair) {
  return cuda_pair_first(pair) != cuda_pair_second(pair);
}
enum { CUDA_PAIR_END = 1 << 16 };

/// Strips: groups of neighbouring threads, for use if not all threads of a block must synchronise. A strip
/// waits for the strips before and after it, at two alternating named barriers. The last and the first are
/// neighbours. A block has 15 such barriers.
enum { CUDA_STRIP = 128, CUDA_STRIPS = 7 };

/// A tile of strategy tiles (tiles.h). `particles`: start of its part of the list of particles. `own`: how many of
/// these, the first ones, it owns. `needed`: its number of particles. `springs`: start of its part of the list of
/// springs, with `stride` places per group.
typedef struct cuda_tile {
  int32_t particles, own, needed, springs, stride;
} cuda_tile;

/// An entry of that list: both ends, and whether this tile, of all tiles that do the spring, counts its outcome. Ends
/// are byte offsets, multiples of 16, from a dummy before the tile's particles. 0, twice the dummy: no spring.
XPBD_INLINE uint32_t cuda_tile_pair(uint32_t first, uint32_t second, bool counted) {
  return cuda_pair_of(first, second) | (counted ? 1u : 0u);
}
XPBD_INLINE int cuda_tile_counts(uint32_t pair) {
  return (int)(pair & 1u);
}
XPBD_INLINE uint32_t cuda_tile_ends(uint32_t pair) {
  return pair & ~1u;
}

/// An entry in the list of particles of resident tiles: the particle, and whether other tiles need it.
XPBD_INLINE int32_t cuda_tile_particle(int32_t number, bool shares) {
  return (int32_t)((uint32_t)number | (shares ? 0x80000000u : 0u));
}
XPBD_INLINE int32_t cuda_tile_number(int32_t particle) {
  return particle & INT32_MAX;
}
XPBD_INLINE bool cuda_tile_shares(int32_t particle) {
  return particle < 0;
}

/// The owner of a particle in a tile's rim: which tile, and which of its own particles.
XPBD_INLINE uint32_t cuda_source(int32_t tile, int32_t place) {
  return (uint32_t)tile << 16 | (uint32_t)place;
}
XPBD_INLINE uint32_t cuda_source_tile(uint32_t source) {
  return source >> 16;
}
XPBD_INLINE uint32_t cuda_source_place(uint32_t source) {
  return source & 0xffffu;
}

/// Shared memory of a block of strategy tiles [bytes], for tiles of up to `particles`: the known tiles, the positions
/// of the current and the next one with a dummy before each, and the indices of the particles of these and one more.
enum { CUDA_TILES_HEAD = 128, CUDA_TILES_KNOWN = 4, CUDA_TILES_NUMBERED = 3 };
XPBD_INLINE int64_t cuda_tiles_bytes(int64_t particles, int32_t particle_bytes) {
  return CUDA_TILES_HEAD + 2 * particle_bytes +
         particles * (2 * particle_bytes + CUDA_TILES_NUMBERED * (int32_t)sizeof(int32_t));
}
/// For resident tiles: a dummy, positions and indices. In a cluster also twice the postings of `own` particles.
enum { CUDA_POSTED_MORE = 16 }; /* bytes of a posting in addition to a particle */
XPBD_INLINE int64_t cuda_resident_bytes(int64_t particles, int64_t own, int32_t particle_bytes) {
  return particle_bytes + particles * (particle_bytes + (int32_t)sizeof(int32_t)) +
         2 * own * (particle_bytes + CUDA_POSTED_MORE);
}
/// How many particles of a tile fit in this memory and in a pair. Pairs of resident tiles are
/// addresses, after the kept bytes.
int32_t cuda_tiles_particles(int64_t shared_bytes, int32_t particle_bytes, bool stays);

/// Shared memory of a block that device and kernel keep for themselves, at most [bytes].
enum { CUDA_KEPT_BYTES = 4096 };

/// Properties of a device.
typedef struct cuda_device {
  int32_t capability;             ///< 10 * major + minor.
  int64_t shared_bytes;           ///< Most shared memory one block may ask for.
  int32_t cooperative;            ///< 1: all blocks of a resident kernel can synchronise.
  int32_t cluster_size;           ///< Most blocks of a cluster, 0 = none.
  int32_t processors;             ///< Multiprocessors.
  int64_t processor_shared_bytes; ///< Shared memory of one, for all its blocks.
} cuda_device;

/// The work to be simulated.
typedef struct cuda_work {
  int32_t particles;      ///< With centres, without the dummy.
  int64_t constraints;    ///< Sum over all sets, without padding.
  int32_t largest_group;  ///< Constraints of the largest group.
  int32_t groups;         ///< Sum over all sets.
  int32_t batch;          ///< Copies of the scene.
  int32_t particle_bytes; ///< 16 or 32.
  int64_t lambda_bytes;   ///< Multipliers of all sets, padded.
  int64_t index_bytes;    ///< Offsets and rest shapes of all sets, padded.
  int64_t copy_bytes;     ///< Copies of the particles per constraint, 0 = none.
  int32_t wind;           ///< 1: forces read the neighbours.
  int32_t general; ///< 1: more than springs of one formula and wind: several formulas, more particles, other phases.
  int32_t damped;  ///< 1: a set is damped.
  int32_t even;    ///< 1: one undamped set, at most one rest number, full corrections, no serial group.
} cuda_work;

/// Bits of `stage`. LAMBDA, INDEX: data that the block strategy keeps in shared memory besides the positions. HELD:
/// each thread keeps one constraint of each of up to CUDA_HELD groups in registers. APART: strips then wait only for
/// their neighbours. TILED: a cluster has tiles.
enum { CUDA_STAGE_LAMBDA = 1, CUDA_STAGE_INDEX = 2, CUDA_STAGE_HELD = 4, CUDA_STAGE_APART = 8, CUDA_STAGE_TILED = 16 };
enum { CUDA_HELD = 7 };

typedef struct cuda_plan {
  cuda_strategy strategy;
  int32_t blocks;       ///< Per group or tile, and copy. For block (the batch) and cluster (its own) in all.
  int32_t copies;       ///< Copies side by side (plain, graph, cooperative, tiles).
  int32_t threads;      ///< Threads of a block.
  int32_t stage;        ///< CUDA_STAGE_*
  int64_t shared_bytes; ///< Shared memory of a block.
} cuda_plan;

/// Whether tiles are resident, and whether each block does tiles.
XPBD_INLINE bool cuda_tiles_remain(const cuda_plan *plan) {
  return plan->strategy == CUDA_RESIDENT || (plan->stage & CUDA_STAGE_TILED);
}
XPBD_INLINE bool cuda_in_tiles(const cuda_plan *plan) {
  return plan->strategy == CUDA_TILES || cuda_tiles_remain(plan);
}

/// Device memory of one copy of the scene, per particle and per constraint [bytes].
double cuda_particle_bytes(const cuda_work *work);
double cuda_constraint_bytes(const cuda_work *work);

/// Whether code built for `architectures` (as CMake lists them, such as "75-virtual, 80-real, 90") runs on a device of
/// that capability. Binaries run on later devices with the same major number, PTX on all later ones. Entries ending in
/// "a" run on that device alone, entries ending in "f" on its major number. True if the list has no number.
bool cuda_built_for(const char *architectures, int32_t capability);

/// The target for which nvcc compiles a formula from a file. nvcc knows at least the architectures of that list. 0 =
/// the device itself. A device newer than the list gets the newest of the list, as PTX.
int32_t cuda_ptx_for(const char *architectures, int32_t capability);

/// Reduce blocks and copies of a resident kernel to `resident` (>= 1) at once, because all of them must synchronise.
void cuda_fit_plan(cuda_plan *plan, int32_t resident);

/// How many tiles per copy fit at once, at least one: in a cluster, or on all multiprocessors.
int32_t cuda_tiles_at_once(const cuda_device *device, const cuda_work *work, cuda_strategy strategy);

/// The fallback for a strategy that was chosen by size but cannot run. NULL = none.
const char *cuda_next_strategy(cuda_strategy strategy);

/// How many rounds of tiles the device needs if each of `copies` has `blocks` for its `tiles` and at most
/// `resident` blocks run at once.
int64_t cuda_tile_rounds(int32_t tiles, int32_t copies, int32_t blocks, int32_t resident);
/// Strategy tiles, planned with as many blocks as tiles: reduce the blocks to the number that the fewest rounds need. A
/// block with several tiles prefetches the next one.
void cuda_fit_tiles(cuda_plan *plan, int32_t resident);

const char *cuda_strategy_name(cuda_strategy strategy);
/// Find the strategy with that name, not NULL. XPBD_ERR_INVALID_ARGUMENT if there is none.
xpbd_status cuda_find_strategy(const char *name, cuda_strategy *out);

/// Make a plan. `strategy` NULL chooses by size. XPBD_ERR_INVALID_ARGUMENT for an unknown name, XPBD_ERR_UNSUPPORTED
/// with the reason if the strategy cannot run this work on this device.
xpbd_status cuda_make_plan(const cuda_device *device, const cuda_work *work, const char *strategy, cuda_plan *out);

#ifdef __cplusplus
}
#endif
#endif
