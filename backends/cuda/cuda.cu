/* Why this file exists: independent groups on an NVIDIA GPU. The backend adds memory, launches and synchronisation. It
 * computes with the text that the CPU backends run (lib/formula, lib/solver), compiled with -fmad=false, so the state
 * has the same bits. State stays on the device. step() queues, sync() waits. */
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/error.h"
#include "collide/obstacle.h"
#include "device.cuh"
#include "layout/handle.h"
#include "tiles.h"
#include "unit.h"
#include "warps.h"
#include "work.h"
#include "xpbd/backend.h"
#include "xpbd/method.h"

/* Errors after which a process can no longer use its device. */
static bool cuda_is_lost(cudaError_t error) {
  enum { CONTAINED = 721, CLIENT_TERMINATED = 810 }; /* names that older toolkits lack */
  switch ((int)error) {
  case CONTAINED:
  case CLIENT_TERMINATED:
  case cudaErrorNvlinkUncorrectable:
  case cudaErrorUnknown: /* a guest system gets this when its host resets the device */
  case cudaErrorECCUncorrectable:
  case cudaErrorIllegalAddress:
  case cudaErrorLaunchTimeout:
  case cudaErrorAssert:
  case cudaErrorHardwareStackError:
  case cudaErrorIllegalInstruction:
  case cudaErrorMisalignedAddress:
  case cudaErrorInvalidAddressSpace:
  case cudaErrorInvalidPc:
  case cudaErrorLaunchFailure: return true;
  default: return false;
  }
}

/* Every CUDA call goes through here. It keeps the reason and clears the runtime's error, so that the
 * device stays usable if possible. */
