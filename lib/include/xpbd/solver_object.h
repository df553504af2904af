/* Why this file exists: a solver of others as a shared object. It defines the four functions below and needs no other
 * file of this project. `xpbd-sim --serve-object my.so` answers for it on the pipe of docs/guide/solver-pipe.md. */
#ifndef XPBD_SOLVER_OBJECT_H
#define XPBD_SOLVER_OBJECT_H

#ifdef __cplusplus
extern "C" {
#endif

/// A set of constraints C of one formula. Its energy is C^2 / (2 compliance) for each element and row.
typedef struct xpbd_object_set {
  const char *formula;       ///< E.g. "stretching": C = k (length - rest length).
  int count;                 ///< Number of elements.
  int particles_per_element; ///< 2 for springs.
  int rows;                  ///< Constraints per element.
  int rest_numbers;          ///< Numbers of the rest shape of an element.
  const int *particles;      ///< [count][particles_per_element] n + c is centre c.
  const double *rest;        ///< [count][rest_numbers] the scene file names them. The first of a spring is its length.
  int material_count;
  const char *const *material_names; ///< [material_count] e.g. "k".
  const double *material;            ///< [material_count]
  double compliance;                 ///< alpha >= 0 [unit of C squared per J].
  double damping;                    ///< Rayleigh coefficient beta >= 0.
} xpbd_object_set;

/// A solid body that particles do not enter.
typedef struct xpbd_object_obstacle {
  const char *kind;     ///< "sphere", "half_space", "box", "polyhedron" or "mesh".
  double centre[3];     ///< [m]
  double radius;        ///< [m] of a sphere.
  double normal[3];     ///< Unit normal of a half-space, which points out of it.
  double half_sizes[3]; ///< [m] of a box.
  double axes[3][3];    ///< Unit axes of its frame.
  double friction, restitution;
  int moves; ///< It moves, turns or is not there always. The scene file says how.
} xpbd_object_obstacle;

/// A scene. All arrays stay valid until solver_destroy().
typedef struct xpbd_object_scene {
  const char *path;             ///< The scene file, for what this struct leaves out.
  int particle_count;           ///< n
  const double *positions;      ///< [n][3] m, at the start.
  const double *rest_positions; ///< [n][3] m, without load.
  const double *velocities;     ///< [n][3] m/s, at the start.
  const double *inverse_masses; ///< [n] 1/kg, 0 = pinned.
  int set_count;
  const xpbd_object_set *sets; ///< [set_count] in the order of the file.
  int obstacle_count;
  const xpbd_object_obstacle *obstacles;        ///< [obstacle_count]
  double gravity[3];                            ///< [m/s^2]
  double frame_time;                            ///< [s] A time step is frame_time / substeps.
  double global_damping;                        ///< Share of the non-rigid velocity that each time step removes.
  double contact_radius, friction, restitution; ///< Contact between particles. Radius 0 = none.
  int triangle_count;
  const int *triangles; ///< [triangle_count][3]
  /// What only the scene file describes. A solver that ignores it must refuse a scene with a number that is not 0.
  int centre_count, handle_count, windy;
} xpbd_object_scene;

/// Makes a solver in the initial state. substeps = time steps per frame, iterations = iterations per time step. NULL =
/// it does not support the scene. It is not timed.
void *solver_create(const xpbd_object_scene *scene, int substeps, int iterations);
/// Simulates one frame. 0 = it worked.
int solver_frame(void *solver);
/// Writes the positions [n][3] m and velocities [n][3] m/s.
void solver_read(void *solver, double *positions, double *velocities);
void solver_destroy(void *solver);

#ifdef __cplusplus
}
#endif
#endif
