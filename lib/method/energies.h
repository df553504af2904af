/* Why this file exists: methods that minimise the energy of a time step ask for a scene that has only such energies.
 * Private to the library. */
#ifndef XPBD_METHOD_ENERGIES_H
#define XPBD_METHOD_ENERGIES_H

#include "xpbd/method.h"

/// XPBD_OK if every constraint of the scene is an energy C^2 / (2 compliance) of one element, and nothing else acts on
/// the particles but inertia, gravity and wind. Otherwise an error says in one line what the method lacks.
xpbd_status xpbd_method_check_energies(const xpbd_method_info *method, const xpbd_scene *scene,
                                       const xpbd_solver_def *def);

#endif
