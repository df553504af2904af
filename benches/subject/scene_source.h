/* Why this file exists: what benchmarks simulate comes from three places (a formula on a mesh it can stand on, a named scene
 * of the library, a row of a paper); here stands what the three have in common. Who wants a scene asks solver_scene.h. */
#ifndef BENCH_SCENE_SOURCE_H
#define BENCH_SCENE_SOURCE_H

#include "harness/plan/bench.h"
#include "xpbd/method.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

/// What the axes alone say about a point.
typedef struct solver_subject {
  int64_t particles, constraints; ///< Of the scene.
  int32_t substeps, iterations;   ///< Time steps of a frame, sweeps of a time step.
  xpbd_method method;
  double stiffness;  ///< k of PBD.
  double omega;      ///< Relaxation of Jacobi.
  double frame_time; ///< Simulated time of a frame [s].
  xpbd_order order;
  bool published;            ///< The row of a paper: the next three are known.
  double fps_low, fps_high;  ///< Printed range [1/s].
  const char *device, *way;  ///< The machine; "sequential" or "gpu".
  char key[BENCH_TEXT - 32]; ///< What tells the scene, its order and its settings from others.
} solver_subject;

/// A built scene; scenes are immutable.
typedef struct solver_scene {
  char key[BENCH_TEXT];
  char mesh[48]; ///< For people, e.g. "sphere of 1026 vertices".
  double size;   ///< Length that strains are judged by: the side of a cloth, the length or diameter of a body [m].
  char remark[BENCH_TEXT - 160]; ///< What a reader must know; may be empty.
  xpbd_scene *scene;
  const xpbd_scene_info *info; ///< Of a named scene, else NULL.
  bool foreign;                ///< On a mesh that somebody else made: nobody knows how it buckles.
  xpbd_model model;            ///< Of a named scene: mesh and obstacles; `scene` was taken out of it.
} solver_scene;

/// A place where scenes come from.
typedef struct scene_source {
  const char *axis; ///< Benchmarks that have it take their scenes from here.
  /// False with a reason where the axes do not fit together. NULL = they always do.
  bool (*sensible)(const bench_point *point, char *why, size_t capacity);
  /// False when the axes name no scene; `out` has the standards of a row of no paper.
  bool (*subject)(const bench_point *point, solver_subject *out);
  /// Build the scene; `out` is zeroed but for its key. What was built is the caller's, also after a failure.
  xpbd_status (*build)(const bench_point *point, xpbd_order order, solver_scene *out);
} scene_source;

/// The value of the axis "backend" that stands for the plain loop (plain_loop.h), and whether a point has it.
#define SCENE_SOURCE_LOOP "loop"
bool scene_source_is_loop(const bench_point *point);
/// Value of the axis "order".
xpbd_order scene_source_order(const bench_point *point);

/// What a scene has, whatever the order.
typedef struct scene_count {
  int64_t particles, constraints, triangles;
  double time_step;         ///< [s] the longest that is advised for it, INFINITY = any.
  char failure[BENCH_TEXT]; ///< Why it cannot be built, "" = it can.
} scene_count;

/// Count what the point's scene has by building it, once for all points of the same `key`: how many elements have a rest
/// shape stands in no formula. In mesh order, which needs no schedule and is cheap. NULL without memory.
const scene_count *scene_source_count(const scene_source *source, const char *key, const bench_point *point);

/// Free what a build left.
void scene_source_release(solver_scene *made);

#endif
