/* Why this file exists: rows of fast mass-springs and projective dynamics are checked by an objective that no iteration
 * may raise. Real solvers never raise it, so this uses a made-up solver with a given objective. Part of the group
 * cases. */
#include <math.h>
#include <string.h>

#include "cases_checks.h"
#include "unit/number.h"

#include "base/error.h"
#include "proof/projective_check.h"

enum { ITERATIONS = 3, FRAMES = 4 };

static struct {
  double objective[FRAMES][ITERATIONS + 1]; ///< Before the first and after each iteration of each frame.
  int refuses;                              ///< Frame without a report, from one; 0 = none.
  xpbd_projective_settings settings;        ///< The settings it was made with.
  int steps, records, ended;
} followed;

static xpbd_status make_solver(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_solver **out) {
  followed.settings = *def->projective;
  *out = (void *)&followed;
  return XPBD_OK;
}

static xpbd_status step_on(xpbd_solver *solver, int32_t frames) {
  followed.steps += frames;
  return XPBD_OK;
}

static xpbd_status tell_objective(const xpbd_solver *solver, double *out) {
  if (followed.steps == followed.refuses) return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "nothing is told");
  memcpy(out, followed.objective[followed.steps - 1], sizeof followed.objective[0]);
  followed.records++;
  return XPBD_OK;
}

static xpbd_status tell_counters(const xpbd_solver *solver, xpbd_projective_counters *out) {
  *out = (xpbd_projective_counters){.iterations = 30, .springs = 1, .triangles = 2, .hinges = 4};
  return XPBD_OK;
}

static void end_solver(xpbd_solver **solver) {
  followed.ended += *solver == (void *)&followed;
  *solver = NULL;
}

static const projective_calls library = {make_solver, step_on, tell_objective, tell_counters, end_solver};

/// Frames whose objective falls from 4 to 1, with one value changed. A row of so many frames of two time steps.
static xpbd_status follow(int frame, int at, double value, int refuses, int32_t frames, bench_ctx *ctx) {
  static const double falls[ITERATIONS + 1] = {4.0, 3.0, 2.0, 1.0};
  static const solver_scene any = {.size = 1.0};
  const xpbd_projective_settings own = {.triangle_weight = 1.5};
  xpbd_solver_def def = xpbd_solver_def_default();
  def.iterations = ITERATIONS, def.substeps = 2, def.projective = &own;
  memset(&followed, 0, sizeof followed);
  for (int i = 0; i < FRAMES; i++) memcpy(followed.objective[i], falls, sizeof falls);
  followed.objective[frame][at] = value;
  followed.refuses = refuses;
  *ctx = (bench_ctx){.check_count = 0};
  return projective_check(&library, ctx, &any, NULL, &def, frames);
}

/// The largest rise in one iteration, relative to the objective before the first iteration of its frame.
static void rises(check *self, int argument) {
  static const struct {
    int frame, at;
    double value, rise;
  } known[] = {{0, 0, 4.0, 0.0},   /* unchanged */
               {0, 1, 4.5, 0.125}, /* 0.5 of 4 */
               {2, 2, 5.0, 0.5},   /* 2 of 4, after which it falls by 4 */
               {3, 3, 3.0, 0.25},  /* 1 of 4, in the last iteration of the last frame */
               {1, 0, -1.0, 4.0}}; /* 4 of 1 */
  static bench_ctx ctx;
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    check_status(self, follow(known[k].frame, known[k].at, known[k].value, 0, 5, &ctx), XPBD_OK, "case %zu", k);
    if (!check_true(self, ctx.check_count == 2, "case %zu: %d checks", k, ctx.check_count)) continue;
    check_true(self, strcmp(ctx.checks[1].name, "rise of the objective") == 0, "which: %s", ctx.checks[1].name);
    check_number(self, ctx.checks[1].value, known[k].rise, 0.0, "the largest rise");
    check_number(self, ctx.checks[1].limit, 1e-9, 0.0, "its limit");
    if (k == 0)
      check_true(self, ctx.checks[1].pass, "what falls passes");
    else
      check_control(self, !ctx.checks[1].pass, "case %zu: a rise", k);
    check_true(self, ctx.checks[0].pass, "5 frames x 2 time steps x 3 iterations are 30");
    check_true(self, strcmp(ctx.remark, "objective falls@4 frames") == 0, "the remark: %s", ctx.remark);
    check_true(self, followed.settings.record == 1 && followed.settings.triangle_weight > 1.4,
               "recorded with the row's own settings");
    check_true(self, followed.steps == FRAMES && followed.records == FRAMES && followed.ended == 1,
               "%d frames, of which %d were told", followed.steps, followed.records);
  }
  check_status(self, follow(1, 2, NAN, 0, 5, &ctx), XPBD_OK, "an objective that once is no number");
  check_control(self, ctx.check_count == 2 && !ctx.checks[1].pass, "no number, and numbers after it");
  check_status(self, follow(0, 0, 4.0, 0, 4, &ctx), XPBD_OK, "a row of four frames");
  check_control(self, ctx.check_count == 2 && !ctx.checks[0].pass, "solves of another number of frames");
  check_status(self, follow(0, 0, 4.0, 2, 5, &ctx), XPBD_ERR_INVALID_ARGUMENT, "nothing is told of the second frame");
  check_true(self, ctx.check_count == 0 && followed.steps == 2 && followed.records == 1 && followed.ended == 1,
             "which ends it: %d frames", followed.steps);
  int64_t terms = 0;
  check_status(self, projective_check_terms(&library, NULL, &terms), XPBD_OK, "terms");
  check_same(self, (uint64_t)terms, 7, "terms: springs, triangles and hinges");
}

void case_projective_register(check_registry *registry) {
  check_add(registry, "rises", "the largest rise of an objective that is said to fall", rises, 0);
}
