/* Why this file exists: several methods run only springs between particles. They share these checks and their wording.
 * Private to the library. */
#pragma once

#include "xpbd/method.h"

/// XPBD_OK if the scene has only particles, pins, gravity, wind and springs. Springs are sets of `stretching` or
/// `distance_bending` with compliance > 0 and without damping, of stiffness k^2 / compliance. Otherwise
/// XPBD_ERR_UNSUPPORTED with a text that names the method.
xpbd_status xpbd_method_check_springs(const xpbd_method_info *method, const xpbd_scene *scene,
                                      const xpbd_solver_def *def);

/// A part of the above: no handles.
xpbd_status xpbd_method_check_no_handles(const xpbd_scene *scene, const char *method);
/// A part of the above: no centres or global damping, and coordinates that double can square.
xpbd_status xpbd_method_check_particles(const xpbd_scene *scene, const char *method);
/// A part of the above: no contact between particles.
xpbd_status xpbd_method_check_no_balls(const xpbd_scene *scene, const char *method);
/// A part of the above: neither obstacles nor contact between particles.
xpbd_status xpbd_method_check_no_contact(const xpbd_scene *scene, const char *method);
/// A part of the above: the set is linear springs. Its damping is not checked.
xpbd_status xpbd_method_check_spring(const xpbd_constraints *set, const char *method);
