/* Why this file exists: the checks of the groups dynamics and dynamics_full are in several files. */
#pragma once

#include "runner/check.h"

void list_dissipation(check_registry *registry);      ///< dissipation.c
void list_convergence(check_registry *registry);      ///< convergence.c
void list_convergence_full(check_registry *registry); ///< convergence.c
