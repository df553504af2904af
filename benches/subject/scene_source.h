/* Why this file exists: scenes of benchmarks come from three sources: a formula on a suitable mesh, a named scene of
 * the library, a row of a paper. This is their common interface. To get a scene, use solver_scene.h. */
#pragma once

#include "harness/plan/bench.h"
#include "xpbd/method.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

/// The facts about a point that follow from its axes alone.
typedef struct solver_subject {
  int64_t particles, constraints; ///< Counts of the scene.
  int32_t substeps, iterations;   ///< Time steps per frame, iterations per time step.
  xpbd_method method;
  double frame_time; ///< Simulated time of a frame [s].
  xpbd_order order;
  bool published;            ///< A paper's row. The next three members are then known.
  double fps_low, fps_high;  ///< Printed range [1/s].
  const char *device, *way;  ///< The machine, and "sequential" or "gpu".
  char key[BENCH_TEXT - 32]; ///< Unique for the scene, its order and its settings.
} solver_subject;

/// A built scene. Scenes are immutable.
typedef struct solver_scene {
  char key[BENCH_TEXT];
  char mesh[48];                 ///< For people, e.g. "sphere of 1026 vertices".
  double size;                   ///< Reference length for strains [m]: side of a cloth, length or diameter of a body.
  char remark[BENCH_TEXT - 160]; ///< What a reader must know. May be empty.
  xpbd_scene *scene;
  const xpbd_scene_info *info; ///< The named scene, else NULL.
  bool foreign;                ///< On a mesh from a file, which may buckle in any way.
  xpbd_model model;            ///< Mesh and obstacles of a named scene. `scene` was moved out of it.
} solver_scene;

/// A source of scenes.
typedef struct scene_source {
  const char *axis; ///< Axis that identifies the source.
  /// False with a reason if the axes do not fit together. NULL = they always do.
  bool (*sensible)(const bench_point *point, char *why, size_t capacity);
  /// False if the axes name no scene. `out` is preset for a row without a paper.
  bool (*subject)(const bench_point *point, solver_subject *out);
  /// Build the scene. `out` is zeroed except its key. The caller owns the result, also after a failure.
  xpbd_status (*build)(const bench_point *point, xpbd_order order, solver_scene *out);
} scene_source;

/// The value of the axis "backend" for the plain loop (plain_loop.h), and whether a point has it.
#define SCENE_SOURCE_LOOP "loop"
bool scene_source_is_loop(const bench_point *point);
/// Value of the axis "order".
xpbd_order scene_source_order(const bench_point *point);

/// Counts of a scene, independent of the order.
typedef struct scene_count {
  int64_t particles, constraints, triangles;
  double time_step;         ///< [s] longest advised time step, INFINITY = any.
  char failure[BENCH_TEXT]; ///< Why it cannot be built, "" = it can.
} scene_count;

/// Count the point's scene by building it, once for all points of the same `key`, because no formula gives the number
/// of elements with a rest shape. The scene is built in mesh order, which needs no schedule and is cheap. NULL
/// without memory.
const scene_count *scene_source_count(const scene_source *source, const char *key, const bench_point *point);

/// Describe the mesh of a model by its counts.
void scene_source_describe(solver_scene *made);
/// Free the result of a build.
void scene_source_release(solver_scene *made);
