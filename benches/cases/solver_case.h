/* Why this file exists: the callbacks of every benchmark that times the solver. Such a benchmark only lists its axes
 * and sweeps. The axes are found by name: size, iterations, backend, constraint, mesh, numbering, precision, order,
 * threads, lanes, strategy, batch, readback, device, row, scene, method, substeps. An axis that a benchmark lacks
 * keeps its default. */
#pragma once

#include "harness/plan/bench.h"
#include "subject/mesh_scene.h"
#include "subject/solver_point.h"
#include "xpbd/status.h"

/// Values of the text axes.
const char *solver_case_backend(int index);
const char *solver_case_backend_or_loop(int index); ///< These and the plain loop (plain_loop.h).
const char *solver_case_formula(int index);         ///< All formulas.
const char *solver_case_precision(int index);
const char *solver_case_order(int index);
const char *solver_case_strategy(int index); ///< How a device schedules the groups.
const char *solver_case_readback(int index); ///< What a frame copies to the host.
bool solver_case_backend_usable(const char *value, char *why, size_t capacity);
bool solver_case_backend_spared(const char *value, char *why, size_t capacity); ///< After _usable().
/// The device of the backend opencl, one line. "" if it was not probed.
const char *solver_case_opencl_device(void);

/// Name of the reference that expect() computes: "seq", or "rerun" for the plain loop.
const char *solver_case_reference(const bench_point *point);

bool solver_case_sensible(const bench_point *point, char *why, size_t capacity);
int64_t solver_case_work(const bench_point *point);
int64_t solver_case_memory(const bench_point *point);
bench_status solver_case_setup(bench_ctx *ctx);
bench_status solver_case_expect(bench_ctx *ctx, int32_t frames, uint64_t *hash);
bench_status solver_case_reset(bench_ctx *ctx);
bench_status solver_case_frame(bench_ctx *ctx);
bench_status solver_case_hash(bench_ctx *ctx, uint64_t *hash);
bench_status solver_case_check(bench_ctx *ctx, int32_t frames);
void solver_case_teardown(bench_ctx *ctx);
void solver_case_release(void);
/// Instruction set of the kernels on this machine. NULL if unknown.
const char *solver_case_instructions(void);

/// The axes with their default values. `...` takes further members, e.g. .in_name = true.
#define SOLVER_AXIS_SIZE(...)                                                                                          \
  {                                                                                                                    \
    .name = "size", .about = "vertices along a side of the cloth", .standard = "41", .block = true, .minimum = 2,      \
    .maximum = 8193, __VA_ARGS__                                                                                       \
  }
#define SOLVER_AXIS_ITERATIONS(values, ...)                                                                            \
  {                                                                                                                    \
    .name = "iterations", .about = "iterations over all constraints per frame", .standard = values, .minimum = 1,      \
    .maximum = 100000, __VA_ARGS__                                                                                     \
  }
#define SOLVER_AXIS_BACKEND(values, ...)                                                                               \
  {                                                                                                                    \
    .name = "backend", .about = "which part of the library computes", .text = true, .standard = values, .cost = true,  \
    .known = solver_case_backend, .usable = solver_case_backend_usable, .spared = solver_case_backend_spared,          \
    __VA_ARGS__                                                                                                        \
  }
#define SOLVER_AXIS_BACKEND_OR_LOOP(values, ...)                                                                       \
  {                                                                                                                    \
    .name = "backend",                                                                                                 \
    .about = "which part of the library computes; loop: a plain loop in mesh order, as a user would write it",         \
    .text = true, .standard = values, .cost = true, .known = solver_case_backend_or_loop,                              \
    .usable = solver_case_backend_usable, .spared = solver_case_backend_spared, __VA_ARGS__                            \
  }
#define SOLVER_AXIS_CONSTRAINT(values, ...)                                                                            \
  {                                                                                                                    \
    .name = "constraint", .about = "formula of the constraints", .text = true, .standard = values, .in_name = true,    \
    .cost = true, .known = solver_case_formula, .listed = "see --list=formulas", __VA_ARGS__                           \
  }
#define SOLVER_AXIS_MESH                                                                                               \
  {                                                                                                                    \
    .name = "mesh",                                                                                                    \
    .about = "auto: cloth, or sphere for formulas on tetrahedra (ghost tips) or of a volume; irregular: a cloth with " \
             "unordered triangles; star: as many springs around one held vertex; sphere (octahedron) and beam (c x c " \
             "x 4c cells) have about size x size vertices; or the path of an OBJ, PLY, STL, OFF, MSH or NODE file, "   \
             "whose mesh is scaled to 10 m and hangs from its highest vertices",                                       \
    .text = true, .standard = "auto", .cost = true, .known = mesh_scene_kind, .accepts = mesh_scene_accepts,           \
    .listed = "auto, cloth, irregular, star, sphere, beam or the path of a mesh"                                       \
  }
