/* Why this file exists: what a run will need and what there is, known before minutes are spent on filling memory that is not
 * there. xpbd-sim and xpbd-bench estimate by the same rule. */
#ifndef XPBD_MEMORY_NEED_H
#define XPBD_MEMORY_NEED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>

#include "xpbd/formula.h"

/// Bytes of scene and solver together for `particles`, without their constraints; in double precision where `twice`.
int64_t memory_of_particles(int64_t particles, bool twice);
/// Bytes of `constraints` of a formula; of an unknown one (NULL) as of a large one.
int64_t memory_of_constraints(int64_t constraints, const xpbd_formula_info *formula, bool twice);
/// Bytes that can still be used here: of the machine, of the control group and those above it, of a limit on the address
/// space. NaN when unknown.
double memory_available(void);

/// What is asked of the system.
typedef struct memory_system {
  FILE *(*open)(const char *path, const char *mode); ///< As fopen().
  int (*limit)(struct rlimit *out);                  ///< The limit on addresses; -1 = unknown.
} memory_system;
/// The same of another system.
double memory_available_of(const memory_system *system);

#endif
