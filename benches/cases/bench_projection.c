/* Why this file exists: measures the cost of one projection of each formula on each backend. With 100 iterations the
 * overhead of a frame hardly counts. Use this number to compare libraries, and watch it when kernels change. */
#include "solver_case.h"

static const bench_axis axes[] = {
    SOLVER_AXIS_SIZE(.in_name = false),
    SOLVER_AXIS_ITERATIONS("100", .in_name = false),
    SOLVER_AXIS_CONSTRAINT("*", .block = true),
    SOLVER_AXIS_MESH,
    SOLVER_AXIS_BACKEND("seq", .in_name = true, .beside = true),
    SOLVER_AXIS_PRECISION,
    SOLVER_AXIS_ORDER(.in_name = true),
    SOLVER_AXIS_THREADS,
    SOLVER_AXIS_LANES(.in_name = true, .cost = true),
};

static const bench_sweep sweeps[] = {
    {.name = "order",
     .about = "one constraint at a time, in mesh order and in groups",
     .axis = "order",
     .plan = "order=mesh,group lanes=1",
     .quick = "iterations=50 order=group lanes=1 constraint=stretching,hookean,stvk,morse"},
    {.name = "lanes",
     .about = "constraints in groups, one at a time and side by side",
     .axis = "lanes",
     .plan = "order=group lanes=1,0",
     .quick = "iterations=50 order=group lanes=1,0 constraint=stretching,hookean,stvk,morse"},
    {.name = "backend",
     .about = "constraints side by side, on every backend",
     .axis = "backend",
     .plan = "backend=* order=group lanes=0",
     .quick = "iterations=50 backend=* order=group lanes=0"},
};

const bench_case bench_projection = {
    .name = "projection",
    .about = "time per constraint projection for every formula, on a mesh of about 41 x 41 vertices",
    .episode_work = 2000000,
    .episode_work_quick = 400000,
    .total_budget = 280.0,
    .total_budget_quick = 55.0,
    .has_axis = mesh_scene_has_axis,
    SOLVER_CASE,
};
