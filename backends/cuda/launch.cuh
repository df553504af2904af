/* Why this file exists: everything the host does with the kernels that know formulas. A kernel can be launched only
 * from the object that contains it, and each unit is one object. So each unit has this table, and the backend calls the
 * one that fits the scene. device.cuh includes it, once per XPBD_SCALAR, after kernels.cuh.
 *
 * `kernel` is an index into the tables of instances. Each function returns the error of its CUDA calls and clears it
 * from the runtime of its object. */

#include "names.cuh"

struct LOCAL(cuda_launches) {
  /* Prepare the plan's strategy. A resident kernel, or one with tiles, takes all shared memory of a block, and its
   * threads are limited accordingly. *resident = blocks per multiprocessor, or clusters, that fit at once. */
  cudaError_t (*open)(int kernel, int32_t device, cudaStream_t stream, cuda_plan *plan, int *resident);
  /* `overlap`: its first blocks may start while the last of the previous kernel still run. */
  cudaError_t (*group)(int kernel, dim3 grid, cudaStream_t stream, bool overlap, const IMAGE &image,
                       const xpbd_group &group);
  /* One iteration over the tiles of the plan. */
  cudaError_t (*sweep)(int kernel, const cuda_plan *plan, cudaStream_t stream, bool overlap,
                       const LOCAL(tiles) & tiles);
  cudaError_t (*evaluate)(dim3 grid, cudaStream_t stream, const IMAGE &image, int32_t set);
  /* A stage of a time step that moves vertices. `threads`: of a block. */
  cudaError_t (*vertices)(dim3 grid, unsigned threads, cudaStream_t stream, const IMAGE &image, int32_t stage,
                          int32_t first, int32_t last);
  /* The resident kernel, for all frames. */
  cudaError_t (*frames)(int kernel, const cuda_plan *plan, cudaStream_t stream, const IMAGE &image, int32_t frames,
                        const LOCAL(stay) & stay);
};

/* Differs if the unit's object and the program disagree on shared types. Increase the edition if functions of the table
 * get other arguments, because no size shows that. */
#undef CUDA_UNIT_LAYOUT
#define CUDA_UNIT_EDITION 6
#define CUDA_UNIT_LAYOUT                                                                                               \
  ((uint64_t)sizeof(LOCAL(cuda_launches)) << 48 | (uint64_t)sizeof(cuda_plan) << 32 | (uint64_t)sizeof(IMAGE) << 16 |  \
   CUDA_UNIT_EDITION << 8 | CUDA_STRATEGIES)

#if defined(XPBD_UNIT_SCALAR)
/* A launch of a cluster. `attribute` is part of it and must live as long. */
XPBD_UNUSED static cudaLaunchConfig_t LOCAL(cluster_config)(const cuda_plan *plan, cudaStream_t stream,
                                                            cudaLaunchAttribute *attribute) {
  attribute->id = cudaLaunchAttributeClusterDimension;
  attribute->val.clusterDim.x = (unsigned)plan->blocks;
  attribute->val.clusterDim.y = attribute->val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3((unsigned)plan->blocks, (unsigned)plan->copies);
  config.blockDim = dim3((unsigned)plan->threads);
  config.dynamicSmemBytes = (size_t)plan->shared_bytes;
  config.stream = stream;
  config.attrs = attribute;
  config.numAttrs = 1;
  return config;
}

/* Take all shared memory, even if this scene needs less. The attribute belongs to the function, so another
 * solver would undo a smaller value. */
XPBD_UNUSED static cudaError_t LOCAL(open_shared)(const void *kernel, int32_t device, cuda_plan *plan) {
  cudaFuncAttributes code;
  int most = 0;
  cudaError_t error = cudaFuncGetAttributes(&code, kernel);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  if (error != cudaSuccess) return error;
  const int32_t threads = code.maxThreadsPerBlock / 32 * 32;
  if (plan->threads > threads && (plan->stage & CUDA_STAGE_HELD || cuda_in_tiles(plan)))
    return cudaErrorInvalidConfiguration; /* one spring per thread */
  if (plan->threads > threads) plan->threads = threads;
  error =
      cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100); /* percent: for two blocks */
  if (error != cudaSuccess) return error;
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most - (int)code.sharedSizeBytes);
}

