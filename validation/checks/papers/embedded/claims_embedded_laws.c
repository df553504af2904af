/* Why this file exists: judges the claims of Cetinaslan and Chaves, "Energy Embedded Gauss-Seidel Iteration" about the
 * iteration itself: that step, damping and integration do not matter, that energies are balanced from iteration to
 * iteration, and that velocities without a division by the step protect the positions. */
#include "claims_embedded.h"

#include <float.h>
#include <math.h>

#include "runner/rig.h"

#define SHEET                                                                                                          \
  "a free anisotropic cloth that starts pulled to 120 %, 441 vertices, 10 m; alpha 1e-4, beta 0.3, 1/24 s, 20 "        \
  "iterations as printed, 24 frames"
#define CHAIN "a chain of 20 links of 0.05 kg, alpha 1e-3; none of this is printed; "

static double elongation(check *self, xpbd_method method, int32_t substeps, int32_t iterations, double global,
                         double beta) {
  claims_setup setup = claims_setup_of("chain", NULL);
  setup.settings.substeps = substeps;
  setup.settings.iterations = iterations;
  setup.settings.method = method;
  setup.params.global_damping = global;
  setup.params.damping = beta;
  return claims_elongation(self, setup);
}

/// A free sheet that starts pulled to 120 % and is damped globally. `deformed`: its distance from its initial shape,
/// without which there is nothing to damp, / side. Returns the distance that its centre of mass falls / that of a
/// stone, minus 1; infinite if it is lost.
static double free_fall(check *self, xpbd_method method, double *deformed) {
  claims_setup setup = claims_setup_of("cloth_stretched", "orthotropic_triangle");
  setup.params.resolution = 21;
  setup.params.size = 10.0;
  setup.params.gravity = 9.81;
  setup.params.compliance = 1e-4;
  setup.params.damping = 0.3;
  setup.settings.iterations = 20;
  setup.settings.method = method;
  setup.params.pins = XPBD_PINS_NONE;
  setup.params.global_damping = 0.1;
  xpbd_scene_params_set(&setup.params, "stretch", 1.2);
  xpbd_scene_params_set(&setup.params, "pull_time", 0.0);
  setup.frames = 24;
  OWNED(claims_run_free) claims_run run = {0};
  const bool good = claims_run_make(self, &setup, &run);
  const double h = setup.settings.frame_time, stone = h * h * 9.81 * 24.0 * 25.0 / 2.0;
  const double way = !good ? (double)NAN : run.diverged ? (double)INFINITY : run.fall / stone - 1.0;
  double squares = 0.0;
  const double *start = good ? xpbd_scene_positions(run.model.scene) : NULL;
  for (int32_t i = 0; i < run.n && good; i++)
    squares += pow(run.x[3 * (int64_t)i] - start[3 * (int64_t)i], 2.0) / run.n;
  *deformed = sqrt(squares) / 10.0;
  return way;
}

