/* Why this file exists: the part of CUDA's cooperative groups that the backend uses, for the CPU that emulates the GPU,
 * see cuda_runtime.h in this folder. */
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {

struct grid_group {
  void sync() const { emulated::meet(); }
};
inline grid_group this_grid() {
  return {};
}

struct cluster_group {
  void sync() const { emulated::meet(); }
  /// The address in another block's shared memory that corresponds to `own` in the caller's.
  void *map_shared_rank(void *own, unsigned rank) const {
    return emulated::now.blocks[blockIdx.y * gridDim.x + rank] + ((char *)own - emulated::shared());
  }
};
inline cluster_group this_cluster() {
  return {};
}

} // namespace cooperative_groups
