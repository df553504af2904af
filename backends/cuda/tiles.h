/* Why this file exists: a launch per group moves every particle between memory and the multiprocessors once per group,
 * and small meshes mostly wait for launches. With tiles, an iteration is one launch. A block loads a tile, the
 * particles of a part of the mesh, into its shared memory and does all groups there. Springs outside the tile affect it
 * before the iteration ends. So the block also has the surrounding particles and springs that its own depend on, one
 * more ring for each group. It computes them itself and discards them at the end. Blocks that compute the same use the
 * same numbers, so the result is bit-identical and nobody waits within an iteration. An iteration reads the positions
 * of one array and writes another. If there are more tiles than blocks at once, a block does several. Plain C without a
 * device, like plan.h.
 *
 *    group 3, the last of 4         . . . . . . . # # # # # . . . . . .      # own, o needed
 *    group 2                        . . . . . . o # # # # # o . . . . .
 *    group 1                        . . . . . o o # # # # # o o . . . .
 *    group 0, the first             . . . . o o o # # # # # o o o . . . */
#pragma once

#include "layout/layout.h"
#include "plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The tiles of a mesh. All arrays are freed by cuda_tiles_destroy().
typedef struct cuda_tiles {
  int32_t count, group_count;
  int32_t most_particles, most_springs; ///< The maximum over tiles: of particles, and of springs in one group.
  int64_t particle_count, spring_count; ///< Lengths of the lists. An entry that several tiles need counts for each.
  cuda_tile *tile;                      ///< [count]
  int32_t *particle;                    ///< [particle_count] index of each in the layout
  int32_t *spring;                      ///< [spring_count] index of each in the set, -1 = none
  uint32_t *pair;                       ///< [spring_count] cuda_tile_pair()
  int32_t most_own;                     ///< Resident tiles: most own particles of a tile.
  uint32_t *source;                     ///< [particle_count] cuda_source() of rim particles if resident, else NULL
} cuda_tiles;

/// Cut the mesh of a layout with one set of springs into tiles. Halving it along its longest side keeps them compact.
/// There are `least` tiles, or two, three, ... times as many if each still owns 16 particles. None needs more than
/// `most_springs` of a group or more than `most_particles` particles, and all of them fit below CUDA_PAIR_END.
/// XPBD_ERR_UNSUPPORTED if even the smallest tiles are too large, or all together have more than `most_places` places
/// for springs (smaller ones would have even more). XPBD_ERR_OUT_OF_MEMORY. Destroy also after a failure.
xpbd_status cuda_tiles_create(const xpbd_layout *layout, int32_t least, int32_t most_springs, int32_t most_particles,
                              int64_t most_places, cuda_tiles *out);
/// For resident tiles: a tile that needs particles of another always gives that tile one of its own to wait for. So no
/// tile is two iterations ahead of another that it exchanges particles with. `particle` becomes cuda_tile_particle(),
/// of `n` in all. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status cuda_tiles_stay(cuda_tiles *tiles, int32_t n);
/// Free the lists and keep the numbers.
void cuda_tiles_drop(cuda_tiles *tiles);
void cuda_tiles_destroy(cuda_tiles *tiles);

#ifdef __cplusplus
}
#endif