static void steps(check *self, int unused) {
  double coarse[READINGS], fine[READINGS], few[READINGS], damped[READINGS], fall[READINGS], deformed[READINGS];
  for (int m = LINE; m <= STABLE; m++) {
    coarse[m] = elongation(self, embedded_methods[m], 1, 500, 0.02, 0.0);
    fine[m] = elongation(self, embedded_methods[m], 10, 20, 0.02, 0.0);
    few[m] = elongation(self, embedded_methods[m], 1, 20, 0.02, 0.0);
    damped[m] = elongation(self, embedded_methods[m], 10, 20, 0.005, 0.3);
    fall[m] = free_fall(self, embedded_methods[m], &deformed[m]);
    check_at_least(self, deformed[m], 0.01, "a free sheet, pulled: it moves within itself, / side");
  }
  check_control(self, !(few[STABLE] <= 1.001), "made stable, 1/24 s, 20 iterations: %g", few[STABLE]);
  const double twice = fabs(elongation(self, XPBD_METHOD_ENERGY, 1, 1000, 0.02, 0.0) / coarse[STABLE] - 1.0),
               twice_few = fabs(elongation(self, XPBD_METHOD_ENERGY, 1, 40, 0.02, 0.0) / few[STABLE] - 1.0);
  check_at_most(self, twice, 1e-3, "made stable, 1/24 s, 500 iterations: change by twice as many");
  check_control(self, !(twice_few <= 1e-3), "twice the 20 iterations change it by %g", twice_few);
  claims_case(self, coarse[LINE], "1/24 s, 500 iterations");
  claims_case(self, fine[LINE], "1/240 s, 20 iterations");
  claims_case(self, few[LINE], "1/24 s, 20 iterations");
  claims_judge(self, "energy_step_independent", "step, " EMBEDDED_LINE, CHAIN "20 s", NULL,
               "elongation / analytic: %.2f (1/24 s, 500 iterations), %.5f (1/240 s, 20), %.2f (1/24 s, 20)",
               coarse[LINE], fine[LINE], few[LINE]);
  claims_case(self, fine[LINE], "damped globally");
  claims_case(self, damped[LINE], "with beta 0.3");
  claims_judge(self, "energy_step_independent", "damping, " EMBEDDED_LINE, CHAIN "1/240 s, 20 iterations, 20 s", NULL,
               "elongation / analytic: %.5f damped globally, %.5f less so and with beta 0.3", fine[LINE], damped[LINE]);
  claims_case(self, coarse[STABLE], "1/24 s, 500 iterations");
  claims_case(self, fine[STABLE], "1/240 s, 20 iterations");
  claims_case(self, few[STABLE], "1/24 s, 20 iterations");
  claims_judge(self, "energy_step_independent", "step, " EMBEDDED_STABLE,
               CHAIN "20 s; converged: twice as many iterations change the elongation by 0.1 % at most", NULL,
               "elongation / analytic: %.5f (1/24 s, 500 iterations), %.5f (1/240 s, 20), %.2f (1/24 s, 20); at 1/24 s "
               "twice as many change it by %.0e of 500, %.2f of 20",
               coarse[STABLE], fine[STABLE], few[STABLE], twice, twice_few);
  claims_case(self, fine[STABLE], "damped globally");
  claims_case(self, damped[STABLE], "with beta 0.3");
  claims_judge(self, "energy_step_independent", "damping, " EMBEDDED_STABLE, CHAIN "1/240 s, 20 iterations, 20 s", NULL,
               "elongation / analytic: %.5f damped globally, %.5f less so and with beta 0.3", fine[STABLE],
               damped[STABLE]);
  claims_left(self, "energy_step_independent", "integration", "any",
              "by construction: the iteration reads and writes only positions", "Alg. 1, lines 7 to 23");
  for (int m = LINE; m <= STABLE; m++) {
    claims_case(self, fall[m], "all of it");
    claims_judge(
        self, "energy_damping_compatible", m == LINE ? EMBEDDED_LINE : EMBEDDED_STABLE, SHEET, NULL,
        "with 10 %% damping in a step it falls like a stone within %.0e, and moves within itself by %.3f of its side",
        fabs(fall[m]), deformed[m]);
  }
}

enum { LINKS = 20, SWEEPS = 20 };

#define STRETCHED                                                                                                      \
  "a chain of 20 links of 0.1 m, 0.05 kg, a tenth too long at the start, one step; alpha 1e-4, 1/24 s, 20 iterations " \
  "as printed"

/// Mean over the iterations of a step and the links of |dKE + dPE| by Eqs. (5) and (6), for a chain that starts
/// stretched, / C at the start. The equations call 0 balanced.
static double residual(check *self, xpbd_method method) {
  double extension[LINKS], before[LINKS + 1] = {0.0}, kinetic[LINKS + 1] = {0.0}, sum = 0.0;
  for (int i = 0; i < LINKS; i++) {
    extension[i] = 0.01;
    before[i + 1] = before[i] - 0.1 - extension[i];
  }
  const chain c = {.formula = "stretching",
                   .links = LINKS,
                   .length = 0.1,
                   .mass = 0.05,
                   .stiffness = 1.0,
                   .compliance = 1e-4,
                   .extension = extension};
  for (int k = 1; k <= SWEEPS; k++) {
    xpbd_solver_def def = rig_settings(XPBD_F64, 1.0 / 24.0, k);
    def.method = method;
    OWNED(rig_free) rig r = {0};
    if (!rig_chain(&r, self, &c, 0.0) || !rig_solver(&r, &def) || !rig_step(&r, 1)) sum = (double)NAN;
    double change[LINKS + 1] = {0.0};
    for (int i = 1; i <= LINKS && !isnan(sum); i++) {
      const double moved = r.x[3 * i + 1] - before[i], now = 0.5 * 0.05 * moved * moved;
      change[i] = now - kinetic[i];
      kinetic[i] = now;
      sum += fabs(change[i - 1] + change[i] + r.x[3 * i - 2] - r.x[3 * i + 1] - 0.1 - extension[i - 1]);
    }
  }
  return sum / (0.01 * LINKS * SWEEPS);
}

static void sweeps(check *self, int unused) {
  double left[READINGS];
  for (int m = 0; m < READINGS; m++) left[m] = residual(self, embedded_methods[m]);
  check_control(self, left[STABLE] > 0.01, "it is not balanced either: %g", left[STABLE]);
  claims_case(self, left[LINE] / left[PLAIN], "all of it");
  claims_judge(self, "energy_balance", "iteration by iteration, " EMBEDDED_LINE, STRETCHED, NULL,
               "mean |dKE + dPE| of a link by Eqs. (5) and (6) / C at the start: XPBD %.3f, line 14 %.3f", left[PLAIN],
               left[LINE]);
  claims_case(self, left[STABLE] / left[PLAIN], "all of it");
  claims_judge(self, "energy_balance", "iteration by iteration, " EMBEDDED_STABLE, STRETCHED, "C moves half as far",
               "mean |dKE + dPE| of a link by Eqs. (5) and (6) / C at the start: XPBD %.3f, made stable %.3f",
               left[PLAIN], left[STABLE]);
}

