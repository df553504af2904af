/* Why this file exists: what one projection of a scene moves and computes, for the roofline of a row. */
#ifndef BENCH_PROJECTION_COST_H
#define BENCH_PROJECTION_COST_H

#include "harness/plan/bench.h"
#include "xpbd/solver.h"

/// Set bytes_each, flops_each and real_bytes of `facts`: means over the constraints of the solver's scene. NaN where
/// they are
/// not known: methods that do not project constraint by constraint, sets whose constraints are summed; flops_each
/// also for
/// formulas of files.
void projection_cost(const xpbd_solver *solver, bench_facts *facts);

#endif
