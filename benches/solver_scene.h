/* Why this file exists: what a point simulates, found from its axes: the mesh that its formula can stand on, the exact
 * number of constraints before anything is built, and the scene, which the points of a block share. */
#ifndef BENCH_SOLVER_SCENE_H
#define BENCH_SOLVER_SCENE_H

#include "bench.h"
#include "xpbd/method.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

/// What the axes alone say about a point.
typedef struct solver_subject {
  int64_t particles, constraints; ///< Of the scene.
  int32_t substeps, iterations;   ///< Time steps of a frame, sweeps of a time step.
  xpbd_method method;
  double stiffness;  ///< k of PBD.
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
  xpbd_model model;            ///< Of a named scene: mesh and obstacles; `scene` was taken out of it.
} solver_scene;

/// Values of the axis "mesh".
const char *solver_case_mesh(int index);
/// False with a reason where the formula cannot stand on the mesh that the point names.
bool solver_scene_sensible(const bench_point *point, char *why, size_t capacity);

/// False when the axes name no scene.
bool solver_scene_subject(const bench_point *point, solver_subject *out);
/// The scene of a point, built on first use.
xpbd_status solver_scene_find(const bench_point *point, const solver_scene **out);
/// Free all scenes.
void solver_scene_release(void);

/// A scene without constraints: 1 kg a particle, those with `pinned` held, gravity. `pinned` [vertex_count].
xpbd_status solver_scene_of_mesh(const xpbd_mesh *mesh, const bool *pinned, xpbd_scene **out);
/// Pin the highest 2 % of the height.
void solver_scene_pin_top(const xpbd_mesh *mesh, bool *pinned);

#endif
