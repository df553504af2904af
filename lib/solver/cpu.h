/* Why this file exists: the simulation state of the CPU backends and one frame of it as seen by one thread of a team.
 * seq is a team of one; omp brings the threads. Private to the project. */
#ifndef XPBD_CPU_H
#define XPBD_CPU_H

#include "solver/team.h"
#include "xpbd/solver.h"

typedef struct xpbd_cpu xpbd_cpu;

/// XPBD_OK unless the settings ask for what only a device has (a batch, a strategy), or there are no kernels for the
/// instructions: on this machine, or of a formula from a file.
xpbd_status xpbd_cpu_supports(const xpbd_scene *scene, const xpbd_solver_def *def);
/// Make the state in its initial condition for a team of `threads` >= 1.
xpbd_status xpbd_cpu_create(const xpbd_scene *scene, const xpbd_solver_def *def, int threads, xpbd_cpu **out);
/// Work the sweeps as a wave where they touch more than `beyond` bytes, each thread in a window of `window` bytes and by `step`
/// places at a time (solver/wave.h); *sweeps of a turn, 0 = none. xpbd_cpu_create() does it with the sizes that pay.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_cpu_wave(xpbd_cpu *cpu, int64_t beyond, int64_t window, int32_t step, int32_t *sweeps);
void xpbd_cpu_reset(xpbd_cpu *cpu);
/// Take up a state after `frame` frames; fields of xpbd_cpu_read(), [n, 3].
void xpbd_cpu_restore(xpbd_cpu *cpu, int64_t frame, const double *positions, const double *velocities,
                      const double *embedded);
/// One thread's part of `frames` frames; threads 0 .. team->threads - 1 call it, for a team whose shares are the threads
/// the state was made for; NULL = a team of one. Stops at the end of a frame that diverged.
void xpbd_cpu_run(xpbd_cpu *cpu, int thread, int32_t frames, xpbd_team *team);
/// XPBD_OK, or XPBD_ERR_DIVERGED with the frame: to be called by one thread after the team has ended.
xpbd_status xpbd_cpu_status(const xpbd_cpu *cpu);
/// XPBD_ERR_DIVERGED when there is no state to read.
xpbd_status xpbd_cpu_read(const xpbd_cpu *cpu, xpbd_field field, double *out);
/// The multipliers of set number `set` after the last time step, [count] in the scene's order; one of a summed set.
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_cpu_multipliers(const xpbd_cpu *cpu, int32_t set, double *out);
void xpbd_cpu_counters(const xpbd_cpu *cpu, xpbd_counters *out);
void xpbd_cpu_destroy(xpbd_cpu *cpu);

/// Largest team that is worth its meetings for this scene and method: every thread has a few microseconds of work per
/// group.
int xpbd_cpu_useful_threads(const xpbd_scene *scene, const xpbd_solver_def *def);

#endif
