/* Why this file exists: the finding about acceleration and short steps: which of them brings a sheet nearer to its motion
 * for the same number of iterations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ratio_findings.h"
#include "runner/rig.h"

enum { FRAMES = 12, SIDE = 41, FINEST = 4096, WORKS = 4, CHOICES = 5, MOST_ITERATIONS = 16 };

static const double works[WORKS] = {4, 16, 64, 256};

/// The sheet of the workload cloth_41 without damping: 2 m, 0.2 kg/m^2, 100 N/m.
static bool sheet(rig *r, check *self) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = SIDE, params.size = 2.0, params.mass = 0.2 * 4.0 / (SIDE * SIDE);
  params.constraint = "stretching:k=1,alpha=1e-2", params.damping = 0.0;
  return rig_named(r, self, "cloth", &params);
}

/// How the iterations of a frame are spent.
typedef struct spending {
  xpbd_method method;
  double omega, chebyshev;
  int32_t steps, iterations;
} spending;

/// Root mean square of the distance from `right` [n, 3] after all frames [m]. INFINITY if it diverges, NaN after a
/// failure.
static double distance(rig *r, const spending *by, const double *right) {
  xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, by->iterations);
  def.method = by->method, def.substeps = by->steps, def.lanes = 0;
  xpbd_solver_def_set(&def, "omega", by->omega);
  xpbd_solver_def_set(&def, "chebyshev", by->chebyshev);
  if (!rig_solver(r, &def)) return (double)NAN;
  const xpbd_status status = xpbd_solver_step(r->solver, FRAMES);
  if (status == XPBD_ERR_DIVERGED) return INFINITY;
  if (status != XPBD_OK || xpbd_solver_read(r->solver, XPBD_POSITIONS, r->x) != XPBD_OK) return (double)NAN;
  double sum = 0.0;
  for (int32_t k = 0; k < 3 * r->n; k++) sum += (r->x[k] - right[k]) * (r->x[k] - right[k]);
  return sqrt(sum / r->n);
}

/// What a curve may choose from.
typedef struct choice {
  const char *label;
  xpbd_method method;
  bool accelerated; ///< Any factor below.
  bool split;       ///< Any number of steps with at most MOST_ITERATIONS iterations, else one step a frame.
} choice;

static const choice choices[CHOICES] = {{"xpbd, one step", XPBD_METHOD_XPBD, false, false},
                                        {"xpbd, one step, accelerated", XPBD_METHOD_XPBD, true, false},
                                        {"xpbd, best steps", XPBD_METHOD_XPBD, false, true},
                                        {"xpbd, best steps, accelerated", XPBD_METHOD_XPBD, true, true},
                                        {"jacobi, best steps, accelerated", XPBD_METHOD_JACOBI, true, true}};
enum { ONE, ONE_FAST, STEPS, STEPS_FAST };

static const double omegas[] = {1.2, 1.5, 1.8}, radii[] = {0.5, 0.8, 0.95, 0.99};
enum { OMEGAS = (int)(sizeof omegas / sizeof *omegas), RADII = (int)(sizeof radii / sizeof *radii) };

/// The least error of a choice with so many iterations of a frame, relative to the way of the sheet.
static double best(rig *r, const choice *c, const double *right, double way, int32_t work, spending *out) {
  double least = INFINITY;
  for (int32_t steps = c->split && work > MOST_ITERATIONS ? work / MOST_ITERATIONS : 1; steps <= (c->split ? work : 1);
       steps *= 4)
    for (int k = 0; k <= (c->accelerated ? OMEGAS + RADII : 0); k++) {
      if (work / steps == 1 && k > OMEGAS) continue; /* a single iteration has nothing to extrapolate from */
      const spending by = {c->method, k > 0 && k <= OMEGAS ? omegas[k - 1] : 1.0,
                           k > OMEGAS ? radii[k - 1 - OMEGAS] : 0.0, steps, work / steps};
      const double error = distance(r, &by, right) / way;
      if (!(error >= least)) least = error, *out = by; /* a NaN stays */
    }
  return least;
}

