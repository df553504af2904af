/* Why this file exists: what one projection of each formula costs on one core, with the overhead of a frame drowned in
 * 200 iterations; the number to compare with other libraries and to watch while kernels change. */
#include "solver_case.h"

static const bench_axis axes[] = {
    SOLVER_AXIS_SIZE(.in_name = false),
    SOLVER_AXIS_ITERATIONS("200", .in_name = false),
    SOLVER_AXIS_BACKEND("seq", .in_name = false),
    SOLVER_AXIS_CONSTRAINT("*", solver_case_formula),
    SOLVER_AXIS_PRECISION,
    SOLVER_AXIS_ORDER(.in_name = true),
    SOLVER_AXIS_THREADS,
    SOLVER_AXIS_LANES(.in_name = true, .cost = true),
};

static const bench_sweep sweeps[] = {
    {.name = "order",
     .about = "one constraint at a time, as the mesh lists them and in groups",
     .axis = "order",
     .plan = "order=mesh,group lanes=1",
     .quick = "order=mesh,group lanes=1"},
    {.name = "lanes",
     .about = "in groups, one at a time and side by side",
     .axis = "lanes",
     .plan = "order=group lanes=1,0",
     .quick = "order=group lanes=1,0"},
};

const bench_case bench_projection = {
    .name = "projection",
    .about = "time of one constraint projection, hanging cloth of 41 x 41 vertices, one core",
    .unit = "projections",
    .standard = false,
    .axes = axes,
    .axis_count = sizeof axes / sizeof axes[0],
    .sweeps = sweeps,
    .sweep_count = sizeof sweeps / sizeof sweeps[0],
    SOLVER_CASE_CALLBACKS,
};
