/* Why this file exists: checks and claims of position Verlet take their bodies from the one list of scenes, change a
 * few numbers, and look at every time step. */
#pragma once

#include "xpbd/scenes.h"
#include "xpbd/verlet.h"

/// The numbers of a lattice scene that are changed. NaN, 0 and NULL keep those of the scene.
typedef struct lattice_params {
  int32_t resolution;
  const xpbd_mesh *mesh;
  double time_step; ///< [s], else what the model advises.
  double gravity, mass;
  double stiffness; ///< youngs_modulus [Pa] if the scene has it, else the spring constant [N/m].
  double damping, restitution, friction, speed, drop, angle, settle;
  xpbd_verlet_scheme scheme; ///< Default: seven steps.
  int32_t sweeps;            ///< 200.
} lattice_params;

lattice_params lattice_params_default(void);
/// The scene and a solver that runs it by position Verlet, one time step per frame. The caller owns both, also on
/// failure.
xpbd_status lattice_solver(const char *scene, const lattice_params *params, xpbd_model *model, xpbd_solver **out);
/// A separate world from the definition that such a solver made of the scene. *out is NULL on failure.
xpbd_status lattice_world(const char *scene, const lattice_params *params, xpbd_verlet **out);
/// The definition of a world of nodes; `v` and `radii` may be NULL.
xpbd_verlet_def lattice_nodes(int32_t count, const double *x, const double *v, const double *masses,
                              const double *radii);