#if XPBD_KERNELS_FOR(TILES) || XPBD_KERNELS_FOR(RESIDENT)
/* The same, and return how many blocks fit on a multiprocessor at once. */
static cudaError_t LOCAL(open_tiles)(const void *kernel, int32_t device, cuda_plan *plan, int *resident) {
  const cudaError_t error = LOCAL(open_shared)(kernel, device, plan);
  if (error != cudaSuccess) return error;
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(resident, kernel, plan->threads, (size_t)plan->shared_bytes);
}
#endif

#if XPBD_KERNELS_FOR(BLOCK)
static LOCAL(block_fn) LOCAL(block_kernel)(int kernel, const cuda_plan *plan) {
  if (plan->stage & CUDA_STAGE_APART) return LOCAL(near)[kernel].apart;
  return plan->stage & CUDA_STAGE_HELD ? LOCAL(near)[kernel].together : LOCAL(block_kernels)[kernel];
}
#endif

static cudaError_t LOCAL(open_kernel)(int kernel, int32_t device, cudaStream_t stream, cuda_plan *plan, int *resident) {
  cudaError_t error = cudaSetDevice(device); /* the runtime of each object needs this call */
  *resident = 1;
#if XPBD_KERNELS_FOR(GROUPS)
  cudaFuncAttributes code; /* queried, so that no code is loaded while a graph is recorded */
  for (const void *each : LOCAL(group_kernels)[kernel].code)
    if (error == cudaSuccess) error = cudaFuncGetAttributes(&code, each);
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&code, (const void *)LOCAL(k_evaluate));
#endif
#if XPBD_KERNELS_FOR(COOPERATIVE)
  if (error == cudaSuccess && plan->strategy == CUDA_COOPERATIVE)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(resident, (const void *)LOCAL(cooperative_kernels)[kernel],
                                                          plan->threads, 0);
#endif
#if XPBD_KERNELS_FOR(BLOCK)
  if (error == cudaSuccess && plan->strategy == CUDA_BLOCK)
    error = LOCAL(open_shared)((const void *)LOCAL(block_kernel)(kernel, plan), device, plan);
#endif
#if XPBD_KERNELS_FOR(TILES)
  if (error == cudaSuccess && plan->strategy == CUDA_TILES)
    error = LOCAL(open_tiles)((const void *)LOCAL(tile_kernels)[kernel], device, plan, resident);
#endif
#if XPBD_KERNELS_FOR(RESIDENT)
  if (error == cudaSuccess && plan->strategy == CUDA_RESIDENT)
    error = LOCAL(open_tiles)((const void *)LOCAL(resident_kernels)[kernel], device, plan, resident);
#endif
#if XPBD_KERNELS_FOR(CLUSTER)
  if (error == cudaSuccess && plan->strategy == CUDA_CLUSTER) {
    error = LOCAL(open_shared)((const void *)LOCAL(cluster_kernels)[kernel], device, plan);
    cudaLaunchAttribute attribute = {};
    const cudaLaunchConfig_t config = LOCAL(cluster_config)(plan, stream, &attribute);
    if (error == cudaSuccess) error = cudaOccupancyMaxActiveClusters(resident, LOCAL(cluster_kernels)[kernel], &config);
    if (error == cudaErrorInvalidClusterSize) { /* a slice of a device may refuse what a whole one answers */
      *resident = 0;
      cudaGetLastError();
      error = cudaSuccess;
    }
  }
#endif
#if XPBD_KERNELS_FOR(VERTICES)
  cudaFuncAttributes code;
  if (error == cudaSuccess) error = cudaFuncGetAttributes(&code, (const void *)k_vertices);
#endif
  (void)kernel, (void)device, (void)stream, (void)plan;
  if (error != cudaSuccess) cudaGetLastError();
  return error;
}

static cudaError_t LOCAL(launch_group)(int kernel, dim3 grid, cudaStream_t stream, bool overlap, const IMAGE &image,
                                       const xpbd_group &group) {
#if XPBD_KERNELS_FOR(GROUPS)
  const cudaError_t error = LOCAL(group_kernels)[kernel].launch(grid, stream, overlap, image, group);
  if (error != cudaSuccess) cudaGetLastError();
  return error;
#else
  (void)kernel, (void)grid, (void)stream, (void)overlap, (void)image, (void)group;
  return cudaErrorInvalidValue;
#endif
}

