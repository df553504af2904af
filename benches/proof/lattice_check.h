/* Why this file exists: rows of position Verlet have no sequential reference of other code; what Kot and Nagahashi claim
 * stands for it. */
#ifndef BENCH_LATTICE_CHECK_H
#define BENCH_LATTICE_CHECK_H

#include "harness/plan/bench.h"
#include "xpbd/solver.h"

/// Energy does not grow, bodies do not sink in, contacts are solved: of a solver by verlet-6 or verlet-7 after its frames.
xpbd_status lattice_check(bench_ctx *ctx, const xpbd_solver *solver);

#endif
