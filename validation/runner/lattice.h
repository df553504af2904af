/* Why this file exists: checks and claims of position Verlet take their bodies from the one list of scenes, each with a few
 * numbers changed, and look at every time step. */
#ifndef XPBD_CHECK_LATTICE_H
#define XPBD_CHECK_LATTICE_H

#include "xpbd/scenes.h"
#include "xpbd/verlet.h"

/// What is changed about a lattice scene. NaN, 0 and NULL mean: as the scene has it.
typedef struct lattice_params {
  int32_t resolution;
  const xpbd_mesh *mesh;
  double time_step; ///< [s], else the one that the model advises.
  double gravity, mass;
  double stiffness; ///< youngs_modulus [Pa] where the scene has it, else of the spring [N/m].
  double damping, restitution, friction, speed, drop, angle, settle;
  xpbd_verlet_scheme scheme; ///< Standard: seven steps.
  int32_t sweeps;            ///< 200.
} lattice_params;

lattice_params lattice_params_default(void);
/// The scene, and a solver that runs it by position Verlet, a time step a frame. Both are the caller's, also on failure.
xpbd_status lattice_solver(const char *scene, const lattice_params *params, xpbd_model *model, xpbd_solver **out);
/// A world of its own, of the definition that such a solver made of the scene. *out is NULL on failure.
xpbd_status lattice_world(const char *scene, const lattice_params *params, xpbd_verlet **out);
/// The definition of a world of nodes; `v` and `radii` may be NULL.
xpbd_verlet_def lattice_nodes(int32_t count, const double *x, const double *v, const double *masses,
                              const double *radii);

#endif
