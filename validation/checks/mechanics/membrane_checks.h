/* Why this file exists: the checks of the group membranes are in several files. */
#pragma once

#include "runner/check.h"

/// Adds a pulled and a sheared sheet for each material.
void membrane_add(check_registry *registry);
void membrane_inflated(check *self, int argument); ///< Pressure in a balloon.
void plate_cylinder(check *self, int argument);    ///< Energy of a lattice that is rolled up, against B / (2 R^2).
void plate_clamped_all_around(check *self, int argument);
void plate_cantilever(check *self, int argument);
