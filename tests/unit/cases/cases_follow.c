/* Why this file exists: a pendulum that rounding held still was bit-identical on every backend, and got a place in the
 * table. Here the test that a row follows double is checked on bodies with known motion. */
#include <math.h>

#include "cases_checks.h"
#include "proof/follow_check.h"
#include "xpbd/xpbd.h"

extern const bench_case bench_cloth;

/// A row passes if its particles fall as in double. It fails if they stay, fall by a fiftieth less, or are not finite.
static void check_followed(check *self, int argument) {
  enum { FRAMES = 3 };
  static const struct {
    double part; ///< Of the fall.
    bool pass;
  } rows[] = {{1.0, true}, {1.009, true}, {0.98, false}, {0.0, false}, {NAN, false}};
  OWNED(bench_plan_destroy) bench_plan plan = {0};
  bench_point point =
      case_point(self, &bench_cloth, (const char *[]){"size=2", "backend=seq", "constraint=stretching", NULL}, &plan);
  point.work = 1;
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq", def.iterations = 1, def.precision = XPBD_F32;
  OWNED(xpbd_scene_destroy) xpbd_scene *scene = NULL;
  check_status(self, case_pair(9.81, &scene), XPBD_OK, "two particles");
  const solver_scene made = {.scene = scene, .size = 1.0};
  const double h = def.frame_time, fall = 9.81 * h * h * FRAMES * (FRAMES + 1) / 2.0;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    bench_ctx ctx = {.point = &point, .facts = bench_facts_unknown()};
    double room[18] = {0, -rows[k].part * fall, 0, 1, -rows[k].part * fall, 0};
    check_same(self, (uint64_t)follow_check_frames(&ctx, &def, FRAMES), FRAMES, "all frames are followed");
    check_status(self, follow_check(&ctx, &made, &def, FRAMES, room), XPBD_OK, "compared");
    check_same(self, (uint64_t)ctx.check_count, 1, "one check");
    if (rows[k].pass)
      check_true(self, ctx.checks[0].pass, "%g of the fall is %g away", rows[k].part, ctx.checks[0].value);
    else
      check_control(self, !ctx.checks[0].pass, "a wrong fall");
  }
  bench_ctx ctx = {.point = &point, .facts = bench_facts_unknown()};
  def.precision = XPBD_F64;
  check_same(self, (uint64_t)follow_check_frames(&ctx, &def, FRAMES), 0, "double is not compared with itself");
  point.work = 1000000000;
  def.precision = XPBD_F32;
  check_same(self, (uint64_t)follow_check_frames(&ctx, &def, FRAMES), 0, "nor what takes long");
  check_true(self, ctx.remark[0] != '\0', "which is said");
  follow_check_release();
}

void case_follow_register(check_registry *registry) {
  check_add(registry, "followed", "a row that does not follow double fails", check_followed, 0);
}
