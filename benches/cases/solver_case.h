/* Why this file exists: the callbacks of every benchmark that times the solver on a named scene. Such a benchmark only
 * lists its axes and sweeps; the axes are found by name: size, iterations, backend, constraint, mesh, numbering, precision,
 * order, threads, lanes, strategy, batch, readback, device, row, scene, method, substeps; those a benchmark does not
 * have keep their standard. */
#ifndef BENCH_SOLVER_CASE_H
#define BENCH_SOLVER_CASE_H

#include "harness/plan/bench.h"
#include "subject/mesh_scene.h"
#include "subject/solver_point.h"
#include "xpbd/status.h"

/// Values of the text axes.
const char *solver_case_backend(int index);
const char *
solver_case_backend_or_loop(int index);     ///< And the plain loop that they are measured against (plain_loop.h).
const char *solver_case_formula(int index); ///< All formulas.
const char *solver_case_precision(int index);
const char *solver_case_order(int index);
const char *solver_case_strategy(int index); ///< How a device schedules the groups.
const char *solver_case_readback(int index); ///< What a frame copies to the host.
bool solver_case_backend_usable(const char *value, char *why, size_t capacity);
bool solver_case_backend_spared(const char *value, char *why, size_t capacity); ///< After _usable().
/// The device that the backend opencl has named since, one line; "" when it was not asked.
const char *solver_case_opencl_device(void);

/// What expect() computes: "seq", of the plain loop "rerun".
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
/// Instruction set of the kernels on this machine; NULL when it cannot be told.
const char *solver_case_instructions(void);

/// The axes, each with the values it has when nobody says anything; `...` takes further members, e.g. .in_name = true.
#define SOLVER_AXIS_SIZE(...)                                                                                          \
  {                                                                                                                    \
    .name = "size", .about = "vertices along a side of the cloth", .standard = "41", .block = true, .minimum = 2,      \
    .maximum = 8193, __VA_ARGS__                                                                                       \
  }
#define SOLVER_AXIS_ITERATIONS(values, ...)                                                                            \
  {                                                                                                                    \
    .name = "iterations", .about = "sweeps over all constraints per frame", .standard = values, .minimum = 1,          \
    .maximum = 100000, __VA_ARGS__                                                                                     \
  }
#define SOLVER_AXIS_BACKEND(values, ...)                                                                               \
  {                                                                                                                    \
    .name = "backend", .about = "who computes", .text = true, .standard = values, .cost = true,                        \
    .known = solver_case_backend, .usable = solver_case_backend_usable, .spared = solver_case_backend_spared,          \
    __VA_ARGS__                                                                                                        \
  }
#define SOLVER_AXIS_BACKEND_OR_LOOP(values, ...)                                                                       \
  {                                                                                                                    \
    .name = "backend",                                                                                                 \
    .about = "who computes; loop: one plain loop in the order of the mesh, as a user would write it", .text = true,    \
    .standard = values, .cost = true, .known = solver_case_backend_or_loop, .usable = solver_case_backend_usable,      \
    .spared = solver_case_backend_spared, __VA_ARGS__                                                                  \
  }
#define SOLVER_AXIS_CONSTRAINT(values, ...)                                                                            \
  {                                                                                                                    \
    .name = "constraint", .about = "what holds the mesh together", .text = true, .standard = values, .in_name = true,  \
    .cost = true, .known = solver_case_formula, .listed = "a formula, see --list=formulas", __VA_ARGS__                \
  }
#define SOLVER_AXIS_MESH                                                                                               \
  {                                                                                                                    \
    .name = "mesh",                                                                                                    \
    .about =                                                                                                           \
        "auto: cloth, but sphere for formulas of tets (ghost tips) or of a volume; irregular: a cloth whose "          \
        "triangles are in no order; star: as many springs around one held vertex. Of the octahedron sphere the "       \
        "level, of the beam of c x c x 4c cells the c with about size x size vertices. Or a mesh of yours: the path "  \
        "of an OBJ, PLY, STL, OFF, MSH or NODE file, scaled to 10 m, which hangs from its highest vertices",           \
    .text = true, .standard = "auto", .cost = true, .known = mesh_scene_kind, .accepts = mesh_scene_accepts,           \
    .listed = "auto, cloth, irregular, star, sphere, beam or the path of a mesh"                                       \
  }
