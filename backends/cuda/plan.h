/* Why this file exists: how a simulation is laid over a GPU: which strategy, how many blocks and threads, what is kept in
 * shared memory, and which thread does which constraint in which phase. Plain C without a device, so that the tests of any
 * machine walk the same functions that the kernels call. */
#ifndef XPBD_CUDA_PLAN_H
#define XPBD_CUDA_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layout/records.h"
#include "xpbd/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sets travel to the kernels by value; a scene of so many fills the 4 KiB that every toolkit and driver lets a kernel take.
enum { CUDA_MAX_SETS = 12 };

/// How the groups of a sweep follow each other.
typedef enum cuda_strategy {
  CUDA_PLAIN,       ///< One kernel launch per group, as in the papers: the baseline.
  CUDA_GRAPH,       ///< The same launches, a time step recorded once and replayed.
  CUDA_COOPERATIVE, ///< One resident kernel; all blocks meet after each group.
  CUDA_BLOCK,       ///< One thread block per copy of the scene, positions in shared memory.
  CUDA_CLUSTER, ///< One cluster of blocks per copy (compute capability 9.0 and later): of such springs as CUDA_RESIDENT takes a tile in
  ///< each block where so few are enough; of all else a resident kernel, in global memory.
  CUDA_TILES, ///< A launch for each sweep over one set of springs, undamped, beside which there is at most wind: a block does all
              ///< groups for a part of the mesh (tiles.h). Asked for of anything else CUDA_GRAPH is planned.
  CUDA_RESIDENT, ///< Tiles of such springs, without wind, that all are on the device at once: one resident kernel, whose blocks keep
  ///< their tiles and wait for the blocks around them only. Asked for of anything else CUDA_GRAPH is planned.
  CUDA_STRATEGIES
} cuda_strategy;

/// Places of a group that thread `thread` of `threads` does: begin, begin + step, ... below group->last.
XPBD_INLINE int32_t cuda_begin(const xpbd_group *group, int32_t thread) {
  return group->serial && thread > 0 ? group->last : group->first + thread;
}
XPBD_INLINE int32_t cuda_step(const xpbd_group *group, int32_t threads) {
  return group->serial ? 1 : threads;
}

/// Both ends of a spring in one word: their addresses in a block's shared memory, or how far from one, which is below CUDA_PAIR_END.
XPBD_INLINE uint32_t cuda_pair_of(uint32_t first, uint32_t second) {
  return first | second << 16;
}
XPBD_INLINE uint32_t cuda_pair_first(uint32_t pair) {
  return pair & 0xffffu;
}
XPBD_INLINE uint32_t cuda_pair_second(uint32_t pair) {
  return pair >> 16;
}
/// Whether it is a spring's: the same twice stands for none.
XPBD_INLINE bool cuda_pair_is(uint32_t pair) {
  return cuda_pair_first(pair) != cuda_pair_second(pair);
}
enum { CUDA_PAIR_END = 1 << 16 };

/// Threads side by side that meet as one where a block's threads need not all meet: strips. A strip waits for the one before and
/// the one behind, the last and the first being neighbours, at two named barriers in turn, of which a block has 15.
enum { CUDA_STRIP = 128, CUDA_STRIPS = 7 };

/// A tile of strategy tiles (tiles.h): where its part of the list of particles begins, how many of these, the first, are its own,
/// and how many there are; where its part of the list of springs begins, in which each group has `stride` places.
typedef struct cuda_tile {
  int32_t particles, own, needed, springs, stride;
} cuda_tile;

/// What stands at a place of that list: both ends, counted in bytes from a dummy in front of the tile's particles, which are multiples
/// of 16; and whether this tile counts what becomes of the spring, as one of all that do it. 0, the dummy twice: no spring is there.
XPBD_INLINE uint32_t cuda_tile_pair(uint32_t first, uint32_t second, bool counted) {
  return cuda_pair_of(first, second) | (counted ? 1u : 0u);
}
XPBD_INLINE int cuda_tile_counts(uint32_t pair) {
  return (int)(pair & 1u);
}
XPBD_INLINE uint32_t cuda_tile_ends(uint32_t pair) {
  return pair & ~1u;
}

