/* Why this file exists: running a scene: choose a backend, precision and settings, step frames, read the state back. */
#ifndef XPBD_SOLVER_H
#define XPBD_SOLVER_H

#include <stdint.h>

#include "xpbd/scene.h"

#pragma GCC visibility push(default) /* exported: the library is compiled with hidden names */
#ifdef __cplusplus
extern "C" {
#endif

typedef struct xpbd_solver xpbd_solver;
typedef struct xpbd_backend_entry xpbd_backend_entry;
typedef struct xpbd_projective_settings xpbd_projective_settings; ///< See xpbd/projective.h.

/// A list of backends in order of preference.
typedef struct xpbd_backend_list {
  int count;
  const xpbd_backend_entry *entries;
} xpbd_backend_list;

/// The backends this copy was built with, and those it was not.
const xpbd_backend_list *xpbd_backends(void);

/// The arithmetic of a simulation. A request that would give a wrong answer is refused before the run (xpbd/precision.h).
typedef enum xpbd_precision {
  XPBD_F32, ///< float.
  XPBD_F64, ///< double.
  XPBD_F32X, ///< float, in which positions and velocities are pairs that lose nothing in short steps or far from the origin.
  XPBD_FLOAT, ///< A request: XPBD_F32 where that is enough for the scene and its time step, else XPBD_F32X.
  XPBD_AUTO   ///< A request: XPBD_FLOAT where that is enough and the method has it, else XPBD_F64.
} xpbd_precision;
/// "f32", "f64", "f32x", "float" or "auto", NULL outside; the place of a name, -1 = there is none.
const char *xpbd_precision_name(int precision);
int xpbd_precision_find(const char *name);
typedef enum xpbd_field {
  XPBD_POSITIONS,
  XPBD_VELOCITIES,
  XPBD_EMBEDDED ///< What the energy-embedded methods carry on per particle, in x; 0 for the others [m^2].
} xpbd_field;

/// The methods: XPBD_METHOD_XPBD and one more for each line of xpbd/methods.inl; what each is stands in its table,
/// xpbd/method.h. Small steps (Cincotti; Macklin et al. 2019) are XPBD with substeps and one iteration.
typedef enum xpbd_method {
#define XPBD_METHOD(constant, table, traits) constant,
#include "xpbd/methods.inl"
#undef XPBD_METHOD
  XPBD_METHODS ///< How many.
} xpbd_method;

/// The place of a method by its name, e.g. "pbd-scaled"; -1 = there is none.
int xpbd_method_find(const char *name);
/// Name of a method and one line about it; NULL outside 0 to XPBD_METHODS - 1.
const char *xpbd_method_name(int method);
const char *xpbd_method_about(int method);

/// Settings of one simulation. Start from xpbd_solver_def_default(). Strings are borrowed and must outlive the solver.
/// What is left at its default adapts to the method (fms, pd and the Verlet schemes run on seq in double); what was asked for
/// and does not exist is refused.
typedef struct xpbd_solver_def {
  uint32_t cookie;                   ///< Set by xpbd_solver_def_default(). Do not touch.
  const xpbd_backend_list *backends; ///< Default xpbd_backends().
  const char *backend;               ///< Name, NULL = first in the list that can run here, or the method's only one.
  xpbd_precision precision;          ///< Default XPBD_AUTO. xpbd_solver_settings() has the one that was chosen.
  double frame_time;                 ///< [s] > 0, default 1/24.
  int32_t substeps;                  ///< Time steps per frame, >= 1, default 1; each of 1e-9 to 1e9 s.
  int32_t iterations;                ///< Sweeps over all constraints per time step, >= 1, default 20.
  xpbd_method method;                ///< Default XPBD_METHOD_XPBD.
  double pbd_stiffness;              ///< k of PBD, 0..1, default 1.
  double theta;                      ///< Of XPBD_METHOD_ENERGY, >= 0, default 1.
  double omega;                      ///< Factor of the corrections of XPBD_METHOD_JACOBI and _JACOBI_MEAN, above 0 and
                                     ///< at most 2, default 1. Below 2 jacobi converges (linear theory); at 2 errors
                                     ///< that turn round in each sweep may stay.
  int32_t threads;                   ///< 0 = as many as pay here, at most 4096; ignored by backends of one.
  int32_t lanes;            ///< Constraints computed side by side on a CPU: 0 = widest here, 1 = one by one. Same bits.
  const char *strategy;     ///< How a device schedules the groups, e.g. "graph"; NULL = chosen by size. Same bits.
  int32_t device;           ///< Device number of a GPU backend, default 0.
  int32_t batch;            ///< Copies of the scene simulated side by side (GPU backends), 1..65535, default 1.
  const char *instructions; ///< CPU kernels "baseline" (on 64-bit ARM these are NEON's), "avx2", "avx512"; NULL = best
                            ///< here. Same bits.
  /// Of fms and pd; NULL = all 0, and for every other method. Copied.
  const xpbd_projective_settings *projective;
} xpbd_solver_def;

/// What was really done since the last reset or load, and what it takes. Unknown values are 0.
typedef struct xpbd_counters {
  int64_t frames;
  int64_t projections;              ///< Constraint projections, padding not counted.
  int64_t skipped;                  ///< Projections left out because the multiplier was not finite.
  int64_t contacts;                 ///< Times a particle was put out of an obstacle or met another, even pinned.
  int64_t contacts_unseen;          ///< Candidates for contact that were left out: more than 32 around one particle.
  int32_t groups;                   ///< Groups of all sets.
  int32_t threads;                  ///< That share the work; omp runs fewer where that is faster.
  int32_t lanes;                    ///< Constraints side by side.
  const char *instructions;         ///< Instruction set of the kernels, e.g. "avx2". Static.
  const char *strategy;             ///< How the groups are scheduled, NULL where there is no choice. Static.
  int32_t batch;                    ///< Copies of the scene; projections count all of them.
  double bytes_per_particle;        ///< Of the state, where it is computed; one copy of a batch.
  double bytes_per_constraint;      ///< The same, padding included.
  int64_t host_bytes, device_bytes; ///< Memory of the state.
  const char *inexact; ///< What the device computes otherwise than IEEE 754 asks: the state is near that of
                       ///< seq, not its bits. NULL = nothing. Static.
} xpbd_counters;

xpbd_solver_def xpbd_solver_def_default(void);

/// Whether xpbd_solver_create() would begin to make this solver here: XPBD_OK, or its error, whose text says in one line
/// why not. Keeps nothing; what shows only while it is made (memory, a matrix that is not definite) it cannot know.
xpbd_status xpbd_solver_supports(const xpbd_scene *scene, const xpbd_solver_def *def);
/// Make a solver in the scene's initial condition. The scene must outlive it. Of fms and pd this factorises their matrix.
/// XPBD_ERR_INVALID_ARGUMENT, XPBD_ERR_NOT_BUILT, XPBD_ERR_UNAVAILABLE, XPBD_ERR_UNSUPPORTED, XPBD_ERR_OUT_OF_MEMORY; of a
/// device XPBD_ERR_DEVICE, XPBD_ERR_DEVICE_LOST; of a formula from a file that is compiled for it XPBD_ERR_BAD_FILE,
/// XPBD_ERR_IO.
xpbd_status xpbd_solver_create(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_solver **out);
/// Back to the initial condition.
xpbd_status xpbd_solver_reset(xpbd_solver *solver);
/// Queue `frames` >= 0 frames; may return before they are done. XPBD_ERR_DIVERGED names the frame. After a failure there is
/// no state: every further step, sync, read, hash and save fails alike, until a reset or load.
xpbd_status xpbd_solver_step(xpbd_solver *solver, int32_t frames);
/// Advance by `frames` >= 1 frames, to the bits of xpbd_solver_step(), wait, and say how long the device computed, by its own
/// clock [s]: pauses between its kernels are not in it. Such a clock may slow frames down, so it is for frames that nobody
/// times. XPBD_ERR_UNSUPPORTED where the backend has none.
xpbd_status xpbd_solver_busy(xpbd_solver *solver, int32_t frames, double *seconds);
/// Wait until everything queued is done.
xpbd_status xpbd_solver_sync(xpbd_solver *solver);
/// Copy positions [m], velocities [m/s] or XPBD_EMBEDDED [m^2] to out [n, 3], particles in scene order. Syncs first.
xpbd_status xpbd_solver_read(xpbd_solver *solver, xpbd_field field, double *out);
/// Go on from these positions [m] and velocities [m/s], [n, 3] each in scene order, at the frame that the solver is at. Syncs first.
/// XPBD_ERR_INVALID_ARGUMENT where a number is not finite, XPBD_ERR_UNSUPPORTED of methods that go on from more, e.g. the Verlet
/// schemes, XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_solver_write(xpbd_solver *solver, const double *positions, const double *velocities);
/// 64-bit hash of all positions and velocities, bit for bit: equal hashes are equal states.
xpbd_status xpbd_solver_hash(xpbd_solver *solver, uint64_t *out);
/// Write the state to a file from which xpbd_solver_load() goes on to the same bits. Written under a temporary name and
/// renamed. XPBD_ERR_DIVERGED, XPBD_ERR_IO, XPBD_ERR_OUT_OF_MEMORY; XPBD_ERR_UNSUPPORTED on a big-endian machine.
xpbd_status xpbd_solver_save(xpbd_solver *solver, const char *path);
/// Take up a saved state, in any backend. The scene and the settings that decide the result must be those of the run that
/// wrote it: XPBD_ERR_INVALID_ARGUMENT says what differs. XPBD_ERR_BAD_FILE for a damaged file, XPBD_ERR_IO,
/// XPBD_ERR_OUT_OF_MEMORY; XPBD_ERR_UNSUPPORTED on a big-endian machine.
xpbd_status xpbd_solver_load(xpbd_solver *solver, const char *path);
/// Frames since the start, those before a load included.
int64_t xpbd_solver_frame(const xpbd_solver *solver);
/// Work done and memory. Syncs first.
xpbd_status xpbd_solver_counters(xpbd_solver *solver, xpbd_counters *out);
/// The name of the backend that runs it; "seq" where the method has one implementation.
const char *xpbd_solver_backend(const xpbd_solver *solver);
const xpbd_scene *xpbd_solver_scene(const xpbd_solver *solver);
/// The settings it runs with: what adapts to the method has been chosen, e.g. the precision.
const xpbd_solver_def *xpbd_solver_settings(const xpbd_solver *solver);
/// Free; sets *solver to NULL, accepts NULL.
void xpbd_solver_destroy(xpbd_solver **solver);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
