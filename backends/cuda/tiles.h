/* Why this file exists: a launch for each group moves every particle between memory and the multiprocessors once for each group,
 * and small meshes wait for launches more than for anything else. Here a sweep is one launch: a block takes a tile, the particles
 * of a part of the mesh, into its shared memory and does all groups there. What springs outside the tile do to it before the
 * sweep ends, the block does itself: it has the particles and springs around that its own depend on, a ring more for each group,
 * and forgets them at the end. What several blocks compute they compute from the same numbers, so it is the same bits, and nobody
 * has to wait within a sweep. A sweep reads the positions of one array and writes those of another. Where there are more tiles than
 * blocks at once, a block does several. Plain C without a device, as plan.h.
 *
 *     group 3, the last of 4         . . . . . . . # # # # # . . . . . .      # own, o needed
 *     group 2                        . . . . . . o # # # # # o . . . . .
 *     group 1                        . . . . . o o # # # # # o o . . . .
 *     group 0, the first             . . . . o o o # # # # # o o o . . .  */
#ifndef XPBD_CUDA_TILES_H
#define XPBD_CUDA_TILES_H

#include "layout/layout.h"
#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The tiles of a mesh. All arrays are freed by cuda_tiles_destroy().
typedef struct cuda_tiles {
  int32_t count, group_count;
  int32_t most_particles, most_springs; ///< That any tile needs; that any has of one group.
  int64_t particle_count, spring_count; ///< Of the lists of all tiles: those that several need are there as often.
  cuda_tile *tile;                      ///< [count]
  int32_t *particle;                    ///< [particle_count] where each stands in the layout
  int32_t *spring;                      ///< [spring_count] place of each in the set, -1 = none
  uint32_t *pair;                       ///< [spring_count] cuda_tile_pair()
  int32_t most_own;                     ///< Once they stay: particles that are any tile's own.
  uint32_t *source;                     ///< [particle_count] of a rim cuda_source(), once they stay; else NULL
} cuda_tiles;

/// Cut the mesh of a layout of one set of springs into tiles as compact as halving it along its longest side makes them: `least`, or
/// two, three, ... times as many, if that leaves each 16 particles of its own, so that none needs more than `most_springs` of a
/// group, or more particles than `most_particles`, all of which have to fit below CUDA_PAIR_END. XPBD_ERR_UNSUPPORTED where the
/// smallest tiles still do, or all together have more than `most_places` for springs: smaller ones would have even more.
/// XPBD_ERR_OUT_OF_MEMORY. To be destroyed also after a failure.
xpbd_status cuda_tiles_create(const xpbd_layout *layout, int32_t least, int32_t most_springs, int32_t most_particles,
                              int64_t most_places, cuda_tiles *out);
/// For tiles that stay: who needs a particle of another tile's gets one of those that need its own, so that nobody is two sweeps ahead
/// of another whose particles it takes, or who takes its. `particle` becomes cuda_tile_particle(), of `n` in all.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status cuda_tiles_stay(cuda_tiles *tiles, int32_t n);
/// Free the lists and keep the numbers.
void cuda_tiles_drop(cuda_tiles *tiles);
void cuda_tiles_destroy(cuda_tiles *tiles);

#ifdef __cplusplus
}
#endif
#endif
