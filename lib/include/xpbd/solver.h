/* Why this file exists: runs a scene. Choose a backend, precision and settings, step frames, read the state back. */
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

/// The backends that this copy was built with, and those left out.
const xpbd_backend_list *xpbd_backends(void);

/// The arithmetic of a simulation. A choice that would give a wrong answer is refused before the run
/// (xpbd/precision.h).
typedef enum xpbd_precision {
  XPBD_F32,   ///< float.
  XPBD_F64,   ///< double.
  XPBD_F32X,  ///< float, with positions and velocities as pairs, which lose nothing in short steps or far from the
              ///< origin.
  XPBD_FLOAT, ///< A request: XPBD_F32 if that is enough for the scene and its time step, else XPBD_F32X.
  XPBD_AUTO   ///< A request: XPBD_FLOAT if that is enough and the method has it, else XPBD_F64.
} xpbd_precision;
/// "f32", "f64", "f32x", "float" or "auto", NULL outside. xpbd_precision_find() returns the value of a name, or -1.
const char *xpbd_precision_name(int precision);
int xpbd_precision_find(const char *name);
typedef enum xpbd_field {
  XPBD_POSITIONS,
  XPBD_VELOCITIES,
  XPBD_EMBEDDED ///< The energy-embedded methods' value per particle, in x. 0 for other methods [m^2].
} xpbd_field;

/// The methods: one for each line of xpbd/methods.inl. xpbd/method.h describes them. Small steps (Cincotti; Macklin et
/// al. 2019) are XPBD with substeps and one iteration.
typedef enum xpbd_method {
#define XPBD_METHOD(constant, table, traits) constant,
#include "xpbd/methods.inl"
#undef XPBD_METHOD
  XPBD_METHODS ///< Number of methods.
} xpbd_method;

/// The value of a method's name, e.g. "pbd-scaled", or -1.
int xpbd_method_find(const char *name);
/// Name of a method, and one line about it. NULL outside 0 .. XPBD_METHODS - 1.
const char *xpbd_method_name(int method);
const char *xpbd_method_about(int method);

/// A method's parameter that was set, e.g. omega = 1.5.
enum { XPBD_SOLVER_VALUES = 16 };
typedef struct xpbd_solver_value {
  const char *name; ///< Static.
  double value;
} xpbd_solver_value;

/// Settings of one simulation. Start from xpbd_solver_def_default(). Strings are borrowed and must outlive the solver.
/// Defaults adapt to the method: fms, pd and the Verlet schemes run on seq in double. An explicit choice that is not
/// available is refused.
typedef struct xpbd_solver_def {
  uint32_t cookie;                   ///< Set by xpbd_solver_def_default(). Do not touch.
  const xpbd_backend_list *backends; ///< Default xpbd_backends().
  const char *backend;               ///< Name. NULL = first in the list that can run here, or the method's only one.
  xpbd_precision precision;          ///< Default XPBD_AUTO. xpbd_solver_settings() returns the precision chosen.
  double frame_time;                 ///< [s] > 0, default 1/24.
  int32_t substeps;                  ///< Time steps per frame, >= 1, default 1. Each is 1e-9 to 1e9 s.
  int32_t iterations;                ///< Iterations over all constraints per time step, >= 1, default 20.
  xpbd_method method;                ///< Default XPBD_METHOD_XPBD.
  int32_t threads;          ///< 0 = as many as pay off here. At most 4096. Ignored by single-threaded backends.
  int32_t lanes;            ///< Constraints per SIMD vector on a CPU: 0 = widest here, 1 = scalar. Bit-identical.
  const char *strategy;     ///< How a device schedules the groups, e.g. "graph". NULL = chosen by size. Bit-identical.
  int32_t device;           ///< Device number of a GPU backend, default 0.
  int32_t batch;            ///< Copies of the scene simulated side by side (GPU backends), 1..65535, default 1.
  const char *instructions; ///< CPU kernels "baseline" (NEON on 64-bit ARM), "avx2", "avx512". NULL = best here.
                            ///< Bit-identical. Refused where this machine lacks them, but a GPU backend
                            ///< that is named ignores them.
  /// For fms and pd. NULL = all 0, required for every other method. Copied.
  const xpbd_projective_settings *projective;
  int32_t value_count; ///< Number of method parameters set by xpbd_solver_def_set().
  xpbd_solver_value values[XPBD_SOLVER_VALUES];
} xpbd_solver_def;