static const check_finding_text small_steps_finding = {
    .key = "acceleration_and_small_steps",
    .title = "Over-relaxation helps short steps as long as they are too few",
    .statement =
        "A sheet of 41 x 41 vertices falls from rest, held at corners (2 m, 0.2 kg/m^2, springs of 100 N/m, 24 frames "
        "a "
        "second, double, no damping). The error is the distance after 12 frames from 4096 steps a frame, relative to "
        "the "
        "way of the sheet. Each curve has the same number of iterations a frame. One step has all of them in one step "
        "of a frame. Best steps divides them among 1, 4, 16, 64 or 256 steps, with at most 16 iterations each. "
        "Accelerated also takes the best of omega 1.2, 1.5 and 1.8 and of Chebyshev acceleration with radius 0.5, 0.8, "
        "0.95 and 0.99. With few iterations acceleration divides the error of short steps by several. Where short "
        "steps "
        "have converged, it gains nothing, and a factor that was best with few iterations is harmful.",
    .x = "iterations of a frame",
    .y = "error / way",
    .log_x = true,
    .log_y = true};

static void small_steps(check *self, int unused) {
  enum { SIXTEEN = 1, SIXTY_FOUR = 2, MOST = 3 };
  double error[CHOICES][WORKS];
  spending spent[CHOICES][WORKS];
  OWNED(rig_free) rig r = {0};
  if (!sheet(&r, self)) return;
  const size_t count = 3 * (size_t)r.n;
  const spending finest = {XPBD_METHOD_XPBD, 1.0, 0.0, FINEST, 1}, half = {XPBD_METHOD_XPBD, 1.0, 0.0, FINEST / 2, 1},
                 much = {XPBD_METHOD_XPBD, 1.8, 0.0, 64, 1};
  OWNED(check_free) double *right = malloc(count * sizeof *right);
  memcpy(right, xpbd_scene_positions(r.scene), count * sizeof *right);
  const double way = distance(&r, &finest, right);
  memcpy(right, r.x, count * sizeof *right);
  for (int c = 0; c < CHOICES; c++)
    for (int k = 0; k < WORKS; k++) error[c][k] = best(&r, &choices[c], right, way, (int32_t)works[k], &spent[c][k]);
  check_at_most(self, distance(&r, &half, right) / way, 1e-4, "half as many steps of the right answer: error / way");
  check_at_most(self, error[STEPS_FAST][SIXTEEN] / error[STEPS][SIXTEEN], 0.5,
                "16 iterations: error, accelerated / not");
  check_at_most(self, error[STEPS_FAST][SIXTY_FOUR] / error[STEPS][SIXTY_FOUR], 0.5, "64 iterations: the same");
  check_between(self, error[STEPS_FAST][MOST] / error[STEPS][MOST], 0.8, 1.0, "256 iterations: the same");
  check_control(self, !(distance(&r, &much, right) / way <= error[STEPS][SIXTY_FOUR]), "omega 1.8 with 64 steps");
  check_finding(
      self, &small_steps_finding,
      "with 16 iterations a frame one step errs by %.0f %% and accelerated by %.0f %%. Short steps err by %.0f %%, "
      "and by %.1f %% with omega %g. With 64 iterations short steps err by %.1f %%, and accelerated by %.1f %%; "
      "with 256 both by %.2f %%",
      100 * error[ONE][SIXTEEN], 100 * error[ONE_FAST][SIXTEEN], 100 * error[STEPS][SIXTEEN],
      100 * error[STEPS_FAST][SIXTEEN], spent[STEPS_FAST][SIXTEEN].omega, 100 * error[STEPS][SIXTY_FOUR],
      100 * error[STEPS_FAST][SIXTY_FOUR], 100 * error[STEPS][MOST]);
  for (int c = 0; c < CHOICES; c++) check_curve(self, choices[c].label, WORKS, works, error[c]);
}

void findings_of_acceleration(check_registry *registry) {
  check_add_finding(registry, "small-steps", "a sheet by equal iterations: short steps and acceleration", small_steps,
                    0);
}
