/* Why this file exists: rows of position Verlet have no sequential reference with other code. The claims of Kot and
 * Nagahashi are checked instead. */
#pragma once

#include "harness/plan/bench.h"
#include "xpbd/solver.h"

/// Check a solver of verlet-6 or verlet-7 after its frames: energy does not grow, bodies do not sink in, contacts are
/// solved.
xpbd_status lattice_check(bench_ctx *ctx, const xpbd_solver *solver);