/// Work done since the last reset or load, and resources used. Unknown values are 0.
typedef struct xpbd_counters {
  int64_t frames;
  int64_t projections;         ///< Constraint projections, without padding.
  int64_t skipped;             ///< Projections skipped because the multiplier was not finite.
  int64_t contacts;            ///< Times a particle was pushed out of an obstacle or met another, pinned ones included.
  int64_t contacts_unseen;     ///< Contact candidates left out: more than 32 around one particle.
  int32_t groups;              ///< Groups of all sets.
  int32_t threads;             ///< Threads that share the work. omp uses fewer if that is faster.
  int32_t lanes;               ///< Constraints per SIMD vector.
  const char *instructions;    ///< Instruction set of the kernels, e.g. "avx2". Static.
  const char *strategy;        ///< How the groups are scheduled, NULL if there is no choice. Static.
  int32_t batch;               ///< Copies of the scene. Projections count all of them.
  double bytes_per_particle;   ///< Size of the state on the device that computes it, for one copy of a batch.
  double bytes_per_constraint; ///< The same, including padding.
  int64_t host_bytes, device_bytes; ///< Memory of the state.
  const char *inexact; ///< Where the device deviates from IEEE 754, so that the state is close to that of seq but not
                       ///< bit-identical. NULL = nowhere. Static.
} xpbd_counters;

/// The parts of a frame whose times xpbd_solver_parts() gives. Bounces are restitution. Candidates are the pairs that
/// contact looks at.
typedef enum xpbd_part {
  XPBD_PART_MOTION, ///< Wind, handles, prediction, velocities, global damping.
  XPBD_PART_PROJECTIONS,
  XPBD_PART_SUMS,   ///< Ghost tips, and constraints that are sums over all elements.
  XPBD_PART_COPIES, ///< Of particles, for Jacobi, and of iterates, for acceleration.
  XPBD_PART_OBSTACLES,
  XPBD_PART_CANDIDATES,
  XPBD_PART_CONTACT,
  XPBD_PART_BOUNCES,
  XPBD_PARTS
} xpbd_part;
const char *xpbd_part_name(xpbd_part part); ///< "motion", "projections", ... NULL if unknown.

xpbd_solver_def xpbd_solver_def_default(void);
/// Sets a method's parameter (xpbd/method.h), e.g. "omega". Methods without it ignore it. Its range is checked when the
/// solver is created. XPBD_ERR_INVALID_ARGUMENT: no method has it, or more than XPBD_SOLVER_VALUES are set.
xpbd_status xpbd_solver_def_set(xpbd_solver_def *def, const char *name, double value);