static xpbd_status cuda_failed(cudaError_t error, const char *call) {
  cudaGetLastError();
  const xpbd_status status = error == cudaErrorMemoryAllocation ? XPBD_ERR_OUT_OF_MEMORY
                             : cuda_is_lost(error)              ? XPBD_ERR_DEVICE_LOST
                                                                : XPBD_ERR_DEVICE;
  return xpbd_fail(status, "%s: %s", call, cudaGetErrorString(error));
}
#define CUDA_TRY(call)                                                                                                 \
  do {                                                                                                                 \
    const cudaError_t cuda_error = (call);                                                                             \
    if (cuda_error != cudaSuccess) return cuda_failed(cuda_error, #call);                                              \
  } while (0)

enum { CUDA_ALLOCATIONS = 16 }; /* the list grows as needed */
enum { GRAPH_NODES = 2048 };    /* kernels of one graph: each takes the driver some 4 KB; above 1e5 it takes seconds */

/* A part of a time step and its graph. */
struct cuda_part {
  bool begins, ends;
  int32_t sweeps, times; /* iterations in the part, repeats of the part in a time step */
  cudaGraphExec_t graph;
};

struct cuda_state {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  xpbd_layout layout;
  cuda_plan plan;
  cuda_tiles tiles; /* for tile strategies */
  cudaStream_t stream;
  cuda_part parts[3]; /* for the strategies graph and tiles, in order */
  int32_t part_count;
  cuda_status *status, *seen; /* on the device; state after the last frame, in memory shared with the host */
  void *wind_table, *obstacle_table, *handle_table; /* for the steps queued; NULL if there are none */
  int32_t table_capacity;                           /* steps */
  bool overlaps;                                    /* a kernel can begin before the previous one ends */
  int32_t frames_at_once;                           /* for a resident kernel */
  void *obstacles; /* on the host: one time step of the obstacles, with device pointers */
  void *staging;   /* pinned host memory for read-back, allocated by the first one */
  void *posted;    /* board of resident tiles */
  int64_t posted_bytes;
  int64_t queued_steps;
  int64_t first_step; /* since the last reset or restore */
  void **memory;      /* [capacity] pointers to free */
  int allocations, capacity;
  int64_t device_bytes;
  int capability, instance; /* device's; kernels': -1 = general, else for springs of that formula */
  int damped;               /* 1: the springs of that instance may be damped */
  int kernel;               /* index of that instance in the tables of the launches */
  const cuda_launches_f32 *launches_f32;
  const cuda_launches_f64 *launches_f64;
  xpbd_world_f32 f32;
  xpbd_world_f64 f64;
  struct tiles_f32 tiles_f32; /* one per precision, too */
  struct tiles_f64 tiles_f64;
  struct stay_f32 stay_f32;
  struct stay_f64 stay_f64;
};

static xpbd_status allocate(cuda_state *state, int64_t bytes, void **out) {
  *out = nullptr;
  if (state->allocations == state->capacity) {
    const int capacity = 2 * state->capacity + CUDA_ALLOCATIONS;
    void **larger = (void **)realloc(state->memory, sizeof *larger * (size_t)capacity);
    XPBD_REQUIRE(larger, XPBD_ERR_OUT_OF_MEMORY, "no memory for a list of %d arrays", capacity);
    state->memory = larger;
    state->capacity = capacity;
  }
  const cudaError_t error = cudaMalloc(out, (size_t)(bytes > 0 ? bytes : 1));
  if (error != cudaSuccess && error != cudaErrorMemoryAllocation) return cuda_failed(error, "cudaMalloc");
  if (error != cudaSuccess) {
    size_t free_bytes = 0, total = 0;
    cudaGetLastError();
    cudaMemGetInfo(&free_bytes, &total);
    cudaGetLastError();
    return xpbd_fail(XPBD_ERR_OUT_OF_MEMORY,
                     "device %d has no memory for another %lld bytes (%lld taken by this scene, %zu free of %zu): %s",
                     (int)state->def->device, (long long)bytes, (long long)state->device_bytes, free_bytes, total,
                     cudaGetErrorString(error));
  }
  state->memory[state->allocations++] = *out;
  state->device_bytes += bytes;
  return XPBD_OK;
}

/* Copy a host array to every copy of a batch: over the bus once, then on the device, doubling each time. */
static xpbd_status fill_copies(cuda_state *state, void *to, const void *from, size_t bytes) {
  const size_t batch = (size_t)state->def->batch;
  CUDA_TRY(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, state->stream));
  for (size_t have = 1; have < batch; have *= 2) {
    const size_t more = have < batch - have ? have : batch - have;
    CUDA_TRY(cudaMemcpyAsync((char *)to + have * bytes, to, more * bytes, cudaMemcpyDeviceToDevice, state->stream));
  }
  return XPBD_OK;
}

/* Upload a host array. NULL allocates and zeroes `copies` times as many bytes. */
static xpbd_status upload(cuda_state *state, const void *from, int64_t bytes, int32_t copies, void **out) {
  XPBD_TRY(allocate(state, bytes * copies, out));
  if (from)
    CUDA_TRY(cudaMemcpyAsync(*out, from, (size_t)bytes, cudaMemcpyHostToDevice, state->stream));
  else
    CUDA_TRY(cudaMemsetAsync(*out, 0, (size_t)(bytes * copies), state->stream));
  return XPBD_OK;
}

static void forget_parts(cuda_state *state) {
  for (int p = 0; p < state->part_count; p++)
    if (state->parts[p].graph) cudaGraphExecDestroy(state->parts[p].graph);
  state->part_count = 0;
}

#define XPBD_SCALAR 32
#define XPBD_HALF   f32
#include "formula/words.h"
#include "host.cuh"
#undef XPBD_SCALAR
#undef XPBD_HALF

#define XPBD_SCALAR 64
#define XPBD_HALF   f64
#include "formula/words.h"
#include "host.cuh"
#undef XPBD_SCALAR
#undef XPBD_HALF

/* Does not make a CUDA context. A device in exclusive mode grants one to a single process, and the caller may leave the
 * computing to another process. */
