/* Why this file exists: methods that minimise the energy of a time step ask for a scene that has only such energies.
 * Private to the library. */
#pragma once

#include "xpbd/method.h"

/// XPBD_OK if every constraint of the scene is an energy C^2 / (2 compliance) of one element, with or without a dashpot,
/// and nothing else acts on the particles but inertia, gravity, wind, handles and obstacles without restitution. Methods
/// with the trait XPBD_HARD also take compliance 0. Otherwise an error says in one line what the method lacks.
xpbd_status xpbd_method_check_energies(const xpbd_method_info *method, const xpbd_scene *scene,
                                       const xpbd_solver_def *def);

/* Rows of tables of numbers. */
#define XPBD_NUMBER_GAUSS_NEWTON                                                                                       \
  { "gauss_newton", "1", 0.0, 0.0, 1.0, .about = "1 leaves C times the second derivatives of C out of the matrix" }
#define XPBD_NUMBER_NEWTON_TOLERANCE                                                                                   \
  {                                                                                                                    \
    "newton_tolerance", "1", 1e-12, 0.0, 1.0,                                                                          \
        .about = "a step ends when no coordinate moves by more than this times the extent of the scene"                \
  }
#define XPBD_NUMBER_CONTACT_STIFFNESS                                                                                  \
  {                                                                                                                    \
    "contact_stiffness", "1", 1000.0, 0.0, 1e9,                                                                        \
        .above = true, .about = "stiffness of contact with obstacles, in multiples of a particle's mass / h^2"         \
  }
#define XPBD_NUMBER_FRICTION_SPEED                                                                                     \
  {                                                                                                                    \
    "friction_speed", "m/s", 1e-3, 0.0, 1e3, .above = true,                                                            \
                                             .about = "speed from which on friction has its full strength"             \
  }
