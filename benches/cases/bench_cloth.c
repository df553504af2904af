/* Why this file exists: people compare solvers by this benchmark. It measures the frames per second of a
 * hanging cloth against its size and the number of iterations. It runs on every backend, with the springs of
 * Cetinaslan 2019 or any named formula. */
#include <string.h>

#include "solver_case.h"

static const bench_axis axes[] = {
    SOLVER_AXIS_SIZE(.in_name = true),
    SOLVER_AXIS_ITERATIONS("20", .in_name = true),
    SOLVER_AXIS_BACKEND_OR_LOOP("*", .in_name = true, .beside = true),
    SOLVER_AXIS_CONSTRAINT("stretching,hookean,stvk,morse", .block = false),
    SOLVER_AXIS_MESH,
    SOLVER_AXIS_NUMBERING,
    SOLVER_AXIS_PRECISION,
    SOLVER_AXIS_ORDER(.in_name = false),
    SOLVER_AXIS_THREADS,
    SOLVER_AXIS_LANES(.in_name = false),
};

static const bench_sweep sweeps[] = {
    {.name = "size",
     .about = "FPS against size at 20 iterations",
     .axis = "size",
     .plan = "size=21,41,81,161,321 iterations=20 | size=641 iterations=20 constraint=stretching,morse | "
             "size=1281 iterations=20 constraint=stretching",
     .quick = "size=21,41,81,161,321 iterations=20"},
    {.name = "iterations",
     .about = "FPS against iterations at 41 x 41 vertices",
     .axis = "iterations",
     .plan = "size=41 iterations=1,5,20,50,200 constraint=stretching,morse",
     .quick = "size=41 iterations=1,5,20,50,200"},
    {.name = "mesh",
     .about = "a grid, an irregular mesh and a star, each in its own numbering and shuffled",
     .axis = "mesh",
     .plan = "size=161 iterations=20 constraint=stretching mesh=auto,irregular,star numbering=mesh,shuffled",
     .quick = "size=81 iterations=20 constraint=stretching mesh=auto,irregular,star numbering=mesh,shuffled"},
    {.name = "precision",
     .about = "float (f32), float with a second float for rounding errors (f32x) and double (f64)",
     .axis = "precision",
     .plan = "size=41,321 iterations=20 constraint=stretching precision=f32,f32x,f64",
     .quick = "size=41 iterations=20 constraint=stretching precision=f32,f32x,f64"},
};

static bool is_on_cpu(const bench_point *point) {
  const char *backend = bench_text(point, "backend");
  return strcmp(backend, "cuda") != 0 && strcmp(backend, "opencl") != 0;
}

/// On the largest meshes the plain loop would use up much of the budget, and its iterations and formulas all cost the
/// same. There it is measured only if the user names it. The largest mesh would take a fifth of the run on a CPU.
static const char *left_out(const bench_point *point) {
  const int64_t most = strcmp(bench_text(point, "constraint"), "stretching") == 0 ? 321 : 161;
  const bool large = mesh_scene_has_axis(point, "size") && bench_int(point, "size") > most;
  const char *precision = bench_text(point, "precision"); // the loop only supports float
  const bool dear =
      large || bench_int(point, "iterations") != 20 || strcmp(precision, "f64") == 0 || strcmp(precision, "f32x") == 0;
  if (dear && strcmp(bench_text(point, "backend"), SCENE_SOURCE_LOOP) == 0) return "backend";
  return mesh_scene_has_axis(point, "size") && bench_int(point, "size") > 641 && is_on_cpu(point) ? "size" : NULL;
}

/// One spring after the other, where the other backends compute eight or more at once.
static int64_t effort(const bench_point *point) {
  return strcmp(bench_text(point, "backend"), SCENE_SOURCE_LOOP) == 0 ? 8 : 1;
}

/// A mesh in the caches of a core, one in those of the processor, and on a device one in memory. On a CPU, the checks of
/// the last one would take a third of the run in three processes.
static bool headline(const bench_point *point) {
  const int64_t size = bench_int(point, "size");
  return (size == 41 || size == 161 || (size == 641 && !is_on_cpu(point))) && bench_int(point, "iterations") == 20 &&
         strcmp(bench_text(point, "constraint"), "stretching") == 0 && strcmp(bench_text(point, "mesh"), "auto") == 0 &&
         strcmp(bench_text(point, "numbering"), "mesh") == 0 && strcmp(bench_text(point, "precision"), "f32") == 0;
}

/// The plain loop is sequential, in the order of the mesh, one spring after the other.
static bool has_axis(const bench_point *point, const char *axis) {
  if (!mesh_scene_has_axis(point, axis)) return false;
  if (strcmp(bench_text(point, "backend"), SCENE_SOURCE_LOOP) != 0) return true;
  return strcmp(axis, "order") != 0 && strcmp(axis, "threads") != 0 && strcmp(axis, "lanes") != 0;
}

const bench_case bench_cloth = {
    .name = "cloth",
    .about = "a cloth hanging from two corners, one frame of 1/24 s",
    .standard = true,
    .has_axis = has_axis,
    .idle_axis = left_out,
    .headline = headline,
    .has_error = true,
    .effort = effort,
    SOLVER_CASE,
};