static xpbd_status probe(char *device, size_t capacity) {
  int count = 0, driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
    cudaGetLastError();
    return xpbd_fail(XPBD_ERR_UNAVAILABLE, "no CUDA device: no NVIDIA driver is loaded");
  }
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0) {
    cudaGetLastError();
    return xpbd_fail(XPBD_ERR_UNAVAILABLE, "no CUDA device: %s",
                     error == cudaSuccess ? "none is visible" : cudaGetErrorString(error));
  }
  int usable = -1; /* the first that this build has code for */
  for (int k = 0; k < count && usable < 0; k++) {
    int major = 0, minor = 0;
    CUDA_TRY(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, k));
    CUDA_TRY(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, k));
    if (cuda_built_for(XPBD_CUDA_BUILT_FOR, 10 * major + minor)) usable = k;
  }
  XPBD_REQUIRE(usable >= 0, XPBD_ERR_UNAVAILABLE, "this build has no code for the device (built for %s)",
               XPBD_CUDA_BUILT_FOR);
  cudaDeviceProp found;
  CUDA_TRY(cudaGetDeviceProperties(&found, 0));
  char others[96] = "";
  if (count > 1) snprintf(others, sizeof others, " (device 0 of several)");
  if (usable > 0)
    snprintf(others, sizeof others, " (device 0 of several; this build has no code for it, but for device %d)", usable);
  snprintf(device, capacity, "%s, compute capability %d.%d, %d multiprocessors%s", found.name, found.major, found.minor,
           found.multiProcessorCount, others);
  return XPBD_OK;
}

static xpbd_status supports(const xpbd_scene *scene, const xpbd_solver_def *def) {
  const bool ordered = !(xpbd_method_at(def->method)->traits & XPBD_AT_ONCE);
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    XPBD_REQUIRE(!ordered || xpbd_scene_set(scene, s)->order == XPBD_ORDER_GROUP, XPBD_ERR_UNSUPPORTED,
                 "cuda runs independent groups; mesh order is sequential by definition (use seq)");
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    XPBD_REQUIRE(xpbd_scene_set(scene, s)->patches.count == 0, XPBD_ERR_UNSUPPORTED,
                 "cuda has no constraints for each vertex (%s); they run on seq and omp",
                 xpbd_formula_at(xpbd_scene_set(scene, s)->formula)->name);
  XPBD_REQUIRE(xpbd_scene_set_count(scene) <= CUDA_MAX_SETS || (xpbd_method_at(def->method)->traits & XPBD_BY_VERTEX),
               XPBD_ERR_UNSUPPORTED, "the scene has %d sets of constraints, a device takes up to %d",
               (int)xpbd_scene_set_count(scene), CUDA_MAX_SETS);
  XPBD_REQUIRE(!(xpbd_method_at(def->method)->traits & XPBD_CARRIES_ENERGY), XPBD_ERR_UNSUPPORTED,
               "cuda has no method '%s': energy-embedded Gauss-Seidel runs on seq and omp",
               xpbd_method_name(def->method));
  cuda_strategy asked = CUDA_GRAPH;
  if (def->strategy) XPBD_TRY(cuda_find_strategy(def->strategy, &asked));
  if (xpbd_method_at(def->method)->traits & XPBD_BY_VERTEX) {
    const char *method = xpbd_method_name(def->method);
    XPBD_REQUIRE(asked == CUDA_GRAPH || asked == CUDA_PLAIN, XPBD_ERR_UNSUPPORTED,
                 "cuda: method %s has the strategies plain and graph, not %s", method, def->strategy);
    return xpbd_vertices_supported(scene, "cuda", method);
  }
  return cuda_unit_supports(&cuda_compiler_here, scene);
}