static cudaError_t LOCAL(launch_sweep)(int kernel, const cuda_plan *plan, cudaStream_t stream, bool overlap,
                                       const LOCAL(tiles) & tiles) {
#if XPBD_KERNELS_FOR(TILES)
  const cudaError_t error =
      cuda_launch(LOCAL(tile_kernels)[kernel], dim3((unsigned)plan->blocks, (unsigned)plan->copies),
                  (unsigned)plan->threads, (size_t)plan->shared_bytes, stream, overlap, tiles);
  if (error != cudaSuccess) cudaGetLastError();
  return error;
#else
  (void)kernel, (void)plan, (void)stream, (void)overlap, (void)tiles;
  return cudaErrorInvalidValue;
#endif
}

static cudaError_t LOCAL(launch_evaluate)(dim3 grid, cudaStream_t stream, const IMAGE &image, int32_t set) {
#if XPBD_KERNELS_FOR(GROUPS)
  XPBD_LAUNCH(LOCAL(k_evaluate), grid, 256, 0, stream, image, set);
  return cudaGetLastError();
#else
  (void)grid, (void)stream, (void)image, (void)set;
  return cudaErrorInvalidValue;
#endif
}

static cudaError_t LOCAL(launch_vertices)(dim3 grid, unsigned threads, cudaStream_t stream, const IMAGE &image,
                                          int32_t stage, int32_t first, int32_t last) {
#if XPBD_KERNELS_FOR(VERTICES)
  XPBD_LAUNCH(k_vertices, grid, threads, 0, stream, image, stage, first, last);
  return cudaGetLastError();
#else
  (void)grid, (void)threads, (void)stream, (void)image, (void)stage, (void)first, (void)last;
  return cudaErrorInvalidValue;
#endif
}

static cudaError_t LOCAL(launch_frames)(int kernel, const cuda_plan *plan, cudaStream_t stream, const IMAGE &image,
                                        int32_t frames, const LOCAL(stay) & stay) {
  cudaError_t error = cudaSuccess;
  switch (plan->strategy) {
#if XPBD_KERNELS_FOR(CLUSTER)
  case CUDA_CLUSTER: {
    cudaLaunchAttribute attribute = {};
    const cudaLaunchConfig_t config = LOCAL(cluster_config)(plan, stream, &attribute);
    error = cudaLaunchKernelEx(&config, LOCAL(cluster_kernels)[kernel], image, frames, stay);
    break;
  }
#endif
#if XPBD_KERNELS_FOR(COOPERATIVE)
  case CUDA_COOPERATIVE: {
    void *arguments[] = {(void *)&image, &frames};
    const dim3 grid((unsigned)plan->blocks, (unsigned)plan->copies);
    error = cudaLaunchCooperativeKernel(LOCAL(cooperative_kernels)[kernel], grid, dim3((unsigned)plan->threads),
                                        arguments, 0, stream);
    break;
  }
#endif
#if XPBD_KERNELS_FOR(RESIDENT)
  case CUDA_RESIDENT: { /* a cooperative launch: either all blocks fit, or it is refused */
    void *arguments[] = {(void *)&image, &frames, (void *)&stay};
    const dim3 grid((unsigned)plan->blocks, (unsigned)plan->copies);
    error = cudaLaunchCooperativeKernel(LOCAL(resident_kernels)[kernel], grid, dim3((unsigned)plan->threads), arguments,
                                        (size_t)plan->shared_bytes, stream);
    break;
  }
#endif
#if XPBD_KERNELS_FOR(BLOCK)
  case CUDA_BLOCK:
    XPBD_LAUNCH(LOCAL(block_kernel)(kernel, plan), (unsigned)plan->blocks, (unsigned)plan->threads,
                (size_t)plan->shared_bytes, stream, image, frames, plan->stage);
    break;
#endif
  default: return cudaErrorInvalidValue;
  }
  (void)kernel, (void)stream, (void)image, (void)frames, (void)stay;
  const cudaError_t launched = cudaGetLastError();
  return error != cudaSuccess ? error : launched;
}

static const LOCAL(cuda_launches)
    LOCAL(launches) = {LOCAL(open_kernel),     LOCAL(launch_group),    LOCAL(launch_sweep),
                       LOCAL(launch_evaluate), LOCAL(launch_vertices), LOCAL(launch_frames)};

#if defined(XPBD_UNIT_PLACES) /* of a formula's file: a program finds the table by its name */
extern "C" __attribute__((visibility("default"))) const cuda_unit XPBD_UNIT_NAME;
#else
extern "C" const cuda_unit XPBD_UNIT_NAME;
#endif
const cuda_unit XPBD_UNIT_NAME = {CUDA_UNIT_LAYOUT, &LOCAL(launches)};
#endif
