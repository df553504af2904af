/* Why this file exists: judges the claims of Cetinaslan, "Parallel XPBD Simulation of Modified Morse Potential" about
 * the motion of its springs: undamped, damped, and about stability and precision. The cloth has 11 x 11 vertices with
 * edges of 0.25 m, 50 iterations, 4 s. It converges like 41 x 41 with several hundred iterations, and swings more than
 * once. */
#include <math.h>

#include "claims.h"

enum { FRAMES = 96 };

static claims_setup swinging(double edge, double damping) {
  claims_setup setup = claims_setup_of("cloth", NULL);
  setup.params.resolution = 11;
  setup.params.size = 10.0 * edge;
  setup.params.gravity = 9.81;
  setup.params.damping = damping;
  setup.settings.iterations = 50;
  setup.frames = FRAMES;
  return setup;
}

/* The first four time steps from the level start, compared with 4000 iterations. */
static void precision(check *self, int unused) {
  static const int32_t count[4] = {20, 100, 500, 4000};
  claims_run run[4] = {{.n = 0}};
  double error[3] = {NAN, NAN, NAN};
  bool good = true;
  for (int k = 0; k < 4 && good; k++) {
    claims_setup setup = swinging(0.25, 0.0);
    setup.params.constraint = "stretching";
    setup.settings.iterations = count[k];
    setup.frames = 4;
    good = claims_run_make(self, &setup, &run[k]);
  }
  for (int k = 0; k < 3 && good; k++) error[k] = claims_distance(&run[k], &run[3], 0, 4);
  check_control(self, !(error[1] / error[0] >= 1.15), "fewer iterations");
  static const char *const settings = "alpha 1e-5, beta 0, h 1/24 s as printed; 320 of 4880 edges, of 0.25 m, 9.81 "
                                      "m/s^2; stretching, the first 4 steps";
  claims_case(self, error[1] / error[0], "from 20 to 100");
  claims_case(self, error[2] / error[1], "from 100 to 500");
  claims_judge(self, "morse_iterations_precision", "more precise", settings, NULL,
               "distance from the steps with 4000 iterations: %.1e, %.1e, %.1e m with 20, 100, 500", error[0], error[1],
               error[2]);
  claims_left(self, "morse_iterations_precision", "cost speed", settings,
              "by construction: an iteration is a pass over all constraints", "1, 5, 25 times the projections");
  claims_runs_free(run, 4);
}

/// Largest speed in a run that may not gain energy / the speed that it could have fallen to; infinite if it diverged.
static double speed_gain(check *self, const char *constraint, double alpha, double step, int32_t iterations) {
  claims_setup setup = swinging(0.25, 0.0);
  setup.params.resolution = 7;
  setup.params.size = 1.5;
  setup.params.constraint = constraint;
  setup.params.compliance = alpha;
  setup.settings.frame_time = step;
  setup.settings.iterations = iterations;
  setup.frames = 60;
  OWNED(claims_run_free) claims_run run = {0};
  const bool good = claims_run_make(self, &setup, &run);
  double gain = !good ? (double)NAN : run.diverged ? (double)INFINITY : 0.0;
  for (int32_t f = 0; f < run.frame_count; f++)
    gain =
        check_larger(gain, run.frame[f].kinetic / fmax(-run.frame[f].gravitational, 47.0 * 9.81 * 9.81 * step * step));
  if (run.skipped > 0) gain = (double)INFINITY;
  return gain;
}

/* A falling cloth can turn only the potential energy that it has lost into motion. 60 steps. */
static void stability(check *self, int unused) {
  static const char *const constraints[6] = {"stretching", "hookean", "stvk", "morse", "sbd", "esbd_literal"};
  static const double alphas[3] = {1e-9, 1e-5, 1e-1}, steps[4] = {1e-5, 1e-3, 1.0 / 24.0, 0.5};
  double most[6] = {0};
  int gained[6] = {0}, gained_far_below[6] = {0}; /* with 1/24 s and less */
  for (int k = 0; k < 6; k++)
    for (int a = 0; a < 3; a++)
      for (int h = 0; h < 4; h++) {
        const double gain = speed_gain(self, constraints[k], alphas[a], steps[h], 10);
        most[k] = check_larger(most[k], gain);
        gained[k] += !(gain <= 1.5), gained_far_below[k] += h < 3 && !(gain <= 1.5);
      }
  check_control(self, gained[3] > 0, "Morse overflows with a step of 0.5 s: %d of 12 runs", gained[3]);
  static const char *const settings = "h 1/24 s, alpha 1e-5, and h 1e-5 to 0.5 s, alpha 1e-9 to 0.1; 49 vertices, "
                                      "edges of 0.25 m, 10 iterations, 60 steps";
  claims_case(self, gained[0], "stretching");
  claims_case(self, gained[1], "Hooke");
  claims_case(self, gained[2], "StVK");
  claims_judge(self, "morse_stability", "stretching, Hooke, StVK", settings, NULL,
               "kinetic / potential energy lost, at most: %.2f, %.2f, %.2f", most[0], most[1], most[2]);
  claims_case(self, gained_far_below[3], "steps of 1/24 s and less");
  claims_case(self, gained[3] - gained_far_below[3], "steps of 0.5 s");
  claims_judge(self, "morse_stability", "Morse", settings, NULL, "overflows in %d of 12 runs", gained[3]);
  claims_case(self, gained[4], "all of it");
  claims_judge(self, "esbd_stability", "SBD", settings, NULL, "kinetic / potential energy lost, at most: %.2f",
               most[4]);
  claims_case(self, gained_far_below[5], "steps of 1/24 s and less");
  claims_case(self, gained[5] - gained_far_below[5], "steps of 0.5 s");
  claims_judge(self, "esbd_stability", "ESBD as printed", settings, NULL, "overflows in %d of 12 runs", gained[5]);
}

/* Global damping (Mueller et al. 2007, Sect. 3.5) is one pass over the particles in a time step. In the multiplier it
 * is a dot product for each particle of each projection. Counted for the cloth of Fig. 1. */
static void damping_work(check *self, int unused) {
  claims_setup setup = claims_setup_of("cloth", "stretching");
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  xpbd_counters counters = {0};
  xpbd_status status = xpbd_scene_build("cloth", &setup.params, &model);
  if (status == XPBD_OK) status = xpbd_solver_create(model.scene, &setup.settings, &solver);
  if (status == XPBD_OK) status = xpbd_solver_step(solver, 1);
  if (status == XPBD_OK) status = xpbd_solver_counters(solver, &counters);
  if (check_status(self, status, XPBD_OK, "one frame")) {
    /* 6 operations for g.(x - x_start) of a particle. The rigid motion takes about 60 per particle: its share of mass,
     * momentum, inertia and angular momentum, and its new velocity */
    const double inside = 2.0 * 6.0 * (double)counters.projections, global = 60.0 * model.mesh.vertex_count;
    check_control(self, !(inside / 200.0 / global >= 30.0), "one iteration");
    claims_case(self, inside / global, "all of it");
    claims_judge(self, "morse_damping_cost", NULL, "as printed: 1681 vertices, 4880 edges, 200 iterations; counted",
                 "by counting operations", "%.1e operations in the multiplier, %.1e for the rigid motion, ratio %.0f",
                 inside, global, inside / global);
  }
}

void claims_list_swing(check_registry *registry) {
  claims_add(registry, "swing-precision", "distance from the converged step", precision, 0);
  claims_add(registry, "swing-stability", "no energy from nothing, for steps and compliances", stability, 0);
  claims_add(registry, "swing-damping-work", "operations of two kinds of damping", damping_work, 0);
}