/* Check that this build's code runs on the current device. This is the first call that makes a context. */
static xpbd_status check_code(void) {
  cudaFuncAttributes code;
  const cudaError_t error = cudaFuncGetAttributes(&code, (const void *)k_end_step);
  const bool lacking = error == cudaErrorNoKernelImageForDevice || error == cudaErrorInvalidDeviceFunction ||
                       error == cudaErrorInvalidPtx || error == cudaErrorUnsupportedPtxVersion;
  if (lacking) cudaGetLastError();
  XPBD_REQUIRE(!lacking, XPBD_ERR_UNAVAILABLE, "this build has no code for the device (built for %s): %s",
               XPBD_CUDA_BUILT_FOR, cudaGetErrorString(error));
  CUDA_TRY(error);
  return XPBD_OK;
}

static xpbd_status describe_device(int32_t number, cuda_device *out) {
  int value[6];
  const cudaDeviceAttr wanted[6] = {
      cudaDevAttrComputeCapabilityMajor,       cudaDevAttrComputeCapabilityMinor,
      cudaDevAttrMaxSharedMemoryPerBlockOptin, cudaDevAttrCooperativeLaunch,
      cudaDevAttrMultiProcessorCount,          cudaDevAttrMaxSharedMemoryPerMultiprocessor};
  for (int k = 0; k < 6; k++) CUDA_TRY(cudaDeviceGetAttribute(&value[k], wanted[k], number));
  out->capability = 10 * value[0] + value[1];
  out->shared_bytes = value[2] - CUDA_KEPT_BYTES; /* the block kernel keeps its sets in static shared memory */
  out->cooperative = value[3];
  out->processors = value[4];
  out->processor_shared_bytes = value[5];
  /* every such device permits 8; code for less than 9.0 has no cluster kernel, wherever it runs */
  cudaFuncAttributes code;
  CUDA_TRY(cudaFuncGetAttributes(&code, (const void *)k_end_step)); /* the same for all files */
  out->cluster_size = out->capability >= 90 && code.ptxVersion >= 90 ? 8 : 0;
  return XPBD_OK;
}

static void destroy(void *opaque) {
  cuda_state *state = (cuda_state *)opaque;
  if (!state) return;
  cudaSetDevice(state->def->device);
  if (state->stream) cudaStreamSynchronize(state->stream);
  forget_parts(state);
  for (int k = 0; k < state->allocations; k++) cudaFree(state->memory[k]);
  if (state->staging) cudaFreeHost(state->staging);
  if (state->seen) cudaFreeHost(state->seen);
  if (state->stream) cudaStreamDestroy(state->stream);
  free(state->memory);
  free(state->obstacles);
  cudaGetLastError(); /* clear the error, which must not surface in a later call of another user */
  cuda_tiles_destroy(&state->tiles);
  xpbd_layout_destroy(&state->layout);
  free(state);
}

/* Reset all counts to the given frame. */
static xpbd_status begin_at(cuda_state *state, int64_t frame) {
  cuda_status at = {};
  at.first_lost = ~0ull;
  at.frame = frame;
  at.step = at.table_base = state->queued_steps = state->first_step = frame * state->def->substeps;
  CUDA_TRY(cudaMemcpyAsync(state->status, &at, sizeof at, cudaMemcpyHostToDevice, state->stream));
  if (state->posted) /* it still holds posting numbers that will be reused */
    CUDA_TRY(cudaMemsetAsync(state->posted, 0xff, (size_t)state->posted_bytes, state->stream));
  CUDA_TRY(cudaStreamSynchronize(state->stream)); /* queued work may still write there */
  *state->seen = at;
  return XPBD_OK;
}

static xpbd_status reset(void *opaque) {
  cuda_state *state = (cuda_state *)opaque;
  CUDA_TRY(cudaSetDevice(state->def->device));
  XPBD_TRY(begin_at(state, 0));
  return xpbd_in_float(state->def->precision) ? reset_f32(state) : reset_f64(state);
}

static xpbd_status take_launches(cuda_state *state) {
  return xpbd_in_float(state->def->precision) ? take_launches_f32(state) : take_launches_f64(state);
}

