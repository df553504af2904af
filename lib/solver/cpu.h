/* Why this file exists: the simulation state of the CPU backends, and one frame of it as run by one thread of a team.
 * seq is a team of one. omp provides the threads. Private to the project. */
#pragma once

#include "solver/team.h"
#include "xpbd/solver.h"

typedef struct xpbd_cpu xpbd_cpu;

/// Whether there are kernels for the instructions. XPBD_ERR_UNAVAILABLE: not on this machine. XPBD_ERR_UNSUPPORTED: not
/// for a formula from a file.
xpbd_status xpbd_cpu_has_kernels(const xpbd_scene *scene, const xpbd_solver_def *def);
/// XPBD_OK unless the settings need a device (a batch, a strategy), or there are no kernels.
xpbd_status xpbd_cpu_supports(const xpbd_scene *scene, const xpbd_solver_def *def);
/// Creates the state in its initial condition for a team of `threads` >= 1.
xpbd_status xpbd_cpu_create(const xpbd_scene *scene, const xpbd_solver_def *def, int threads, xpbd_cpu **out);
/// Runs the iterations as a wave if they access more than `beyond` bytes. Each thread works in a window of `window`
/// bytes and advances by `step` particles (solver/wave.h). *sweeps = iterations of a turn, 0 = no wave.
/// xpbd_cpu_create() calls it with the best sizes measured. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_cpu_wave(xpbd_cpu *cpu, int64_t beyond, int64_t window, int32_t step, int32_t *sweeps);
void xpbd_cpu_reset(xpbd_cpu *cpu);
/// Continues from a state saved after `frame` frames, given as the [n, 3] fields of xpbd_cpu_read().
void xpbd_cpu_restore(xpbd_cpu *cpu, int64_t frame, const double *positions, const double *velocities,
                      const double *embedded);
/// One thread's part of `frames` frames. Threads 0 .. team->threads - 1 call it. The team must have as many shares as
/// the state has threads, NULL = a team of one. Stops at the end of a frame that diverged.
void xpbd_cpu_run(xpbd_cpu *cpu, int thread, int32_t frames, xpbd_team *team);
/// The same for a state of one thread. Adds up the time [s] of each part.
void xpbd_cpu_parts(xpbd_cpu *cpu, int32_t frames, double seconds[XPBD_PARTS]);
/// XPBD_OK, or XPBD_ERR_DIVERGED with the frame. One thread calls it after the team has ended.
xpbd_status xpbd_cpu_status(const xpbd_cpu *cpu);
/// XPBD_ERR_DIVERGED if there is no state to read.
xpbd_status xpbd_cpu_read(const xpbd_cpu *cpu, xpbd_field field, double *out);
/// The multipliers of set number `set` after the last time step, [count, rows] in the scene's order, or one for a
/// summed set. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_cpu_multipliers(const xpbd_cpu *cpu, int32_t set, double *out);
void xpbd_cpu_counters(const xpbd_cpu *cpu, xpbd_counters *out);
void xpbd_cpu_destroy(xpbd_cpu *cpu);

/// Largest thread count whose work outweighs its barriers for this scene and method: a few microseconds per group and
/// thread.
int xpbd_cpu_useful_threads(const xpbd_scene *scene, const xpbd_solver_def *def);