/// What stands in the list of particles of tiles that stay: which one, and whether other tiles need it.
XPBD_INLINE int32_t cuda_tile_particle(int32_t number, bool shares) {
  return (int32_t)((uint32_t)number | (shares ? 0x80000000u : 0u));
}
XPBD_INLINE int32_t cuda_tile_number(int32_t particle) {
  return particle & INT32_MAX;
}
XPBD_INLINE bool cuda_tile_shares(int32_t particle) {
  return particle < 0;
}

/// Where a particle of a tile's rim is another's own, and which of these.
XPBD_INLINE uint32_t cuda_source(int32_t tile, int32_t place) {
  return (uint32_t)tile << 16 | (uint32_t)place;
}
XPBD_INLINE uint32_t cuda_source_tile(uint32_t source) {
  return source >> 16;
}
XPBD_INLINE uint32_t cuda_source_place(uint32_t source) {
  return source & 0xffffu;
}

/// Shared memory of a block of strategy tiles [bytes], whose tiles have up to `particles`: the tiles it knows, positions of the one it
/// works on and of the next, a dummy in front of each, and where the particles of these and of one more stand.
enum { CUDA_TILES_HEAD = 128, CUDA_TILES_KNOWN = 4, CUDA_TILES_NUMBERED = 3 };
XPBD_INLINE int64_t cuda_tiles_bytes(int64_t particles, int32_t particle_bytes) {
  return CUDA_TILES_HEAD + 2 * particle_bytes +
         particles * (2 * particle_bytes + CUDA_TILES_NUMBERED * (int32_t)sizeof(int32_t));
}
/// Of tiles that stay: a dummy, positions, and where they stand; in a cluster also what is posted of `own` of them, twice.
enum { CUDA_POSTED_MORE = 16 }; /* than a particle has */
XPBD_INLINE int64_t cuda_resident_bytes(int64_t particles, int64_t own, int32_t particle_bytes) {
  return particle_bytes + particles * (particle_bytes + (int32_t)sizeof(int32_t)) +
         2 * own * (particle_bytes + CUDA_POSTED_MORE);
}
/// And how many particles of a tile fit in so much, and in a pair; where it stays pairs are of addresses, behind what is kept.
int32_t cuda_tiles_particles(int64_t shared_bytes, int32_t particle_bytes, bool stays);

/// Shared memory that device and kernel keep of each block for themselves, at most [bytes].
enum { CUDA_KEPT_BYTES = 4096 };

/// What is known of a device.
typedef struct cuda_device {
  int32_t capability;             ///< 10 * major + minor.
  int64_t shared_bytes;           ///< Most shared memory one block may ask for.
  int32_t cooperative;            ///< 1: all blocks of a resident kernel can meet.
  int32_t cluster_size;           ///< Most blocks of a cluster, 0 = none.
  int32_t processors;             ///< Multiprocessors.
  int64_t processor_shared_bytes; ///< Shared memory of one, for all its blocks.
} cuda_device;

/// What is to be simulated.
typedef struct cuda_work {
  int32_t particles;      ///< With centres, without the dummy.
  int64_t constraints;    ///< Of all sets, without padding.
  int32_t largest_group;  ///< Constraints of the largest group.
  int32_t groups;         ///< Of all sets.
  int32_t batch;          ///< Copies of the scene.
  int32_t particle_bytes; ///< 16 or 32.
  int64_t lambda_bytes;   ///< Multipliers of all sets, padded.
  int64_t index_bytes;    ///< Offsets and rest shapes of all sets, padded.
  int64_t copy_bytes;     ///< Copies of the particles for each constraint, 0 = none.
  int32_t wind;           ///< 1: forces read the neighbours.
  int32_t general; ///< 1: more than springs of one formula, and wind: several formulas, more particles, other phases.
  int32_t damped;  ///< 1: a set is.
  int32_t even; ///< 1: one set, not damped, at most one number of a rest shape, corrections in full, no serial group.
} cuda_work;