static xpbd_status prepare(cuda_state *state) {
  return xpbd_in_float(state->def->precision) ? prepare_f32(state) : prepare_f64(state);
}

/* Block strategy: choose the thread of each spring, and the threads that must synchronise. */
static xpbd_status arrange_springs(cuda_state *state, const cuda_work *work) {
  cuda_plan *plan = &state->plan;
  bool apart = false;
  if (plan->strategy != CUDA_BLOCK) return XPBD_OK;
  if (plan->stage == CUDA_STAGE_HELD) {
    const int32_t threads = (plan->threads + CUDA_STRIP - 1) / CUDA_STRIP * CUDA_STRIP;
    XPBD_TRY(cuda_strips_apart(&state->layout, work->particle_bytes, threads, &apart));
    if (apart) plan->stage |= CUDA_STAGE_APART, plan->threads = threads;
  }
  return cuda_order_springs(&state->layout, work->particle_bytes, apart ? CUDA_STRIP : INT32_MAX);
}

/* Tiles: plan as many blocks as tiles until the number that fits at once is known. If the user did not ask for tiles,
 * they may do up to twice as many springs as there are, or as many as all multiprocessors do at once. */
static xpbd_status arrange_tiles(cuda_state *state, const cuda_device *device, const cuda_work *work) {
  cuda_plan *plan = &state->plan;
  cuda_tiles *tiles = &state->tiles;
  if (!cuda_in_tiles(plan)) return XPBD_OK;
  const int32_t at_once = cuda_tiles_at_once(device, work, plan->strategy), most_threads = plan->threads;
  const int64_t places = (int64_t)at_once * most_threads * work->groups, twice = 2 * work->constraints;
  const int64_t most = state->def->strategy ? INT64_MAX : places > twice ? places : twice;
  XPBD_TRY(cuda_tiles_create(&state->layout, at_once, most_threads,
                             cuda_tiles_particles(device->shared_bytes, work->particle_bytes, cuda_tiles_remain(plan)),
                             most, tiles));
  plan->blocks = tiles->count;
  plan->threads = (tiles->most_springs + 31) / 32 * 32;
  plan->shared_bytes = cuda_tiles_bytes(tiles->most_particles, work->particle_bytes);
  if (!cuda_tiles_remain(plan)) return XPBD_OK;
  XPBD_REQUIRE(tiles->count <= at_once, XPBD_ERR_UNSUPPORTED,
               "strategy %s: this mesh needs %d tiles for each of %d copies, and only %d can be here at once",
               cuda_strategy_name(plan->strategy), (int)tiles->count, (int)work->batch, (int)at_once);
  XPBD_TRY(cuda_tiles_stay(tiles, state->layout.n));
  const int32_t particles = (tiles->most_particles + 31) / 32 * 32; /* one thread per particle, as far as possible */
  if (particles > plan->threads) plan->threads = particles < most_threads ? particles : most_threads;
  plan->shared_bytes = cuda_resident_bytes(tiles->most_particles, plan->strategy == CUDA_CLUSTER ? tiles->most_own : 0,
                                           work->particle_bytes);
  return XPBD_OK;
}

/* Build everything that a strategy needs. */
static xpbd_status build_plan(cuda_state *state, const cuda_device *device, const cuda_work *work) {
  XPBD_TRY(arrange_springs(state, work));
  XPBD_TRY(arrange_tiles(state, device, work));
  /* springs of one formula have their own kernel instance; all else uses the general one */
  state->instance = work->general || state->layout.set_count == 0 ? -1 : state->layout.sets[0].formula;
  if (state->plan.strategy == CUDA_CLUSTER && !cuda_in_tiles(&state->plan)) state->instance = -1;
  state->damped = state->instance < 0 || work->damped;
  XPBD_TRY(take_launches(state)); /* before the memory, because a compiler may have to run */
  XPBD_TRY(xpbd_in_float(state->def->precision) ? build_f32(state) : build_f64(state));
  cuda_tiles_drop(&state->tiles); /* the device has a copy */
  return prepare(state);
}

