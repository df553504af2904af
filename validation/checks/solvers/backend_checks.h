/* Why this file exists: the checks of equal bits are in several files, one for each kind of work. */
#ifndef BACKEND_CHECKS_H
#define BACKEND_CHECKS_H

#include "runner/check.h"

/// Adds the checks of methods that move vertices, on a backend of the list. `few`: it compiles each formula for long.
void add_vertex_checks(check_registry *registry, int backend, bool few);

#endif
