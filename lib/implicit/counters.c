/* Why this file exists: gives users the counts of the methods in this folder. */
#include "xpbd/implicit.h"

#include "base/edge.h"
#include "implicit/engine.h"
#include "implicit/stepper.h"
#include "solver/solver_internal.h"

xpbd_status xpbd_implicit_get_counters(const xpbd_solver *solver, xpbd_implicit_counters *out) {
  XPBD_NOT_NULL(out);
  *out = (xpbd_implicit_counters){0};
  XPBD_NOT_NULL(solver);
  XPBD_REQUIRE(solver->method->engine != &xpbd_vbd_engine || solver->backend == &xpbd_vbd_engine, XPBD_ERR_UNSUPPORTED,
               "the counts of %s are kept on seq alone, where they are the same", solver->method->name);
  XPBD_REQUIRE(solver->backend == &xpbd_newton_engine || solver->backend == &xpbd_vbd_engine ||
                   solver->backend == &xpbd_multigrid_engine,
               XPBD_ERR_INVALID_ARGUMENT, "method %s has no such counters, only newton, vbd, avbd and multigrid have",
               solver->method->name);
  *out = ((const xpbd_stepper *)solver->state)->done;
  return XPBD_OK;
}
