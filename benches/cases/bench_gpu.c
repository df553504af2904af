/* Why this file exists: measures the hanging cloth on a GPU: every strategy against the mesh size, every spring against
 * the iterations, and many small cloths at once. It also measures the cost of reading the positions back. The papers'
 * numbers include that cost, but a game would not pay it. */
#include <string.h>

#include "solver_case.h"

#define STRATEGIES "strategy=plain,graph,cooperative,block,cluster,tiles,resident"

static const bench_axis axes[] = {
    SOLVER_AXIS_SIZE(.in_name = true),
    SOLVER_AXIS_ITERATIONS("20", .in_name = true),
    SOLVER_AXIS_BACKEND("cuda,opencl", .in_name = true, .beside = true),
    SOLVER_AXIS_CONSTRAINT("stretching", .block = false),
    SOLVER_AXIS_MESH,
    {.name = "strategy",
     .about = "how the device runs the groups; auto chooses by size",
     .text = true,
     .standard = "auto",
     .in_name = true,
     .beside = true,
     .cost = true,
     .known = solver_case_strategy},
    {.name = "batch",
     .about = "copies of the cloth in one frame",
     .standard = "1",
     .in_name = true,
     .minimum = 1,
     .maximum = 65535},
    {.name = "readback",
     .about = "what a frame copies to the host",
     .text = true,
     .standard = "none",
     .in_name = true,
     .known = solver_case_readback},
    SOLVER_AXIS_PRECISION,
    {.name = "device", .about = "number of the device", .standard = "0", .maximum = 255},
};

static const bench_sweep sweeps[] = {
    {.name = "size",
     .about = "FPS of every strategy against size at 20 iterations",
     .axis = "size",
     .plan = "size=21,41,81,161,321,641,1281 iterations=20 " STRATEGIES,
     .quick = "size=21,81,321 iterations=20 " STRATEGIES},
    {.name = "iterations",
     .about = "FPS of every spring against iterations at 41 x 41 vertices",
     .axis = "iterations",
     .plan = "size=41 iterations=1,5,20,50,200 constraint=stretching,hookean,stvk,morse",
     .quick = "size=41 iterations=20,200 constraint=stretching,hookean,stvk,morse"},
    {.name = "batch",
     .about = "many cloths of 41 x 41 vertices at once",
     .axis = "batch",
     .plan = "size=41 iterations=20,200 batch=1,10,100,1000",
     .quick = "size=41 iterations=20 batch=1,100"},
    {.name = "readback",
     .about = "the same frame with and without copying its positions to the host",
     .axis = "readback",
     .plan = "size=41,641 iterations=20 readback=none,positions",
     .quick = "size=41 iterations=20 readback=none,positions"},
};

/// Leave out strategies that the backend lacks.
static const char *left_out(const bench_point *point) {
  const char *strategy = bench_text(point, "strategy");
  const bool opencl = strcmp(bench_text(point, "backend"), "opencl") == 0, resident = strcmp(strategy, "resident") == 0;
  if (strcmp(strategy, "auto") == 0 || strcmp(strategy, "plain") == 0) return NULL;
  return opencl && !resident ? "strategy" : NULL;
}

const bench_case bench_gpu = {
    .name = "gpu",
    .about = "a cloth hanging from two corners, on a GPU: strategies, batches, read-back",
    .has_axis = mesh_scene_has_axis,
    .idle_axis = left_out,
    .has_error = true,
    SOLVER_CASE,
};