/* Undo build_plan, as far as it got. */
static void drop_plan(cuda_state *state, int allocations, int64_t device_bytes) {
  cudaStreamSynchronize(state->stream);
  forget_parts(state);
  while (state->allocations > allocations) cudaFree(state->memory[--state->allocations]);
  state->device_bytes = device_bytes;
  cudaGetLastError();
  cuda_tiles_destroy(&state->tiles);
  free(state->obstacles);
  state->obstacles = nullptr;
  state->wind_table = state->obstacle_table = state->handle_table = state->posted = nullptr;
  state->f32 = xpbd_world_f32{}, state->f64 = xpbd_world_f64{};
}

static xpbd_status build(cuda_state *state) {
  int count = 0;
  CUDA_TRY(cudaGetDeviceCount(&count));
  XPBD_REQUIRE(state->def->device < count, XPBD_ERR_UNAVAILABLE, "there is no device %d; this machine has %d",
               (int)state->def->device, count);
  CUDA_TRY(cudaSetDevice(state->def->device));
  XPBD_TRY(check_code());
  cuda_device device;
  XPBD_TRY(describe_device(state->def->device, &device));
  XPBD_TRY(xpbd_layout_create(state->scene, state->def, &state->layout));
  const cuda_work work = cuda_work_of(&state->layout);
  const char *asked = state->def->strategy;
  if (!asked && state->layout.vertices.first) asked = "graph"; /* vertices have no other kernels */
  XPBD_TRY(cuda_make_plan(&device, &work, asked, &state->plan));
  state->frames_at_once = xpbd_frames_at_once(state->def->precision, work.constraints, work.batch,
                                              (int64_t)state->def->iterations * state->def->substeps);
  state->capability = device.capability;
  state->overlaps = device.cluster_size > 0; /* true for the same devices and the same code */
  CUDA_TRY(cudaStreamCreateWithFlags(&state->stream, cudaStreamNonBlocking));
  XPBD_TRY(allocate(state, sizeof *state->status, (void **)&state->status));
  CUDA_TRY(cudaMallocHost((void **)&state->seen, sizeof *state->seen));
  const int allocations = state->allocations;
  const int64_t device_bytes = state->device_bytes;
  xpbd_status built = build_plan(state, &device, &work);
  while (!state->def->strategy &&
         (built == XPBD_ERR_UNSUPPORTED || built == XPBD_ERR_OUT_OF_MEMORY || built == XPBD_ERR_DEVICE)) {
    /* chosen by size, but it does not fit or the device cannot run it (a slice of a GPU,
     * say); the graph runs anywhere */
    const char *next = cuda_next_strategy(state->plan.strategy);
    if (!next) break;
    drop_plan(state, allocations, device_bytes);
    XPBD_TRY(cuda_make_plan(&device, &work, next, &state->plan));
    built = build_plan(state, &device, &work);
  }
  XPBD_TRY(built);
  return reset(state);
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, void **out) {
  cuda_state *state = (cuda_state *)calloc(1, sizeof *state);
  XPBD_REQUIRE(state, XPBD_ERR_OUT_OF_MEMORY, "no memory for a solver");
  state->scene = scene;
  state->def = def;
  *out = state; /* the library destroys it if the rest fails */
  return build(state);
}

static xpbd_status step(void *opaque, int32_t frames) {
  cuda_state *state = (cuda_state *)opaque;
  CUDA_TRY(cudaSetDevice(state->def->device));
  return xpbd_in_float(state->def->precision) ? step_f32(state, frames) : step_f64(state, frames);
}

static xpbd_status read_status(cuda_state *state, cuda_status *out) {
  CUDA_TRY(cudaSetDevice(state->def->device));
  CUDA_TRY(cudaStreamSynchronize(state->stream));
  *out = *state->seen;
  return XPBD_OK;
}