#define SOLVER_AXIS_NUMBERING                                                                                          \
  {                                                                                                                    \
    .name = "numbering",                                                                                               \
    .about = "order of vertices and elements: row after row as generated, or shuffled (the same on every machine), "   \
             "which changes the order of projections",                                                                 \
    .text = true, .standard = "mesh", .cost = true, .known = mesh_scene_numbering                                      \
  }
#define SOLVER_PRECISIONS                                                                                              \
  "precision of the state: f32, f64, or f32x (float with a second float for rounding errors); float: f32 if it "       \
  "resolves the "                                                                                                      \
  "motion in such time steps, else f32x; auto: like float, but f64 if f32x is not enough"
#define SOLVER_AXIS_PRECISION                                                                                          \
  {                                                                                                                    \
    .name = "precision", .about = SOLVER_PRECISIONS, .text = true, .standard = "f32", .cost = true,                    \
    .known = solver_case_precision                                                                                     \
  }
#define SOLVER_AXIS_ORDER(...)                                                                                         \
  {                                                                                                                    \
    .name = "order", .about = "order of constraints: independent groups, or as the mesh lists them (seq only)",        \
    .text = true, .standard = "group", .cost = true, .known = solver_case_order, __VA_ARGS__                           \
  }
#define SOLVER_AXIS_THREADS                                                                                            \
  { .name = "threads", .about = "0 = all processors that the process may use", .standard = "0", .maximum = 4096 }
#define SOLVER_AXIS_LANES(...)                                                                                         \
  {                                                                                                                    \
    .name = "lanes", .about = "constraints computed side by side, 0 = the widest vectors here", .standard = "0",       \
    .maximum = 1, __VA_ARGS__                                                                                          \
  }

/// Axes of benchmarks on the library's named scenes.
#define SCENE_AXIS_SCENE(values)                                                                                       \
  {                                                                                                                    \
    .name = "scene", .about = "a scene file, my.json, or see xpbd-sim --list", .text = true, .standard = values,       \
    .in_name = true, .block = true, .cost = true, .known = named_scene_name, .load = named_scene_load                  \
  }
#define SCENE_AXIS_CONSTRAINT(values, ...)                                                                             \
  {                                                                                                                    \
    .name = "constraint",                                                                                              \
    .about =                                                                                                           \
        "scene = the scene's own; else a formula, a model, or several joined by +, with numbers after a colon, e.g. "  \
        "esbd+triangle_area:alpha=1e-4,beta=0.3",                                                                      \
    .text = true, .standard = values, .cost = true, .known = named_scene_constraint, .accepts = named_scene_accepts,   \
    .listed = "a formula or specification, see --list=formulas", __VA_ARGS__                                           \
  }
#define SCENE_AXIS_ITERATIONS                                                                                          \
  { .name = "iterations", .about = "iterations per time step, 0 = the scene's own", .standard = "0", .maximum = 100000 }
#define SCENE_AXIS_SUBSTEPS                                                                                            \
  { .name = "substeps", .about = "time steps per frame, 0 = the scene's own", .standard = "0", .maximum = 100000 }
#define SCENE_AXIS_SIZE                                                                                                \
  {                                                                                                                    \
    .name = "size", .about = "vertices along a side (2^n + 1 for spheres and the blob), 0 = the scene's own",          \
    .standard = "0", .block = true, .maximum = 8193                                                                    \
  }
#define SCENE_AXIS_PRECISION                                                                                           \
  {                                                                                                                    \
    .name = "precision", .about = SOLVER_PRECISIONS, .text = true, .standard = "auto", .cost = true,                   \
    .known = solver_case_precision                                                                                     \
  }

/// The common members of these benchmarks: the axes and sweeps of their file, and the callbacks.
#define SOLVER_CASE .frame = solver_case_frame, SOLVER_CASE_BUT_FRAME
/// The same for a benchmark with its own frame callback.
#define SOLVER_CASE_BUT_FRAME                                                                                          \
  .unit = "projections", .axes = axes, .axis_count = sizeof axes / sizeof axes[0], .sweeps = sweeps,                   \
  .sweep_count = sizeof sweeps / sizeof sweeps[0], .sensible = solver_case_sensible, .work = solver_case_work,         \
  .memory = solver_case_memory, .key = solver_point_key, .setup = solver_case_setup, .expect = solver_case_expect,     \
  .reset = solver_case_reset, .hash = solver_case_hash, .check = solver_case_check, .teardown = solver_case_teardown,  \
  .release = solver_case_release, .reference = solver_case_reference, .in_callers_mode = true
