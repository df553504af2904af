/* Why this file exists: sheets and shells are compared with closed forms of statics. Here a mesh with constraints whose
 * C^2 / 2 is an energy is brought to rest by XPBD, and what came out is proven to be an equilibrium, before any closed form
 * is looked at: the solver's word for it, and the balance of forces of the energy itself. */
#ifndef XPBD_MEMBRANE_REST_H
#define XPBD_MEMBRANE_REST_H

#include "runner/check.h"
#include "runner/rig.h"

enum { MEMBRANE_SETS = 3 };

/// A body of triangles on its way to rest. Arrays are borrowed.
typedef struct membrane {
  const xpbd_mesh *mesh;        ///< The rest shape.
  const double *start;          ///< [n, 3] m where it starts; NULL = at rest.
  const double *inverse_masses; ///< [n] 1/kg, 0 = held where it starts.
  double gravity[3];            ///< [m/s^2]
  int set_count;
  xpbd_constraints_def sets[MEMBRANE_SETS]; ///< Put on the mesh; compliance 1 is set here but where `own_compliance`.
  bool own_compliance[MEMBRANE_SETS];
  double volume;    ///< Rest volumes of closed_volume are multiplied by it; 0 = not.
  double time_step; ///< [s]
  int iterations;   ///< Of a time step.
  int32_t steps;    ///< At most.
  double
      balance; ///< Largest force left on a free particle, over the largest weight; without gravity over the largest of
               ///< the constraints on any.
} membrane;

/// Bring it to rest, and check that it is: forces are in balance, and a time step is converged. The state is in the rig. False after a failure, which is already reported. rig_free() after, in any case.
bool membrane_rest(rig *r, check *self, const membrane *m);

/// Forces -d/dx of sum C^2 / (2 compliance) over the sets of positive compliance at positions x [n, 3], of a set of
/// compliance 0 nothing. out [n, 3] N.
void membrane_forces(const xpbd_scene *scene, const double *x, double *out);
/// That sum [J].
double membrane_energy(const xpbd_scene *scene, const double *x);
/// Gradient of the volume that the scene's triangles enclose. out [n, 3] m^2.
void membrane_volume_gradient(const xpbd_scene *scene, const double *x, double *out);

/// log2 of error[i - 1] / error[i] where the mesh is halved: the order of convergence.
double membrane_order(double before, double after);

#endif
