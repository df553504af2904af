/* Why this file exists: the memory traffic and operations of one projection of a scene, for the roofline of a row. */
#pragma once

#include "harness/plan/bench.h"
#include "xpbd/solver.h"

/// Set bytes_each, flops_each and real_bytes of `facts`: means over the constraints of the solver's scene.
/// NaN for methods that do not project constraint by constraint and for summed constraints. flops_each is
/// also NaN for formulas of files.
void projection_cost(const xpbd_solver *solver, bench_facts *facts);
