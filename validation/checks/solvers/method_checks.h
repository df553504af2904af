/* Why this file exists: the checks of methods are in several files. check_methods.c has the laws of single methods;
 * method_energy.c and method_jacobi.c have longer ones. method_handle.c has the checks of all methods. method_plain.c
 * has a second implementation of them. */
#pragma once

#include "runner/check.h"

void check_add_method_handle(check_registry *registry);
/// Registers the checks of what every method counts, when it gives up, and its memory.
void check_add_method_counters(check_registry *registry);

/// Registers the checks of the bound in energy-embedded Gauss-Seidel.
void check_add_method_energy(check_registry *registry);

/// Registers the checks of averaged Jacobi.
void check_add_method_jacobi(check_registry *registry);
/// Registers the second implementation of each method for springs.
void check_add_method_plain(check_registry *registry);
/// Registers the checks of scenes that position Verlet refuses.
void check_add_method_world(check_registry *registry);