/// Whether xpbd_solver_create() can start to create this solver here: XPBD_OK, or its error with the reason in one
/// line. Keeps nothing. It cannot foresee failures of the creation itself (memory, a matrix that is not definite).
xpbd_status xpbd_solver_supports(const xpbd_scene *scene, const xpbd_solver_def *def);
/// Creates a solver in the scene's initial condition. The scene must outlive it. fms and pd factor their matrix here.
/// XPBD_ERR_INVALID_ARGUMENT, XPBD_ERR_NOT_BUILT, XPBD_ERR_UNAVAILABLE, XPBD_ERR_UNSUPPORTED, XPBD_ERR_OUT_OF_MEMORY.
/// With a device also XPBD_ERR_DEVICE, XPBD_ERR_DEVICE_LOST. If it compiles a formula file for the device, also
/// XPBD_ERR_BAD_FILE, XPBD_ERR_IO.
xpbd_status xpbd_solver_create(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_solver **out);
/// Returns to the initial condition.
xpbd_status xpbd_solver_reset(xpbd_solver *solver);
/// Queues `frames` >= 0 frames. May return before they are done. XPBD_ERR_DIVERGED names the frame. After a failure
/// there is no state: every step, sync, read, hash and save fails in the same way until a reset or load.
xpbd_status xpbd_solver_step(xpbd_solver *solver, int32_t frames);
/// Advances by `frames` >= 1 frames, bit-identical to xpbd_solver_step(), and waits. Returns the device time [s] by the
/// device's own clock, without pauses between kernels. The clock may slow frames down, so do not time these frames.
/// XPBD_ERR_UNSUPPORTED if the backend has no such clock.
xpbd_status xpbd_solver_busy(xpbd_solver *solver, int32_t frames, double *seconds);
/// Advances by `frames` >= 1 frames, bit-identical to xpbd_solver_step(), and waits. Returns the time [s] of each part.
/// Reading the clock slows small frames down, so do not time these frames. XPBD_ERR_UNSUPPORTED if the backend does not
/// divide its time.
xpbd_status xpbd_solver_parts(xpbd_solver *solver, int32_t frames, double seconds[XPBD_PARTS]);
/// Waits until everything queued is done.
xpbd_status xpbd_solver_sync(xpbd_solver *solver);
/// Copies positions [m], velocities [m/s] or XPBD_EMBEDDED [m^2] to out [n, 3], particles in scene order. Syncs first.
xpbd_status xpbd_solver_read(xpbd_solver *solver, xpbd_field field, double *out);
/// Continues from these positions [m] and velocities [m/s], [n, 3] each in scene order, at the current frame. Syncs
/// first. XPBD_ERR_INVALID_ARGUMENT if a number is not finite. XPBD_ERR_UNSUPPORTED for methods with more state, e.g.
/// the Verlet schemes. XPBD_ERR_OUT_OF_MEMORY.
xpbd_status xpbd_solver_write(xpbd_solver *solver, const double *positions, const double *velocities);
/// 64-bit hash of all positions and velocities. Equal hashes mean bit-identical states.
xpbd_status xpbd_solver_hash(xpbd_solver *solver, uint64_t *out);
/// Writes the state to a file from which xpbd_solver_load() continues bit-identically. Written under a temporary name
/// and renamed. XPBD_ERR_DIVERGED, XPBD_ERR_IO, XPBD_ERR_OUT_OF_MEMORY. XPBD_ERR_UNSUPPORTED on a big-endian machine.
xpbd_status xpbd_solver_save(xpbd_solver *solver, const char *path);
/// Continues from a saved state, in any backend. The scene and all settings that affect the result must be the same as
/// in the run that saved it. Otherwise XPBD_ERR_INVALID_ARGUMENT says what differs. XPBD_ERR_BAD_FILE for a damaged
/// file. XPBD_ERR_IO, XPBD_ERR_OUT_OF_MEMORY. XPBD_ERR_UNSUPPORTED on a big-endian machine.
xpbd_status xpbd_solver_load(xpbd_solver *solver, const char *path);
/// Frames since the start, including those before a load.
int64_t xpbd_solver_frame(const xpbd_solver *solver);
/// Work done and memory used. Syncs first.
xpbd_status xpbd_solver_counters(xpbd_solver *solver, xpbd_counters *out);
/// Name of the backend that runs it. "seq" if the method has one implementation.
const char *xpbd_solver_backend(const xpbd_solver *solver);
const xpbd_scene *xpbd_solver_scene(const xpbd_solver *solver);
/// The settings it runs with, including those chosen for the method, e.g. the precision.
const xpbd_solver_def *xpbd_solver_settings(const xpbd_solver *solver);
/// Frees it and sets *solver to NULL. Accepts NULL.
void xpbd_solver_destroy(xpbd_solver **solver);

#ifdef __cplusplus
}
#endif
#pragma GCC visibility pop
#endif
