/* Why this file exists: the checks of methods are several files: check_methods.c has the laws of single methods,
 * method_energy.c and method_jacobi.c what takes more, method_handle.c what holds for all of them, method_plain.c a
 * second implementation of them. */
#ifndef XPBD_METHOD_CHECKS_H
#define XPBD_METHOD_CHECKS_H

#include "runner/check.h"

void check_add_method_handle(check_registry *registry);
/// Register what every method counts, when it gives up, what it takes of memory.
void check_add_method_counters(check_registry *registry);

/// Register the checks of the bound in energy-embedded Gauss-Seidel.
void check_add_method_energy(check_registry *registry);

/// Register the checks of averaged Jacobi.
void check_add_method_jacobi(check_registry *registry);
/// Register the second implementation of each method for springs.
void check_add_method_plain(check_registry *registry);
/// Register what scenes position Verlet refuses.
void check_add_method_world(check_registry *registry);

#endif
