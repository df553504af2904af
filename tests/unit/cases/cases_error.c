/* Why this file exists: the error of a row is printed beside its speed. It must shrink with the time step, notice another
 * material, and say why it is unknown. */
#include <math.h>
#include <string.h>

#include "cases_checks.h"
#include "proof/error_check.h"
#include "subject/solver_point.h"
#include "xpbd/xpbd.h"

extern const bench_case bench_cloth, bench_scenes;

enum { FRAMES = 8, PARTICLES = 36 };

/// The state of a cloth of 6 x 6 vertices, whose springs have this compliance.
static void state_of(check *self, double compliance, int32_t substeps, int32_t iterations, double *positions) {
  xpbd_scene_params params = xpbd_scene_params_default();
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  xpbd_solver_def def = xpbd_solver_def_default();
  char constraint[64];
  snprintf(constraint, sizeof constraint, "stretching:alpha=%g", compliance);
  params.resolution = 6, params.size = 10.0, params.constraint = constraint;
  def.backend = "seq", def.precision = XPBD_F64, def.substeps = substeps, def.iterations = iterations;
  check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "a cloth");
  check_status(self, xpbd_solver_create(model.scene, &def, &solver), XPBD_OK, "a solver");
  check_status(self, xpbd_solver_step(solver, FRAMES), XPBD_OK, "frames");
  check_status(self, xpbd_solver_read(solver, XPBD_POSITIONS, positions), XPBD_OK, "its state");
}

static bench_facts facts_of(const bench_point *point, const xpbd_solver_def *def, const double *positions) {
  bench_ctx ctx = {.point = point, .facts = bench_facts_unknown()};
  if (error_check_frames(&ctx, def, FRAMES) > 0) error_check(&ctx, def, FRAMES, positions);
  return ctx.facts;
}

/// Errors that are known: of more and more time steps, of another material, of the plain loop's point.
static void check_known(check *self, int argument) {
  static const double same = 1e-5; /* the compliance of the benchmark */
  OWNED(bench_plan_destroy) bench_plan plan = {0}, loops = {0};
  const bench_settings settings = {.errors = 60.0, .total_budget = 1.0};
  const bench_point point =
      case_point(self, &bench_cloth, (const char *[]){"size=6", "backend=seq", "constraint=stretching", NULL}, &plan);
  const bench_point loop =
      case_point(self, &bench_cloth, (const char *[]){"size=6", "backend=loop", "constraint=stretching", NULL}, &loops);
  const xpbd_solver_def def = solver_point_def(&point);
  double positions[3 * PARTICLES], before = INFINITY;
  error_check_begin(&settings, true);
  static const int32_t steps[] = {1, 8, 64, 512};
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    state_of(self, same, steps[k], 4, positions);
    const bench_facts facts = facts_of(&point, &def, positions);
    check_true(self, facts.error_reason[0] == '\0', "%d time steps: %s", (int)steps[k], facts.error_reason);
    check_true(self, facts.error < before, "%d time steps: %g, not less than %g", (int)steps[k], facts.error, before);
    check_true(self, facts.error_of_reference <= fmax(2e-4, 0.1 * facts.error), "known to %g of %g",
               facts.error_of_reference, facts.error);
    before = facts.error;
    const bench_facts shared = facts_of(&loop, &def, positions);
    check_true(self, !(shared.error < facts.error) && !(shared.error > facts.error), "the loop shares the answer");
  }
  check_true(self, before < 2e-3, "512 time steps are %g away", before);
  state_of(self, 1e4 * same, 512, 4, positions);
  check_control(self, facts_of(&point, &def, positions).error > 2e-3, "a softer material");
  positions[7] = NAN;
  const bench_facts lost = facts_of(&point, &def, positions);
  check_true(self, isnan(lost.error) && strstr(lost.error_reason, "not finite"), "NaN: %g, %s", lost.error,
             lost.error_reason);
  error_check_release();
  error_check_begin(NULL, false);
}

/// Why an error is unknown.
static void check_unknown(check *self, int argument) {
  static const struct {
    bench_settings settings;
    bool timed;
    const bench_case *owner;
    const char *axes[6], *reason;
  } cases[] = {
      {{.errors = 0.0}, true, &bench_cloth, {"size=6", "backend=seq", "constraint=stretching"}, "not asked for"},
      {{.errors = NAN, .total_budget = 1e9},
       false,
       &bench_cloth,
       {"size=6", "backend=seq", "constraint=stretching"},
       "without times"},
      {{.errors = NAN, .total_budget = 1e9, .dry_run = true},
       true,
       &bench_cloth,
       {"size=6", "backend=seq", "constraint=stretching"},
       "without times"},
      {{.errors = 1e-9}, true, &bench_cloth, {"size=6", "backend=seq", "constraint=stretching"}, "would take about"},
      {{.errors = NAN, .total_budget = 1e-7},
       true,
       &bench_cloth,
       {"size=6", "backend=seq", "constraint=stretching"},
       "would take about"},
      {{.errors = 9.0},
       true,
       &bench_scenes,
       {"scene=cloth", "size=6", "backend=seq", "method=pbd"},
       "drops the compliance"},
      {{.errors = 9.0}, true, &bench_scenes, {"scene=balls", "backend=seq", "method=verlet-7"}, "a lattice"},
  };
  double positions[3 * PARTICLES] = {0.0};
  int reasons = 0;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    OWNED(bench_plan_destroy) bench_plan plan = {0};
    const bench_point point = case_point(self, cases[k].owner, cases[k].axes, &plan);
    const xpbd_solver_def def = solver_point_def(&point);
    error_check_begin(&cases[k].settings, cases[k].timed);
    const bench_facts facts = facts_of(&point, &def, positions);
    check_true(self, isnan(facts.error) && isnan(facts.error_of_reference), "%zu: no error", k);
    check_true(self, strstr(facts.error_reason, cases[k].reason) != NULL, "%zu: '%s'", k, facts.error_reason);
    const bench_settings enough = {.errors = 60.0};
    error_check_begin(&enough, true);
    reasons += facts_of(&point, &def, positions).error_reason[0] != '\0';
    error_check_release();
  }
  check_control(self, reasons == 2, "with enough time only pbd and the lattice have a reason");
  error_check_begin(NULL, false);
}

void case_error_register(check_registry *registry) {
  check_add(registry, "errors-known", "the error of a row shrinks with its time step", check_known, 0);
  check_add(registry, "errors-unknown", "an unknown error has a reason", check_unknown, 0);
}