/// What the block strategy keeps in shared memory besides the positions; or a thread its constraints of up to CUDA_HELD
/// groups in registers, one of each; APART: then strips wait for their neighbours only. TILED: a cluster has tiles.
enum { CUDA_STAGE_LAMBDA = 1, CUDA_STAGE_INDEX = 2, CUDA_STAGE_HELD = 4, CUDA_STAGE_APART = 8, CUDA_STAGE_TILED = 16 };
enum { CUDA_HELD = 7 };

typedef struct cuda_plan {
  cuda_strategy strategy;
  int32_t
      blocks; ///< Of a group or tile, and copy (plain, graph, cooperative, tiles), or in all (block: the batch; cluster: its own).
  int32_t copies;       ///< Copies side by side (plain, graph, cooperative, tiles).
  int32_t threads;      ///< Of a block.
  int32_t stage;        ///< CUDA_STAGE_*
  int64_t shared_bytes; ///< Of a block.
} cuda_plan;

/// Does each block do tiles? Do they stay?
XPBD_INLINE bool cuda_tiles_remain(const cuda_plan *plan) {
  return plan->strategy == CUDA_RESIDENT || (plan->stage & CUDA_STAGE_TILED);
}
XPBD_INLINE bool cuda_in_tiles(const cuda_plan *plan) {
  return plan->strategy == CUDA_TILES || cuda_tiles_remain(plan);
}

/// Device memory of one copy of the scene, per particle and per constraint [bytes].
double cuda_particle_bytes(const cuda_work *work);
double cuda_constraint_bytes(const cuda_work *work);

/// Is there code for a device of that capability in what was built for `architectures`, as CMake lists them, such as
/// "75-virtual, 80-real, 90"? Binaries run on later devices of the same major number, PTX on all later ones; what ends in "a"
/// on that device alone, what ends in "f" on its major number. True where the list has no number.
bool cuda_built_for(const char *architectures, int32_t capability);

/// What nvcc compiles a formula of a file for, which knows at least what that list has: 0 = the device itself; else the newest
/// of the list, as PTX, for a device that came later.
int32_t cuda_ptx_for(const char *architectures, int32_t capability);

/// No more blocks and copies of a resident kernel than can be `resident` (>= 1) at once: all of them have to meet.
void cuda_fit_plan(cuda_plan *plan, int32_t resident);

/// How many tiles of each copy there can be at once, at least one: in a cluster, or on all multiprocessors.
int32_t cuda_tiles_at_once(const cuda_device *device, const cuda_work *work, cuda_strategy strategy);

/// What is taken where a strategy that was chosen by size cannot run after all: NULL = there is none.
const char *cuda_next_strategy(cuda_strategy strategy);

/// How often the device works on one tile after another where each of `copies` has `blocks` for its `tiles`, and as many as can be
/// `resident` are there at once.
int64_t cuda_tile_rounds(int32_t tiles, int32_t copies, int32_t blocks, int32_t resident);
/// Of strategy tiles, whose plan has as many blocks as tiles: no more than it takes for the fewest rounds, since a block that goes on
/// with another tile has it ready.
void cuda_fit_tiles(cuda_plan *plan, int32_t resident);

const char *cuda_strategy_name(cuda_strategy strategy);
/// The strategy of that name, not NULL. XPBD_ERR_INVALID_ARGUMENT when there is none.
xpbd_status cuda_find_strategy(const char *name, cuda_strategy *out);

/// Make a plan. `strategy` NULL chooses by size. XPBD_ERR_INVALID_ARGUMENT for an unknown name, XPBD_ERR_UNSUPPORTED with
/// the reason when the strategy cannot run this work on this device.
xpbd_status cuda_make_plan(const cuda_device *device, const cuda_work *work, const char *strategy, cuda_plan *out);

#ifdef __cplusplus
}
#endif
#endif
