/* Why this file exists: runs every method on every named scene, as xpbd-sim does: XPBD, PBD, energy-embedded, Jacobi,
 * small steps, fast mass-springs, projective dynamics, position Verlet. The papers print energy-line14 and energy-eq7,
 * but these diverge on most scenes, so no sweep has them. If the user names them, a diverging row is invalid. */
#include <math.h>
#include <string.h>

#include "subject/method_numbers.h"
#include "subject/named_scene.h"
#include "scene_series.h"
#include "solver_case.h"
#include "subject/solver_scene.h"
#include "xpbd/measure.h"

static const bench_axis axes[] = {
    SCENE_AXIS_SCENE("*"),
    {.name = "method",
     .about =
         "fms, pd and verlet run in double and take only springs; newton, multigrid, vbd, avbd and admm run in double",
     .text = true,
     .standard = "xpbd",
     .in_name = true,
     .cost = true,
     .known = named_scene_method},
    SCENE_AXIS_CONSTRAINT("scene", .in_name = false),
    SCENE_AXIS_SUBSTEPS,
    SCENE_AXIS_ITERATIONS,
    SCENE_AXIS_SIZE,
    SOLVER_AXIS_BACKEND("*", .in_name = true, .beside = true),
    SCENE_AXIS_PRECISION,
    SOLVER_AXIS_ORDER(.in_name = false),
    SOLVER_AXIS_THREADS,
    SOLVER_AXIS_LANES(.in_name = false),
};

/// Axes for the parameters of methods and scenes, and for the strategy.
static int more_axes(bench_axis *out, int room) {
  int count = method_numbers_axes(out, room);
  if (count < room)
    out[count] = (bench_axis){.name = "strategy",
                              .about = "how a device schedules the groups; auto chooses by size",
                              .text = true,
                              .standard = "auto",
                              .cost = true,
                              .known = solver_case_strategy};
  count++;
  return count + named_scene_axes(out + count, room - count);
}

#define LATTICES             "scene=stack_a,stack_b,stack_c,wedge,friction_box,friction_shape,balls method="
#define METHODS(scene, more) scene " method=xpbd,pbd,energy,jacobi" more " | " scene " method=pbd-scaled stiffness=90"
#define STEPS                                                                                                          \
  "scene=cloth substeps=1 iterations=20 | scene=cloth substeps=4 iterations=5 | scene=cloth substeps=20 iterations=1"

static const bench_sweep sweeps[] = {
    {.name = "scenes",
     .about = "every scene with XPBD, on every backend",
     .axis = "scene",
     .plan = "scene=*",
     .quick = "scene=* iterations=5"},
    {.name = "methods",
     .about = "every method on springs and on a body, on every backend that has it",
     .axis = "method",
     .plan = METHODS("scene=cloth constraint=stretching", ",fms,pd") " | " METHODS("scene=cloth_stretched,blob", ""),
     .quick = METHODS("scene=cloth constraint=stretching iterations=20",
                      ",fms,pd") " | " METHODS("scene=cloth_stretched,blob iterations=5", "")},
    {.name = "lattices",
     .about = "bodies with contacts, with position Verlet and with XPBD",
     .axis = "method",
     .plan = LATTICES "verlet-6,verlet-7,xpbd",
     .quick = LATTICES "verlet-6,verlet-7"},
    {.name = "resolution",
     .about = "a sliding box at several resolutions",
     .axis = "size",
     .plan = "scene=friction_box method=verlet-7 size=3,4,5,6,9",
     .quick = "scene=friction_box method=verlet-7 size=3,4"},
    {.name = "steps",
     .about = "small steps: 20 iterations per frame as 1 x 20, 4 x 5 and 20 x 1",
     .axis = "substeps",
     .plan = STEPS,
     .quick = STEPS},
};

/// A method that a backend does not have is the same there as on seq, so it has one row. Methods ignore the parameters of
/// other methods.
static const char *idle_axis(const bench_point *point) {
  const xpbd_method_info *method = named_scene_method_of(point);
  const char *backend = bench_text(point, "backend");
  if (!xpbd_method_runs_on(method, backend)) return "backend";
  return method_numbers_idle(point, method);
}

/// The scene's whole run if its frames are cheap, else as many frames as two episodes.
static int32_t series_frames(const bench_point *point) {
  const xpbd_scene_info *info = named_scene_info(point);
  const int64_t affordable = 2 * ((int64_t)point->warm + point->frames);
  return !info ? 0 : info->frames < affordable ? info->frames : (int32_t)affordable;
}

/// Residual of the constraints, energies, and distance travelled by the body.
static xpbd_status measure(const scene_series *self, const solver_scene *made, const double *positions,
                           const double *velocities, double *row) {
  xpbd_measures start, now;
  (void)self;
  const xpbd_scene *scene = made->scene;
  xpbd_status status = xpbd_measure(scene, xpbd_scene_positions(scene), xpbd_scene_velocities(scene), &start);
  if (status == XPBD_OK) status = xpbd_measure(scene, positions, velocities, &now);
  if (status != XPBD_OK) return status;
  row[0] = now.residual_mean;
  row[1] = now.kinetic;
  row[2] = now.kinetic + now.gravitational;
  row[3] = 0.0;
  for (int k = 0; k < 3; k++) row[3] += (now.centre[k] - start.centre[k]) * (now.centre[k] - start.centre[k]);
  row[3] = sqrt(row[3]);
  return XPBD_OK;
}

static bench_status series(bench_ctx *ctx, int32_t frames, uint64_t hash) {
  static const scene_series columns = {4, {"residual_mean", "kinetic_J", "mechanical_J", "travel_m"}, measure};
  return scene_series_record(ctx, &columns, series_frames(ctx->point), frames, hash);
}

const bench_case bench_scenes = {
    .name = "scenes",
    .about = "one frame of any named scene with any method",
    .episode_work = 4000000,
    .episode_work_quick = 200000,
    .total_budget = 400.0,
    .total_budget_quick = 55.0,
    .more_axes = more_axes,
    .has_error = true,
    SOLVER_CASE,
    .idle_axis = idle_axis,
    .series = series,
    .series_frames = series_frames,
};