enum { WHERE = 3 };
#define KEPT                                                                                                           \
  "alpha 1e-4, beta 0.3, 1/24 s as printed; torus of 0.35 m, neo-Hooke and StVK, 900 vertices, 5 iterations, "         \
  "anisotropic cloth of 10 m, 441 vertices, 20 iterations, where line 14 holds; 48 frames"

/* Eq. (5) takes V = x - x_before [m]. With (x - x_before) / h instead, the kinetic part is 1 / h^2 times as large.
 * Masses of 1 / h^2, alpha h^2 and beta / h^2 have the same effect and leave everything else unchanged: alpha~ w^-1 and
 * gamma are kept. */
static bool kept_with(check *self, const char *scene, const char *constraint, xpbd_method method, double times) {
  claims_setup setup = claims_setup_of(scene, constraint);
  const bool torus = scene[0] == 't';
  setup.params.resolution = torus ? 30 : 21;
  setup.params.mass = times;
  setup.params.compliance = 1e-4 / times;
  setup.params.damping = 0.3 * times;
  setup.settings.iterations = torus ? 5 : 20;
  setup.settings.method = method;
  setup.frames = 48;
  OWNED(claims_run_free) claims_run run = {0};
  const bool kept = claims_run_make(self, &setup, &run) && embedded_kept(&run);
  return kept;
}

/* In float, as a frame of Maya has it: x + (x - x_before), and x + h v with v = (x - x_before) / h. */
static void velocities(check *self, int unused) {
  static const char *const where[WHERE][2] = {
      {"torus_stretched", "neo_hookean_tet"}, {"torus_stretched", "stvk_tet"}, {"cloth", "orthotropic_triangle"}};
  float worst = 0.0F, halved = 0.0F, fastest = 0.0F;
  for (int k = 0; k <= 9; k++) { /* steps of 1 s to 1e-9 s, positions of some metres */
    const float h = powf(10.0F, -(float)k);
    for (int i = 0; i < 1000; i++) {
      const float before = (float)check_random(self, -5.0, 5.0), x = before + (float)check_random(self, -1.0, 1.0),
                  v = (x - before) / h, verlet = x + (x - before);
      worst = fmaxf(worst, fabsf(x + h * v - verlet) / (8.0F * FLT_EPSILON));
      halved = fmaxf(halved, fabsf(x + 0.5F * h * v - verlet) / (8.0F * FLT_EPSILON));
      fastest = fmaxf(fastest, fabsf(v));
    }
  }
  check_control(self, !(halved <= 1.0F), "the same with half the next step: %g", (double)halved);
  int kept[READINGS][2] = {{0}};
  for (int k = 0; k < WHERE; k++)
    for (int m = LINE; m <= STABLE; m++)
      for (int t = 0; t < 2; t++)
        kept[m][t] += kept_with(self, where[k][0], where[k][1], embedded_methods[m], t ? 576.0 : 1.0);
  claims_case(self, worst, "all of it");
  claims_judge(self, "energy_step_free_velocities", "the predicted positions",
               "float, steps of 1 s to 1e-9 s, positions of 5 m, displacements of 1 m",
               "a division by the step is undone by a multiplication",
               "with velocities of up to %.0e m/s the positions are the same within %.2g roundings", (double)fastest,
               (double)worst);
  claims_case(self, (double)(kept[LINE][0] - kept[LINE][1]) / WHERE, "all of it");
  claims_judge(self, "energy_step_free_velocities", "in the energies, " EMBEDDED_LINE, KEPT, NULL,
               "kept, of %d scenes: %d with V in m, %d with V in m/s in Eq. (5)", (int)WHERE, kept[LINE][0],
               kept[LINE][1]);
  claims_case(self, (double)(kept[STABLE][0] - kept[STABLE][1]) / WHERE, "all of it");
  claims_judge(self, "energy_step_free_velocities", "in the energies, " EMBEDDED_STABLE, KEPT,
               "the bound keeps it either way", "kept, of %d scenes: %d with V in m, %d with V in m/s in Eq. (5)",
               (int)WHERE, kept[STABLE][0], kept[STABLE][1]);
}

void embedded_list_laws(check_registry *registry) {
  claims_add(registry, "embedded-steps", "a chain against step and damping; a free sheet", steps, 0);
  claims_add(registry, "embedded-sweeps", "kinetic and potential energy from iteration to iteration", sweeps, 0);
  claims_add(registry, "embedded-velocities", "velocities with and without a division by the step", velocities, 0);
}
