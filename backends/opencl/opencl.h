/* Why this file exists: the state of a simulation on an OpenCL device, and the functions in
 * several files that build and run it. */
#pragma once

#include "device.h"
#include "layout/layout.h"
#include "world.h"

#define XPBD_SCALAR 32
#include "formula/words.h"
#include "step/world.inl"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/words.h"
#include "step/world.inl"
#undef XPBD_SCALAR

/// The kernels that know no formula, by name.
typedef enum opencl_phase {
#define XPBD_STEP_PHASE(name) OPENCL_K_##name,
#include "step/phases_list.inl"
  XPBD_STEP_PHASE(wind) XPBD_STEP_PHASE(predict) XPBD_STEP_PHASE(finish) XPBD_STEP_PHASE(end_step) OPENCL_PHASE_COUNT
} opencl_phase;
#undef XPBD_STEP_PHASE

/// A part of the one buffer that holds everything on the device.
typedef struct opencl_piece {
  int64_t at, bytes;
  const void *from; ///< Its initial content, borrowed until the buffer is filled. NULL = zeroes.
  void **pointer;   ///< In the world: first `at`, then the address on the device.
} opencl_piece;

/// Frames queued at once.
enum { OPENCL_FRAMES_AT_ONCE = 16 };

/// The resident kernel. NULL if each phase and group has a kernel.
typedef struct opencl_resident {
  cl_kernel frames, end;
  int32_t threads; ///< Threads of a copy's only work-group.
  int32_t most;    ///< Most frames of one launch: a GPU that also drives a display kills kernels that take seconds.
} opencl_resident;

/// Events of the kernels to be timed, until they are summed.
typedef struct opencl_busy {
  bool wanted;
  cl_event *events; ///< [count] Owned.
  int count, capacity;
  cl_ulong nanoseconds; ///< Time already summed.
} opencl_busy;

typedef struct opencl_state {
  const xpbd_scene *scene;
  const xpbd_solver_def *def;
  xpbd_layout layout;
  opencl_device *device;
  const char *inexact; ///< Its deviation from IEEE arithmetic, NULL = none.
  cl_command_queue queue;
  cl_mem arena;
  int64_t bytes;
  uint64_t base; ///< Its address on the device.
  opencl_piece *pieces;
  int piece_count, piece_capacity;
  cl_kernel phases[OPENCL_PHASE_COUNT];
  cl_kernel vertices;                                         ///< NULL unless the method moves vertices.
  cl_kernel groups[XPBD_OPENCL_SETS], sums[XPBD_OPENCL_SETS]; ///< One per set, NULL for the other kind.
  int64_t status_at, wind_at, obstacles_at, handles_at;       ///< Offsets in the arena, 0 = none.
  int32_t table_capacity;                                     ///< Steps.
  int64_t queued_steps, queued_kernels;
  int64_t first_step; ///< Where it was resumed. Earlier steps are not counted.
  opencl_resident resident;
  opencl_busy busy;
  xpbd_vertex_arrays vertex_arrays; ///< On the host, until the arena is filled.
  xpbd_vertices vertex_world;       ///< The same, with the device's addresses.
  void *obstacles;                  ///< On the host: one of each, with the device's addresses.
  union {
    xpbd_world_f32 f32;
    xpbd_world_f64 f64;
  } world;
} opencl_state;

/// Reserve `bytes` of the arena. *out = the offset, as a pointer. NULL in `from` fills with zeroes.
xpbd_status opencl_reserve(opencl_state *state, const void *from, int64_t bytes, void **out);
/// Create the arena, fill it with everything reserved, and then write the world at its beginning. The pointers then
/// hold device addresses. `sizes` [4]: sizes of the records that k_open of the program reports, the world's first.
/// XPBD_ERR_OUT_OF_MEMORY says how much memory there is.
xpbd_status opencl_fill(opencl_state *state, cl_program program, void *world, const uint64_t *sizes);
/// Write to the arena and wait.
xpbd_status opencl_write(opencl_state *state, int64_t at, const void *from, int64_t bytes);
/// Write the same to each copy of a batch.
xpbd_status opencl_write_copies(opencl_state *state, const void *address, const void *from, int64_t bytes);
xpbd_status opencl_read(opencl_state *state, int64_t at, void *to, int64_t bytes);
/// The offset of a device address in the arena.
int64_t opencl_place(const opencl_state *state, const void *address);
/// One launch, with a thread for each item of every copy (one item: one thread). `numbers`
/// follow the arena as arguments.
xpbd_status opencl_launch(opencl_state *state, cl_kernel kernel, int32_t items, const int32_t *numbers, int count);

/// Queue a kernel, and keep its event if its time is wanted.
xpbd_status opencl_enqueue(opencl_state *state, cl_kernel kernel, const size_t grid[2], const size_t group[2]);

/// Run frames by `step`, wait for them, and return the computing time by the device's clock [s].
xpbd_status opencl_busy_step(opencl_state *state, int32_t frames, xpbd_status (*step)(opencl_state *, int32_t),
                             double *seconds);
/// Keep an event, and sum those of finished kernels.
xpbd_status opencl_busy_add(opencl_state *state, cl_event event);
xpbd_status opencl_busy_sum(opencl_state *state);

/// Whether this strategy can run a scene with this layout: XPBD_ERR_UNSUPPORTED with the reason.
xpbd_status opencl_resident_supports(const opencl_state *state);
/// Open the resident kernel, from `phases` and its own program, for a filled state.
xpbd_status opencl_resident_open(opencl_state *state, cl_program phases);
xpbd_status opencl_resident_launch(opencl_state *state, int32_t frames);
void opencl_resident_close(opencl_state *state);
/// Whether a program that moves vertices multiplies and divides complex numbers as the CPU does. XPBD_ERR_UNSUPPORTED if
/// not.
xpbd_status opencl_complex_conforms(opencl_state *state, cl_program program);
/// A kernel by its name, with the arena as its first argument.
xpbd_status opencl_kernel(opencl_state *state, cl_program program, const char *name, cl_kernel *out);

/// In each precision: reserve and describe everything, set positions and velocities of the start, restore them from a
/// checkpoint, run the time steps of `frames` frames, read a field.
xpbd_status opencl_build_f32(opencl_state *state, cl_program phases);
xpbd_status opencl_build_f64(opencl_state *state, cl_program phases);
xpbd_status opencl_reset_f32(opencl_state *state);
xpbd_status opencl_reset_f64(opencl_state *state);
xpbd_status opencl_restore_f32(opencl_state *state, const double *positions, const double *velocities);
xpbd_status opencl_restore_f64(opencl_state *state, const double *positions, const double *velocities);
xpbd_status opencl_step_f32(opencl_state *state, int32_t frames);
xpbd_status opencl_step_f64(opencl_state *state, int32_t frames);
xpbd_status opencl_field_f32(opencl_state *state, xpbd_field field, double *out);
xpbd_status opencl_field_f64(opencl_state *state, xpbd_field field, double *out);
