/* Why this file exists: sheets and shells are compared with closed forms of statics. Here XPBD brings a mesh with
 * constraints whose C^2 / 2 is an energy to rest. Before any comparison, the result is proven to be an equilibrium: by
 * the solver's own residual, and by the balance of forces of the energy. */
#pragma once

#include "runner/check.h"
#include "runner/rig.h"

enum { MEMBRANE_SETS = 3 };

/// A body of triangles on its way to rest. Arrays are borrowed.
typedef struct membrane {
  const xpbd_mesh *mesh;        ///< The rest shape.
  const double *start;          ///< [n, 3] m at the start; NULL = at rest.
  const double *inverse_masses; ///< [n] 1/kg, 0 = held at its start.
  double gravity[3];            ///< [m/s^2]
  int set_count;
  xpbd_constraints_def sets[MEMBRANE_SETS]; ///< Sets of the mesh; compliance 1 is set here unless `own_compliance`.
  bool own_compliance[MEMBRANE_SETS];
  double volume;    ///< Factor of the rest volumes of closed_volume; 0 = none.
  double time_step; ///< [s]
  int iterations;   ///< Of a time step.
  int32_t steps;    ///< At most.
  double balance;   ///< Largest remaining force on a free particle, over the largest weight; without gravity over the
                    ///< largest of the constraints on any.
} membrane;

/// Brings it to rest, and checks that: forces are in balance, and a time step is converged. The state is in the rig.
/// False after a failure, which is already reported. Call rig_free() after, in any case.
bool membrane_rest(rig *r, check *self, const membrane *m);

/// Forces -d/dx of sum C^2 / (2 compliance) over the sets of positive compliance at positions x [n, 3]; sets of
/// compliance 0 are ignored. out [n, 3] N.
void membrane_forces(const xpbd_scene *scene, const double *x, double *out);
/// That sum [J].
double membrane_energy(const xpbd_scene *scene, const double *x);
/// Gradient of the volume that the scene's triangles enclose. out [n, 3] m^2.
void membrane_volume_gradient(const xpbd_scene *scene, const double *x, double *out);

/// log2 of error[i - 1] / error[i] when the mesh is halved: the order of convergence.
double membrane_order(double before, double after);