#define SOLVER_AXIS_NUMBERING                                                                                          \
  {                                                                                                                    \
    .name = "numbering",                                                                                               \
    .about = "of vertices and elements: row after row as the mesh is generated, or shuffled (the same everywhere), "   \
             "which is another order of projections",                                                                  \
    .text = true, .standard = "mesh", .cost = true, .known = mesh_scene_numbering                                      \
  }
#define SOLVER_PRECISIONS                                                                                              \
  "of the state: f32, f64, or f32x, float that keeps what rounding takes; float: f32 where that holds the motion in "  \
  "such time steps, else f32x; auto: the same, or f64 where float is not enough"
#define SOLVER_AXIS_PRECISION                                                                                          \
  {                                                                                                                    \
    .name = "precision", .about = SOLVER_PRECISIONS, .text = true, .standard = "f32", .cost = true,                    \
    .known = solver_case_precision                                                                                     \
  }
#define SOLVER_AXIS_ORDER(...)                                                                                         \
  {                                                                                                                    \
    .name = "order", .about = "independent groups, or as the mesh lists them (seq only)", .text = true,                \
    .standard = "group", .cost = true, .known = solver_case_order, __VA_ARGS__                                         \
  }
#define SOLVER_AXIS_THREADS                                                                                            \
  { .name = "threads", .about = "0 = all the process may use", .standard = "0", .maximum = 4096 }
#define SOLVER_AXIS_LANES(...)                                                                                         \
  {                                                                                                                    \
    .name = "lanes", .about = "constraints side by side, 0 = the widest here", .standard = "0", .maximum = 1,          \
    __VA_ARGS__                                                                                                        \
  }

/// Axes of benchmarks on the library's named scenes.
#define SCENE_AXIS_SCENE(values)                                                                                       \
  {                                                                                                                    \
    .name = "scene", .about = "see xpbd-sim --list", .text = true, .standard = values, .in_name = true, .block = true, \
    .cost = true, .known = named_scene_name                                                                            \
  }
#define SCENE_AXIS_CONSTRAINT(values, ...)                                                                             \
  {                                                                                                                    \
    .name = "constraint",                                                                                              \
    .about = "scene = its own; else a formula, a model or several joined by +, with numbers after :, e.g. "            \
             "esbd+triangle_area:alpha=1e-4,beta=0.3",                                                                 \
    .text = true, .standard = values, .cost = true, .known = named_scene_constraint, .accepts = named_scene_accepts,   \
    .listed = "a formula or specification, see --list=formulas", __VA_ARGS__                                           \
  }
#define SCENE_AXIS_ITERATIONS                                                                                          \
  { .name = "iterations", .about = "of a time step, 0 = the scene's own", .standard = "0", .maximum = 100000 }
#define SCENE_AXIS_SUBSTEPS                                                                                            \
  { .name = "substeps", .about = "time steps of a frame, 0 = the scene's own", .standard = "0", .maximum = 100000 }
#define SCENE_AXIS_SIZE                                                                                                \
  {                                                                                                                    \
    .name = "size", .about = "vertices along a side (of spheres and the blob 2^n + 1), 0 = the scene's own",           \
    .standard = "0", .block = true, .maximum = 8193                                                                    \
  }
#define SCENE_AXIS_PRECISION                                                                                           \
  {                                                                                                                    \
    .name = "precision", .about = SOLVER_PRECISIONS, .text = true, .standard = "auto", .cost = true,                   \
    .known = solver_case_precision                                                                                     \
  }

/// What these benchmarks have in common, as members of a bench_case: the axes and sweeps of their file, and the callbacks.
#define SOLVER_CASE .frame = solver_case_frame, SOLVER_CASE_BUT_FRAME
/// Those of a benchmark whose frame is its own.
#define SOLVER_CASE_BUT_FRAME                                                                                          \
  .unit = "projections", .axes = axes, .axis_count = sizeof axes / sizeof axes[0], .sweeps = sweeps,                   \
  .sweep_count = sizeof sweeps / sizeof sweeps[0], .sensible = solver_case_sensible, .work = solver_case_work,         \
  .memory = solver_case_memory, .key = solver_point_key, .setup = solver_case_setup, .expect = solver_case_expect,     \
  .reset = solver_case_reset, .hash = solver_case_hash, .check = solver_case_check, .teardown = solver_case_teardown,  \
  .release = solver_case_release, .reference = solver_case_reference, .in_callers_mode = true

#endif
