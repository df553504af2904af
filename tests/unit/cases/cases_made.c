/* Why this file exists: makes points and scenes that several files of the group cases check. */
#include <string.h>

#include "cases/cases.h"
#include "cases_checks.h"
#include "harness/plan/options.h"
#include "xpbd/xpbd.h"

extern const bench_case bench_scenes;

/// The benchmark, with the axes that are known only at run time.
static const bench_case *whole(const bench_case *one) {
  static bench_axis axes[BENCH_MAX_AXES];
  static bench_case made;
  if (one != &bench_scenes) return one;
  made = *one;
  memcpy(axes, one->axes, (size_t)one->axis_count * sizeof *axes);
  made.axis_count += one->more_axes(axes + one->axis_count, BENCH_MAX_AXES - one->axis_count);
  made.axes = axes;
  return &made;
}

bench_point case_point(check *self, const bench_case *owner, const char *const *axes, bench_plan *plan) {
  bench_settings settings = {.frames = -1, .warm = -1, .validate = BENCH_VALIDATE_ONLY};
  int count = 0;
  while (axes[count]) count++;
  settings.axes = (cli_list){count, (const char **)axes};
  settings.benchmarks = (cli_list){1, (const char *[]){owner->name}};
  const bench_case *cases[BENCH_CASES];
  for (int c = 0; c < BENCH_CASES; c++) cases[c] = whole(bench_cases[c]);
  const int code = bench_plan_make(bench_program(), &settings, cases, BENCH_CASES, plan);
  check_same(self, (uint64_t)code, 0, "%s: a plan", owner->name);
  return plan->count > 0 ? plan->points[0] : (bench_point){.owner = owner};
}

xpbd_status case_pair(double gravity, xpbd_scene **out) {
  static const double x[6] = {0, 0, 0, 1, 0, 0}, w[2] = {1, 1};
  static const int32_t ends[2] = {0, 1};
  xpbd_scene_def def = xpbd_scene_def_default();
  def.particle_count = 2, def.positions = x, def.inverse_masses = w;
  def.gravity[1] = -gravity;
  xpbd_constraints_def set = xpbd_constraints_def_default();
  set.formula = "stretching", set.count = 1, set.particles = ends;
  const xpbd_status status = xpbd_scene_create(&def, out);
  return status == XPBD_OK ? xpbd_scene_add(*out, &set) : status;
}
