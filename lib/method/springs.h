/* Why this file exists: several methods run springs between particles and nothing else; what else a scene may hold, and why
 * a constraint is no spring, they say in the same words. Private to the library. */
#ifndef XPBD_METHOD_SPRINGS_H
#define XPBD_METHOD_SPRINGS_H

#include "xpbd/method.h"

/// XPBD_OK when the scene is particles, pins, gravity, wind and springs: sets of `stretching` or `distance_bending` with
/// compliance > 0, which are springs of stiffness k^2 / compliance, without damping. Else XPBD_ERR_UNSUPPORTED; the text
/// names the method.
xpbd_status xpbd_method_check_springs(const xpbd_method_info *method, const xpbd_scene *scene,
                                      const xpbd_solver_def *def);

/// The parts of it. No handles, centres or global damping, and coordinates that double can square.
xpbd_status xpbd_method_check_particles(const xpbd_scene *scene, const char *method);
/// The set is linear springs; its damping is not looked at.
xpbd_status xpbd_method_check_spring(const xpbd_constraints *set, const char *method);

#endif