static xpbd_status sync(void *opaque) {
  cuda_state *state = (cuda_state *)opaque;
  cuda_status now;
  XPBD_TRY(read_status(state, &now));
  XPBD_REQUIRE(now.first_lost == ~0ull, XPBD_ERR_DIVERGED,
               "the simulation diverged in frame %llu (a position is not finite or beyond %.3g m)", now.first_lost,
               state->layout.limit);
  return XPBD_OK;
}

static xpbd_status read(void *opaque, xpbd_field field, double *out) {
  cuda_state *state = (cuda_state *)opaque;
  XPBD_TRY(sync(state)); /* a diverged state is not read */
  return xpbd_in_float(state->def->precision) ? read_f32(state, field, out) : read_f64(state, field, out);
}

static xpbd_status restore(void *opaque, int64_t frame, const double *positions, const double *velocities,
                           const double *embedded) {
  cuda_state *state = (cuda_state *)opaque;
  (void)embedded; /* only for methods that supports() refuses */
  XPBD_TRY(reset(state));
  XPBD_TRY(begin_at(state, frame));
  return xpbd_in_float(state->def->precision) ? restore_f32(state, positions, velocities)
                                              : restore_f64(state, positions, velocities);
}

static void counters(void *opaque, xpbd_counters *out) {
  cuda_state *state = (cuda_state *)opaque;
  const cuda_work work = cuda_work_of(&state->layout);
  const int64_t first_frame = state->first_step / state->def->substeps;
  cuda_status now = {};
  if (read_status(state, &now) != XPBD_OK) now.step = state->first_step, now.frame = first_frame;
  memset(out, 0, sizeof *out);
  out->frames = now.frame - first_frame;
  /* each constraint once per iteration: counting threads would contend for one counter after every group */
  out->projections = (now.step - state->first_step) * state->def->iterations * state->def->batch * work.constraints;
  out->skipped = (int64_t)now.skipped;
  out->contacts = (int64_t)now.contacts;
  out->contacts_unseen = (int64_t)now.unseen;
  out->groups = state->layout.group_count + state->layout.vertices.colours.group_count;
  out->threads = state->plan.blocks * (state->plan.copies > 1 ? state->plan.copies : 1) * state->plan.threads;
  out->lanes = 1;
  out->instructions = "cuda";
  out->strategy = cuda_strategy_name(state->plan.strategy);
  out->batch = state->def->batch;
  out->device_bytes = state->device_bytes;
  out->bytes_per_particle = cuda_particle_bytes(&work);
  out->bytes_per_constraint = cuda_constraint_bytes(&work);
  if (!cuda_in_tiles(&state->plan)) return;
  /* Launched tiles also have a second array of positions, and multipliers. Resident tiles also list the owner of each
   * rim particle, and have a board for postings. */
  const bool stay = cuda_tiles_remain(&state->plan);
  const double real = work.particle_bytes / 4.0, numbers = state->layout.sets[0].rest_count + (stay ? 0.0 : 1.0);
  const double listed = (stay ? 8.0 : 4.0) * (double)state->tiles.particle_count / work.particles;
  const double posted = state->posted ? (double)state->posted_bytes / state->def->batch / work.particles : 0.0;
  out->bytes_per_particle += listed + (stay ? posted : work.particle_bytes);
  out->bytes_per_constraint = (double)state->tiles.spring_count * (4.0 + numbers * real) / (double)work.constraints;
}

extern "C" const xpbd_backend xpbd_backend_cuda = {
    XPBD_BACKEND_ABI,
    "cuda",
    "independent groups on an NVIDIA GPU; built for compute capabilities " XPBD_CUDA_BUILT_FOR,
    probe,
    supports,
    create,
    reset,
    step,
    sync,
    read,
    restore,
    counters,
    destroy,
    nullptr,
    nullptr,
    nullptr,
    nullptr};
