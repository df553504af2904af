/* Why this file exists: compares the need of a run with the available memory, before minutes are spent on filling it.
 * xpbd-sim and xpbd-bench use the same estimate. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>

#include "xpbd/formula.h"

/// Bytes of scene and solver together for `particles`, without their constraints, in double precision if `twice`.
int64_t memory_of_particles(int64_t particles, bool twice);
/// Bytes of `constraints` of a formula. An unknown formula (NULL) counts as a large one.
int64_t memory_of_constraints(int64_t constraints, const xpbd_formula_info *formula, bool twice);
/// Bytes that are still available here, given the machine, the control group and those above it, and a limit on the
/// address space. NaN if unknown.
double memory_available(void);

/// The system functions that are used.
typedef struct memory_system {
  FILE *(*open)(const char *path, const char *mode); ///< As fopen().
  int (*limit)(struct rlimit *out);                  ///< The limit on addresses; -1 = unknown.
} memory_system;
/// The same for another system.
double memory_available_of(const memory_system *system);
